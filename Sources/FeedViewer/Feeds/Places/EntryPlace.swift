/// Where an entry is in the text of its file, and what is needed to read it alone.
public struct EntryPlace: Sendable {
  /// The offset of its first byte in the decoded text.
  public let offset: Int
  /// The bytes of its element or object.
  public let count: Int
  let context: EntryContext

  var range: Range<Int> { offset..<offset + count }

  /// Whether two entries can be read in one go, if nothing but white space is between them.
  public func hasContext(of other: EntryPlace) -> Bool { context === other.context }

  /// The same place, counted from another one with the same context.
  public func packed(from first: EntryPlace) -> (offset: UInt32, count: UInt32)? {
    guard let offset = UInt32(exactly: offset - first.offset), let count = UInt32(exactly: count) else {
      return nil
    }
    return (offset, count)
  }

  /// A place with the context of this one.
  public func place(at offset: UInt32, count: UInt32) -> EntryPlace {
    EntryPlace(offset: self.offset + Int(offset), count: Int(count), context: context)
  }
}

/// The state of a reader between two entries, as far as entries depend on it. All entries of a usual file share one.
final class EntryContext: Sendable {
  enum State: Sendable {
    case xml(XMLFeedReader.Group)
    case json(JSONFeedReader.Group)
  }

  let state: State

  init(_ state: State) { self.state = state }
}
