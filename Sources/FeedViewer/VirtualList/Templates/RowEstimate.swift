import LayoutCore

/// The properties of an item from which its height is estimated without reading its content.
public nonisolated struct RowEstimate: Sendable, Hashable {
  /// The identifier of the item's template.
  public var template: TemplateIdentifier
  /// The lengths of the item's texts, by their tags.
  public var textLengths: TextLengths
  /// The height in device pixels, if it was measured before under the same conditions; nil if it is to be estimated. It is
  /// not measured ahead again; a wrong one is corrected when the row is drawn.
  public var knownHeight: Int?
  /// Whether the estimate is the row's height, because the template lays out all such items alike. They are not measured
  /// ahead.
  public var isExact: Bool

  /// Creates an estimate; by default no lengths are known.
  public init(
    template: TemplateIdentifier, textLengths: TextLengths = TextLengths(), knownHeight: Int? = nil,
    isExact: Bool = false
  ) {
    self.template = template
    self.textLengths = textLengths
    self.knownHeight = knownHeight
    self.isExact = isExact
  }
}
