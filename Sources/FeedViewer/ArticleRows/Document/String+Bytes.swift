extension String {
  /// The part of the text in a range of its UTF-8, in bytes, at character boundaries.
  nonisolated func part(bytes: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
    return self[start..<utf8.index(start, offsetBy: bytes.count)]
  }
}
