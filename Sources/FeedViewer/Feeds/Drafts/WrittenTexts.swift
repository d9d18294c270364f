/// The texts of an entry as they are written in the file, which identify it: see `EntryIdentity`. They are in the buffer of
/// the entry's draft.
struct WrittenTexts {
  private var link = RankedText()
  private var title = RankedText()
  private var published = RankedText()
  /// The start of the content or, with a worse rank, of the summary.
  private var start = RankedText()

  /// What is worse than each content.
  private static let summaryRank: UInt8 = 100

  mutating func offerLink(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    offer(bytes, rank, in: &buffer, \.link)
  }

  mutating func offerTitle(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    offer(bytes, rank, in: &buffer, \.title)
  }

  mutating func offerDate(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    offer(bytes, rank, in: &buffer, \.published)
  }

  mutating func offerBody(
    _ bytes: UnsafeBufferPointer<UInt8>, rank: UInt8, isSummary: Bool, in buffer: inout ByteBuffer
  ) {
    // Nearly all entries have a title, in front of the body.
    let rank = isSummary ? Self.summaryRank + rank : rank
    guard title.range == nil, start.wants(rank) else { return }
    offer(bytes.firstScalars(EntryIdentity.startLength), rank, in: &buffer, \.start)
  }

  private mutating func offer(
    _ bytes: UnsafeBufferPointer<UInt8>?, _ rank: UInt8, in buffer: inout ByteBuffer,
    _ text: WritableKeyPath<WrittenTexts, RankedText>
  ) {
    guard let bytes = bytes?.trimmed, !bytes.isEmpty, self[keyPath: text].wants(rank) else { return }
    self[keyPath: text].offer(bytes, rank: rank, in: &buffer)
  }

  /// - Parameter identifier: Where the identifier is in the buffer.
  func identity(identifier: Range<Int>?, in buffer: borrowing ByteBuffer) -> EntryIdentity {
    let view = buffer.view
    func bytes(_ range: Range<Int>?) -> UnsafeBufferPointer<UInt8>? {
      range.map { UnsafeBufferPointer(rebasing: view[$0]) }
    }
    // Of white space alone, an identifier is none.
    let identifier = bytes(identifier).flatMap { $0.trimmed.isEmpty ? nil : $0 }
    return EntryIdentity(
      EntryIdentity.Texts(
        identifier: identifier, link: bytes(link.range), title: bytes(title.range ?? start.range),
        published: bytes(published.range)))
  }

  mutating func clear() { self = WrittenTexts() }
}

extension UnsafeBufferPointer<UInt8> {
  /// The UTF-8 of the first scalars of a text.
  fileprivate func firstScalars(_ limit: Int) -> UnsafeBufferPointer<UInt8> {
    var end = 0
    var left = limit
    while end < count {
      if self[end] & 0xC0 != 0x80 {
        if left == 0 { break }
        left -= 1
      }
      end += 1
    }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }
}
