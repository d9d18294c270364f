/// A number that marks an element, so that drawing code finds the element's frame in the finished layout.
public struct ElementTag: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}
