import LayoutCore

/// The properties of an item from which its height is estimated without reading its content.
public nonisolated struct RowEstimate: Sendable, Hashable {
  /// The identifier of the item's template.
  public var template: TemplateIdentifier
  /// The lengths of the item's texts, by their tags.
  public var textLengths: TextLengths

  /// Creates an estimate; by default no lengths are known.
  public init(template: TemplateIdentifier, textLengths: TextLengths = TextLengths()) {
    self.template = template
    self.textLengths = textLengths
  }
}
