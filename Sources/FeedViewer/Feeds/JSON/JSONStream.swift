/// Writes an object member by member, so that a large one is never in memory as a whole.
struct JSONStream {
  typealias Output = (UnsafeRawBufferPointer) -> Void

  private static let pieceSize = 1 << 16
  private let output: Output
  /// The indentation of members; `nil` writes one line.
  private let indentation: Int?
  private var buffer: [UInt8] = []
  private var isFirstMember = true

  /// - Parameters:
  ///   - isPretty: Whether members are written on separate lines, indented by two spaces per level.
  ///   - output: Receives the pieces in order. Each is valid only during the call.
  init(isPretty: Bool, to output: @escaping Output) {
    self.output = output
    indentation = isPretty ? 2 : nil
    buffer.append(0x7B)
  }

  mutating func member(_ name: String, _ value: JSONWriter.Value) {
    beginMember(name)
    JSONWriter.write(value, indentation: indentation, to: &buffer)
    flush(ifLongerThan: Self.pieceSize)
  }

  /// Writes a member if it has a value.
  mutating func member(_ name: String, ifAny text: String?) {
    if let text { member(name, .string(text)) }
  }

  /// Writes an array element by element.
  mutating func member(_ name: String, _ elements: some Sequence<JSONWriter.Value>) {
    beginMember(name)
    buffer.append(0x5B)
    let inner = indentation.map { $0 + 2 }
    var isEmpty = true
    for element in elements {
      if !isEmpty { buffer.append(0x2C) }
      isEmpty = false
      JSONWriter.breakLine(inner, &buffer)
      JSONWriter.write(element, indentation: inner, to: &buffer)
      flush(ifLongerThan: Self.pieceSize)
    }
    if !isEmpty { JSONWriter.breakLine(indentation, &buffer) }
    buffer.append(0x5D)
  }

  /// Closes the object; a pretty-printed one ends with a line feed.
  mutating func finish() {
    if indentation != nil { buffer.append(0x0A) }
    buffer.append(0x7D)
    if indentation != nil { buffer.append(0x0A) }
    flush(ifLongerThan: 0)
  }

  private mutating func beginMember(_ name: String) {
    if !isFirstMember { buffer.append(0x2C) }
    isFirstMember = false
    JSONWriter.breakLine(indentation, &buffer)
    JSONWriter.write(name, to: &buffer)
    buffer += (indentation == nil ? ":" : ": ").utf8
  }

  private mutating func flush(ifLongerThan length: Int) {
    guard buffer.count > length else { return }
    buffer.withUnsafeBytes(output)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The output of a writer as a string.
  static func text(_ write: (@escaping Output) -> Void) -> String {
    var bytes: [UInt8] = []
    withoutActuallyEscaping({ (piece: UnsafeRawBufferPointer) in bytes.append(contentsOf: piece) }, do: write)
    return String(decoding: bytes, as: UTF8.self)
  }
}
