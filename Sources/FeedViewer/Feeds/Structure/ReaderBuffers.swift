/// The buffers of one reader, which one thread uses at a time and leaves to the reader of the next part of a text: the allocator
/// gives memory that is freed after each part back to the system, which has to clear it and map it again.
final class ReaderBuffers: @unchecked Sendable {
  /// How many entries the last part had: the next one has about as many.
  var entryCount = 0
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
