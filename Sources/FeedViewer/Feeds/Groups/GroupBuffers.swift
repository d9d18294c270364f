import Synchronization

/// What the reader of one group of entries leaves to that of the next: buffers, because the allocator gives memory that is
/// freed after each group back to the system, which has to clear it and map it again, and what it learned of the file.
final class GroupBuffers<Knowledge: Sendable>: Sendable {
  /// What one reader leaves, which one thread uses at a time.
  final class Buffers: @unchecked Sendable {
    var knowledge: Knowledge?
    fileprivate var html = HTMLText()
    fileprivate var entry = EntryDraft()
    fileprivate var text = ByteBuffer()

    fileprivate init() {}

    /// Exchanges them with those of a reader that is between two entries.
    func exchange(_ html: inout HTMLText, _ entry: inout EntryDraft, _ text: inout ByteBuffer) {
      swap(&self.html, &html)
      swap(&self.entry, &entry)
      swap(&self.text, &text)
    }
  }

  private let free = Mutex<[Buffers]>([])

  /// Buffers that nobody uses.
  func take() -> Buffers { free.withLock { $0.popLast() } ?? Buffers() }

  /// Leaves buffers to others.
  func put(_ buffers: Buffers) { free.withLock { $0.append(buffers) } }
}
