/// The conditions under which a height was computed: a cached height is valid only under equal ones.
public struct HeightKey: Hashable, Sendable {
  /// The item's template.
  public var template: TemplateIdentifier
  /// The list's width in logical pixels; positive where a height is stored.
  public var width: Int
  /// The scale, the direction and the generation of text measurement.
  public var environment: LayoutEnvironment
  /// The revision of the item's content: a number that changes with the content.
  public var revision: UInt64

  /// Creates a key from its parts.
  public init(template: TemplateIdentifier, width: Int, environment: LayoutEnvironment, revision: UInt64) {
    self.template = template
    self.width = width
    self.environment = environment
    self.revision = revision
  }
}
