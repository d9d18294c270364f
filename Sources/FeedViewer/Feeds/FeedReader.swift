import Glibc

/// Opens feed files.
///
/// Everything here blocks, uses no shared state and may be called from any thread.
public enum FeedReader {
  /// The largest file that is read, in bytes.
  public static let sizeLimit = 2_000_000_000

  /// Reads and parses a file.
  ///
  /// - Parameters:
  ///   - path: A path of the file system.
  ///   - decompressor: Unpacks files that are compressed with gzip; without it they are refused.
  ///   - onBatch: Called with the entries as they are read, the first 50 as soon as they are there, then
  ///     about 1,000 at a time, and once more at the end; returns false to stop.
  /// - Returns: The whole feed, with the entries of all batches.
  /// - Throws: A `FeedError` when the file can't be read or is no feed. Broken feeds are repaired instead as
  ///   far as they have anything to show (formats.md, section 4).
  /// - Complexity: O(size of the file).
  public static func read(
    contentsOf path: String, decompressor: Decompressor? = nil, onBatch: ((FeedBatch) -> Bool)? = nil
  ) throws(FeedError) -> Feed {
    try parse(bytes(ofFileAt: path), named: path, decompressor: decompressor, onBatch: onBatch)
  }

  /// Parses the bytes of a file; `file` is its name for messages only. See `read(contentsOf:onBatch:)`.
  public static func parse(
    _ bytes: [UInt8], named file: String, decompressor: Decompressor? = nil,
    onBatch: ((FeedBatch) -> Bool)? = nil
  ) throws(FeedError) -> Feed {
    if CompressedFile.isCompressed(bytes) {
      guard let decompressor else { throw FeedError(file: file, reason: .compressed) }
      guard let unpacked = CompressedFile.unpack(bytes, with: decompressor) else {
        throw FeedError(file: file, reason: .damagedCompression)
      }
      return try parse(
        unpacked.bytes, named: file, complaint: unpacked.complaint, onBatch: onBatch)
    }
    return try parse(bytes, named: file, complaint: nil, onBatch: onBatch)
  }

  /// - Parameter complaint: Something wrong with the file beyond its last byte.
  private static func parse(
    _ bytes: [UInt8], named file: String, complaint: (found: String, repair: String)?,
    onBatch: ((FeedBatch) -> Bool)?
  ) throws(FeedError) -> Feed {
    if let reason = FileKind.refusal(bytes) { throw FeedError(file: file, reason: reason) }
    var source = SourceText(decoding: bytes)
    if let complaint {
      source.repairs.append(
        SourceText.Repair(offset: source.bytes.count, found: complaint.found, repair: complaint.repair))
    }
    // Empty files were refused, but what is left after decoding may be nothing.
    guard let start = FileKind.start(of: source.bytes) else {
      throw FeedError(file: file, reason: bytes.prefix(1_024).contains(0) ? .binary : .empty)
    }
    let result = source.bytes.withUnsafeBufferPointer { input -> Result<Feed, FeedError> in
      guard let base = input.baseAddress else { return .failure(FeedError(file: file, reason: .empty)) }
      do throws(FeedError) {
        switch start {
        case .json:
          var reader = JSONFeedReader(input, named: file, onBatch: onBatch)
          for repair in source.repairs { reader.log.note(repair, in: input) }
          return .success(try reader.read())
        case .xml:
          var reader = XMLFeedReader(input, base: base, named: file, onBatch: onBatch)
          for repair in source.repairs { reader.log.note(repair, in: input) }
          return .success(try reader.read())
        case .other(let found):
          throw FeedError(file: file, reason: found)
        }
      } catch {
        return .failure(
          FileKind.looksBinary(bytes, error.reason) ? FeedError(file: file, reason: .binary) : error)
      }
    }
    return try result.get()
  }

  private static func bytes(ofFileAt path: String) throws(FeedError) -> [UInt8] {
    func failure(_ reason: FeedError.Reason) -> FeedError { FeedError(file: path, reason: reason) }
    func systemFailure() -> FeedError { failure(.system(errno)) }
    // Without O_NONBLOCK opening a pipe would wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw systemFailure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw systemFailure() }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw failure(.isDirectory)
    default: throw failure(.notAFile)
    }
    guard status.st_size <= sizeLimit else { throw failure(.tooLarge(limit: sizeLimit)) }
    var failed = false
    let expected = Int(status.st_size)
    let result = [UInt8](unsafeUninitializedCapacity: expected) { buffer, count in
      while count < expected {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, expected - count)
        if got < 0 && errno == EINTR { continue }
        failed = got < 0
        guard got > 0 else { break }
        count += got
      }
    }
    if failed { throw systemFailure() }
    return result
  }
}

extension RepairLog {
  fileprivate mutating func note(_ repair: SourceText.Repair, in input: UnsafeBufferPointer<UInt8>) {
    note(repair.found, repair.repair, at: repair.offset, in: input)
  }
}
