extension ByteSource {
  /// Opens a file of any size, compressed or not.
  ///
  /// - Returns: Nil if it can't be opened.
  init?(openingTextOfFileAt path: String) {
    guard let source = try? ByteSource(openingFileAt: path, sizeLimit: .max) else { return nil }
    guard let format = source.compressionFormat else {
      self = source
      return
    }
    self.init(CompressedFile(source, format, sizeLimit: .max))
  }

  /// Reads the next bytes, fewer only at the end.
  mutating func beginning(_ size: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      while count < size {
        let step = read(into: base + count, limit: size - count)
        if step == 0 { return }
        count += step
      }
    }
  }
}
