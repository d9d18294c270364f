/// The formats of compressed files that are read.
public enum CompressionFormat: Sendable, CaseIterable {
  /// RFC 1952.
  case gzip
  /// The .xz file format, version 1.1.
  case xz
  /// RFC 8878.
  case zstandard

  /// The format of a file that begins with `bytes`; nil for any other file.
  public init?(of bytes: some Collection<UInt8>) {
    guard let format = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self = format
  }

  /// The most bytes by which `init(of:)` tells the formats apart.
  static let signatureLength = 6

  /// Whether a member of this format begins with `bytes`.
  func begins(_ bytes: some Collection<UInt8>) -> Bool {
    switch self {
    case .gzip: bytes.starts(with: [0x1F, 0x8B])
    case .xz: bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .zstandard:
      bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        // A frame that decoders skip (RFC 8878, section 3.1.2).
        || bytes.first.map { $0 & 0xF0 == 0x50 } == true
          && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    }
  }

  /// Starts to decompress a member.
  func begin() -> any Decompressor.Member {
    switch self {
    case .gzip: GzipInflater()
    case .xz: XZDecoder()
    case .zstandard: ZstandardDecoder()
    }
  }
}
