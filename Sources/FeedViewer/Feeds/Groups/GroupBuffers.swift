import Synchronization

/// Buffers that the reader of one group of entries leaves to that of the next: the allocator gives memory that is freed
/// after each group back to the system, which has to clear it and map it again for the next one.
final class GroupBuffers: Sendable {
  /// The buffers of one reader, which one thread uses at a time.
  final class Buffers: @unchecked Sendable {
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
