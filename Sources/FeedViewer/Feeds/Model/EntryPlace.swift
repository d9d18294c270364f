/// Where an entry is in the text of its file, and what is needed to read it alone.
public struct EntryPlace: Sendable {
  /// The offset of its first byte in the decoded text.
  public let offset: Int
  /// The bytes of its element or object.
  public let count: Int
  let context: any EntryContext

  var range: Range<Int> { offset..<offset + count }

  /// Whether two entries can be read in one go, if nothing but white space is between them.
  public func hasContext(of other: EntryPlace) -> Bool { context === other.context }

  /// The same place, counted from another one with the same context.
  ///
  /// - Parameter first: A place before this one.
  /// - Returns: Nil if it is more than 4 GB away, or longer than that.
  public func packed(from first: EntryPlace) -> (offset: UInt32, count: UInt32)? {
    guard let offset = UInt32(exactly: offset - first.offset), let count = UInt32(exactly: count) else {
      return nil
    }
    return (offset, count)
  }

  /// A place with the context of this one.
  ///
  /// - Parameters:
  ///   - offset: Counted from this place, in bytes.
  ///   - count: The bytes of the entry's element or object.
  public func place(at offset: UInt32, count: UInt32) -> EntryPlace {
    EntryPlace(offset: self.offset + Int(offset), count: Int(count), context: context)
  }
}
