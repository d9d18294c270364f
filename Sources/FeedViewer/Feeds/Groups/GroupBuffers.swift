import Synchronization

/// What the reader of one group of entries leaves to that of the next: buffers, because the allocator gives memory that is
/// freed after each group back to the system, which has to clear it and map it again, and what it learned of the file.
final class GroupBuffers: Sendable {
  typealias Leftover = (buffers: ReaderBuffers, names: XMLFeedReader.KnownNames?)

  private let free = Mutex<[Leftover]>([])

  /// What nobody uses.
  func take() -> Leftover { free.withLock { $0.popLast() } ?? (ReaderBuffers(), nil) }

  /// Leaves something to others.
  ///
  /// - Parameter names: What its reader learned of an XML file.
  func put(_ buffers: ReaderBuffers, _ names: XMLFeedReader.KnownNames? = nil) {
    free.withLock { $0.append((buffers, names)) }
  }
}

/// The buffers of one reader, which one thread uses at a time.
final class ReaderBuffers: @unchecked Sendable {
  private var html = HTMLText()
  private var entry = EntryDraft()
  private var text = ByteBuffer()

  /// Exchanges them with those of a reader that is between two entries.
  @inline(never)
  func exchange(_ html: inout HTMLText, _ entry: inout EntryDraft, _ text: inout ByteBuffer) {
    swap(&self.html, &html)
    swap(&self.entry, &entry)
    swap(&self.text, &text)
  }
}
