import FeedViewerBase

/// Tells XML, JSON and other files apart by their first bytes (formats.md, section 2).
enum FileKind {
  case xml, json
  case other(FeedError.Reason)

  /// The reason why bytes can't be a feed in any encoding; `nil` if they may be one.
  static func refusal(_ bytes: [UInt8]) -> FeedError.Reason? {
    if bytes.isEmpty { return .empty }
    if CompressionFormat(of: bytes) != nil { return .compressed }
    let magics: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], [0x47, 0x49, 0x46, 0x38], [0x25, 0x50, 0x44, 0x46],
      [0x50, 0x4B, 0x03, 0x04], [0x7F, 0x45, 0x4C, 0x46], [0x52, 0x49, 0x46, 0x46],
    ]
    return magics.contains { bytes.starts(with: $0) } ? .binary : nil
  }

  /// The kind of decoded text; `nil` if it is only white space.
  static func start(of bytes: [UInt8]) -> FileKind? {
    guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }) else { return nil }
    if bytes[first] == 0x7B || bytes[first] == 0x5B { return .json }
    let head = bytes[first..<min(bytes.count, first + 65_536)]
    if head.contains(0x3C) { return .xml }
    return .other(.notAFeed(found: Message("a text without any markup")))
  }

  /// Whether bytes that turned out not to be a feed are binary. Checked only afterwards, because feeds that contain
  /// NUL are read.
  static func looksBinary(_ bytes: [UInt8], _ reason: FeedError.Reason) -> Bool {
    guard case .notAFeed = reason, case .utf8 = Encoding.of(bytes).kind else { return false }
    return bytes.prefix(1_024).contains(0)
  }
}
