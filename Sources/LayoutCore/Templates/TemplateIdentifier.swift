/// Names a template in its registry.
public struct TemplateIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.init(name) }
}
