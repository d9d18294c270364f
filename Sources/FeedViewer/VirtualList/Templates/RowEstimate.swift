import LayoutCore

/// What is known of an item without reading it: enough for an estimate of its height.
public nonisolated struct RowEstimate: Sendable, Hashable {
  public var template: TemplateIdentifier
  public var textLengths: TextLengths

  public init(template: TemplateIdentifier, textLengths: TextLengths = TextLengths()) {
    self.template = template
    self.textLengths = textLengths
  }
}
