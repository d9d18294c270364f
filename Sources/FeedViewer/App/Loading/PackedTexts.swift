/// The texts of consecutive rows in one piece of memory.
nonisolated struct PackedTexts: Sendable {
  /// The common beginning, and then the rest of each text.
  private let bytes: [UInt8]
  /// The end of each text in `bytes`.
  private let ends: [UInt32]
  /// The length of the common beginning.
  private let beginning: UInt32

  /// - Parameter sharesBeginning: Whether what all texts begin with is kept once, such as a site's address. Their bytes are
  ///   not together then.
  init(_ texts: [String], sharesBeginning: Bool = false) {
    var (bytes, ends): ([UInt8], [UInt32]) = ([], [])
    let beginning = sharesBeginning && texts.count > 1 ? Self.commonBeginning(of: texts) : 0
    if beginning > 0 { bytes += texts[0].utf8.prefix(beginning) }
    for text in texts {
      bytes += text.utf8.dropFirst(beginning)
      ends.append(UInt32(bytes.count))
    }
    // Without the room that arrays keep for growing.
    self.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    self.ends = ends.withUnsafeBufferPointer { Array($0) }
    self.beginning = UInt32(beginning)
  }

  /// - Returns: A number of bytes.
  private static func commonBeginning(of texts: [String]) -> Int {
    let first = Array(texts[0].utf8)
    return texts.dropFirst().reduce(first.count) { length, text in
      zip(first.prefix(length), text.utf8).prefix { $0 == $1 }.count
    }
  }

  subscript(index: Int) -> String {
    let rest = range(index)
    guard beginning > 0 else { return String(decoding: bytes[rest], as: UTF8.self) }
    return String(decoding: bytes[..<Int(beginning)] + bytes[rest], as: UTF8.self)
  }

  /// Where a text is in `withBytes`.
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? Int(beginning) : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Passes the UTF-8 of a text to `body`.
  func withBytes(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    precondition(beginning == 0, "A text without its beginning is none.")
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(index)])) }
  }
}
