/// Unpacks gzip, on behalf of this module, which knows no library that does it.
public struct Decompressor: Sendable {
  /// Gets the compressed bytes and hands over what they unpack to, in chunks, until the function it is given
  /// returns false. Answers with what is wrong with the data; `nil` if nothing is.
  public typealias Unpack =
    @Sendable (
      _ compressed: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> String?

  let unpack: Unpack

  public init(_ unpack: @escaping Unpack) { self.unpack = unpack }
}

/// Files compressed with gzip (RFC 1952).
///
/// A small file may unpack to a thousand times its size. Beyond a size that any feed may have, more than
/// `ratioLimit` times the file is taken for an attack: the text is cut there and the cut is told.
enum CompressedFile {
  /// Up to here, in bytes, a file may unpack to any multiple of its size.
  static let freeSize = 32 << 20
  /// Real feeds shrink to a twentieth, made-up ones to a hundredth.
  static let ratioLimit = 200

  /// What is wrong, and what was done about it.
  typealias Complaint = (found: String, repair: String)

  /// What a file begins with.
  static let signature: [UInt8] = [0x1F, 0x8B]

  struct Unpacked {
    var bytes: [UInt8]
    /// Why there may be more: to be told at the end of the text.
    var complaint: Complaint?
  }

  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// The greatest unpacked size of a file, in bytes.
  static func sizeLimit(compressed size: Int) -> Int {
    min(FeedReader.sizeLimit, max(freeSize, size * ratioLimit))
  }

  /// - Returns: What could be unpacked; `nil` if nothing could.
  static func unpack(_ bytes: [UInt8], with decompressor: Decompressor) -> Unpacked? {
    let limit = sizeLimit(compressed: bytes.count)
    var output: [UInt8] = []
    var isOverLimit = false
    let fault = bytes.withUnsafeBytes { input in
      decompressor.unpack(input) { chunk in
        isOverLimit = output.count + chunk.count > limit
        output.append(
          contentsOf: isOverLimit ? UnsafeRawBufferPointer(rebasing: chunk[..<(limit - output.count)]) : chunk
        )
        return !isOverLimit
      }
    }
    if output.isEmpty && fault != nil { return nil }
    if isOverLimit {
      let times = limit / bytes.count
      return Unpacked(
        bytes: output, complaint: ("the file unpacks to more than \(times) times its size", "cut off there"))
    }
    return Unpacked(
      bytes: output,
      complaint: fault.map { ("the compressed file is damaged or cut off (\($0))", "read up to there") })
  }
}
