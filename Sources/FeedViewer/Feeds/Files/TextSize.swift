/// The size of a file's text, which tells how the file is best read.
public struct TextSize: Sendable {
  /// How much of a compressed file is decompressed for a guess, in bytes of text.
  private static let sampleSize = 256 << 10

  /// In bytes; of a compressed file a guess, from the ratio of its beginning.
  public let bytes: Int
  public let isCompressed: Bool

  /// Nil if the file can't be opened.
  public init?(ofFileAt path: String, decompressor: Decompressor) {
    guard let source = try? ByteSource(openingFileAt: path, sizeLimit: .max) else { return nil }
    guard let format = source.compressionFormat else {
      bytes = source.size
      isCompressed = false
      return
    }
    let file = CompressedFile(source, format, with: decompressor, sizeLimit: .max)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.sampleSize) { sample in
      if let base = sample.baseAddress { _ = file.read(into: base, limit: Self.sampleSize) }
    }
    bytes = file.estimatedSize
    isCompressed = true
  }
}
