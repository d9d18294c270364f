extension Decompressor {
  /// Decompresses all formats, with zlib, liblzma and libzstd.
  public static let libraries = Decompressor { format in
    switch format {
    case .gzip: GzipInflater()
    case .xz: XZDecoder()
    case .zstandard: ZstandardDecoder()
    }
  } resume: { point, byteBefore in
    GzipInflater(resuming: point, after: byteBefore)
  }
}
