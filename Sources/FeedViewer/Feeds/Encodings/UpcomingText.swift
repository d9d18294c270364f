/// The rest of a text that was in its file byte for byte so far. Whoever reads a part of the rest must check that it is text
/// as `SourceText` describes it.
struct UpcomingText: Sendable {
  let bytes: SourceBytes
  /// The offset in the file of the text's first byte.
  let shift: Int

  /// The end of the file, as an offset in the text.
  var end: Int { bytes.count - shift }

  /// Reads the text from an offset on, as much as there is room for.
  ///
  /// - Returns: The number of bytes; less than `limit` at the end, or if they can't be read.
  func read(into target: UnsafeMutablePointer<UInt8>, limit: Int, at offset: Int) -> Int {
    var total = 0
    while total < limit {
      let count = bytes.read(into: target + total, limit: limit - total, at: offset + shift + total)
      if count <= 0 { break }
      total += count
    }
    return total
  }
}
