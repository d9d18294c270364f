/// Writes JSON member by member into a byte buffer, so that a large object is never in memory as a whole.
///
/// The caller opens and closes objects and arrays; commas, line breaks and indentation follow from that.
struct JSONStream: ~Copyable {
  typealias Output = (UnsafeRawBufferPointer) -> Void

  private static let pieceSize = 1 << 16
  private let output: Output
  /// Whether members and elements are written on separate lines, indented by two spaces per level.
  private let isPretty: Bool
  private var buffer = ByteBuffer(capacity: 2 * pieceSize)
  /// The number of open objects and arrays.
  private var depth = 0
  /// Whether nothing was written yet into the innermost open object or array.
  private var isEmpty = true

  /// Opens an object.
  /// - Parameters:
  ///   - isPretty: Whether members are written on separate lines, indented by two spaces per level.
  ///   - output: Receives the pieces in order. Each is valid only during the call.
  init(isPretty: Bool, to output: @escaping Output) {
    self.output = output
    self.isPretty = isPretty
    open(0x7B)
  }

  /// Closes the object; a pretty-printed one ends with a line feed.
  mutating func finish() {
    close(0x7D)
    if isPretty { buffer.append(0x0A) }
    flush()
  }

  // MARK: Objects and arrays

  mutating func beginArray(_ name: StaticString) {
    key(name)
    open(0x5B)
  }

  mutating func endArray() { close(0x5D) }

  mutating func beginObject(_ name: StaticString) {
    key(name)
    open(0x7B)
  }

  /// Opens an object that is an element of the open array.
  mutating func beginObject() {
    beginItem()
    open(0x7B)
  }

  mutating func endObject() {
    close(0x7D)
    if buffer.count > Self.pieceSize { flush() }
  }

  /// Writes an object of the members that `write` adds, if it adds any.
  mutating func member(_ name: StaticString, _ write: (inout JSONStream) -> Void) {
    let (length, wasEmpty) = (buffer.count, isEmpty)
    beginObject(name)
    write(&self)
    if !isEmpty { return endObject() }
    buffer.truncate(to: length)
    depth -= 1
    isEmpty = wasEmpty
  }

  // MARK: Members

  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes `null` for nil.
  mutating func member(_ name: StaticString, orNull text: String?) {
    key(name)
    orNull(text)
  }

  /// Writes a member if it has a value.
  mutating func member(_ name: StaticString, ifAny text: String?) {
    if let text { member(name, text) }
  }

  /// Writes a text of an entry; `null` if it does not have it.
  @inline(never)
  mutating func member(_ name: StaticString, orNull text: EntryText, of entry: FeedEntry) {
    key(name)
    orNull(text, of: entry)
  }

  /// Writes a text of an entry, if it has it.
  @inline(never)
  mutating func member(_ name: StaticString, ifAny text: EntryText, of entry: FeedEntry) {
    entry.record.withUTF8(of: text) {
      key(name)
      buffer.appendJSONString($0)
    }
  }

  /// Writes a date in the form `2004-01-01T19:48:21Z`; `null` for nil.
  mutating func member(_ name: StaticString, orNull date: FeedDate?) {
    key(name)
    if let date { string(date) } else { buffer.append("null") }
  }

  mutating func member(_ name: StaticString, ifAny date: FeedDate?) {
    guard let date else { return }
    key(name)
    string(date)
  }

  mutating func member(_ name: StaticString, _ number: Int64) {
    key(name)
    write(number)
  }

  mutating func member(_ name: StaticString, orNull number: Int64?) {
    key(name)
    if let number { write(number) } else { buffer.append("null") }
  }

  mutating func member(_ name: StaticString, ifAny number: Int64?) {
    if let number { member(name, number) }
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    buffer.append(flag ? "true" : "false")
  }

  mutating func member(_ name: StaticString, _ texts: some Sequence<String>) {
    beginArray(name)
    for text in texts { element(text) }
    endArray()
  }

  mutating func element(_ number: Int64) {
    beginItem()
    write(number)
  }

  mutating func element(_ text: String) {
    beginItem()
    string(text)
  }

  /// Writes the tags of an entry.
  mutating func tags(of entry: FeedEntry) {
    beginArray("tags")
    entry.record.withTags {
      beginItem()
      buffer.appendJSONString($0)
    }
    endArray()
  }

  /// Writes two texts of an entry, and again the last of them that it has, which is copied as it was written.
  mutating func members(
    _ firstName: StaticString, _ first: EntryText, _ secondName: StaticString, _ second: EntryText,
    lastOf name: StaticString, of entry: FeedEntry
  ) {
    key(firstName)
    let firstValue = buffer.count
    orNull(first, of: entry)
    let firstEnd = buffer.count
    key(secondName)
    let secondValue = buffer.count
    orNull(second, of: entry)
    let secondEnd = buffer.count
    key(name)
    buffer.appendCopy(of: entry.record.has(second) ? secondValue..<secondEnd : firstValue..<firstEnd)
  }

  // MARK: Values

  private mutating func open(_ bracket: UInt8) {
    buffer.append(bracket)
    depth += 1
    isEmpty = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if !isEmpty { breakLine() }
    buffer.append(bracket)
    isEmpty = false
  }

  @inline(__always)
  private mutating func beginItem() {
    if !isEmpty { buffer.append(0x2C) }
    isEmpty = false
    breakLine()
  }

  @inline(__always)
  private mutating func breakLine() {
    guard isPretty else { return }
    buffer.append(0x2020_2020_2020_200A, count: 8)
    let length = 1 + 2 * depth
    if length < 8 {
      buffer.truncate(to: buffer.count - 8 + length)
    } else {
      for _ in 8..<length { buffer.append(0x20) }
    }
  }

  /// - Parameter name: Must not need escapes.
  @inline(__always)
  private mutating func key(_ name: StaticString) {
    beginItem()
    buffer.append(0x22)
    buffer.append(name)
    // A quote, a colon, a space.
    buffer.append(0x203A22, count: isPretty ? 3 : 2)
  }

  private mutating func orNull(_ text: String?) {
    if let text { string(text) } else { buffer.append("null") }
  }

  @inline(never)
  private mutating func orNull(_ text: EntryText, of entry: FeedEntry) {
    if entry.record.withUTF8(of: text, { buffer.appendJSONString($0) }) == nil { buffer.append("null") }
  }

  private mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { buffer.appendJSONString($0) }
  }

  private mutating func string(_ date: FeedDate) {
    buffer.append(0x22)
    buffer.append(date)
    buffer.append(0x22)
  }

  private mutating func write(_ number: Int64) {
    var text = String(number)
    text.withUTF8 { buffer.append($0) }
  }

  private mutating func flush() {
    output(UnsafeRawBufferPointer(buffer.view))
    buffer.clear()
  }

  /// The output of a writer as a string.
  static func text(_ write: (@escaping Output) -> Void) -> String {
    var bytes: [UInt8] = []
    withoutActuallyEscaping({ (piece: UnsafeRawBufferPointer) in bytes.append(contentsOf: piece) }, do: write)
    return String(decoding: bytes, as: UTF8.self)
  }
}
