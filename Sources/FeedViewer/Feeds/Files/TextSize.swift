/// The size of a file's text, which tells how the file is best read.
public struct TextSize: Sendable {
  /// How much of a file is looked at for a guess, in bytes of text.
  static let sampleSize = 256 << 10

  /// In bytes; of a compressed file a guess, from the ratio of its beginning.
  public let bytes: Int
  public let isCompressed: Bool

  /// Nil if the file can't be opened.
  public init?(ofFileAt path: String) {
    guard var source = ByteSource(openingTextOfFileAt: path) else { return nil }
    isCompressed = source.isCompressed
    if isCompressed { _ = source.beginning(Self.sampleSize) }
    bytes = source.size
  }
}
