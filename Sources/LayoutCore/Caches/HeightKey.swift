/// The conditions under which a height was computed.
public struct HeightKey: Hashable, Sendable {
  public var template: TemplateIdentifier
  /// The list's width in logical pixels.
  public var width: Int
  public var environment: LayoutEnvironment
  /// The item's content revision.
  public var revision: UInt64

  public init(template: TemplateIdentifier, width: Int, environment: LayoutEnvironment, revision: UInt64) {
    self.template = template
    self.width = width
    self.environment = environment
    self.revision = revision
  }
}
