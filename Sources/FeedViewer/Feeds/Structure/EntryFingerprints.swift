/// A fingerprint of the bytes of each entry of a file, which tells after a change of the file which entries have changed. It
/// takes four bytes an entry.
///
/// An entry that has changed has the same fingerprint as before in one of 4,000,000,000 cases. It then shows its old texts
/// until they are read again: what is read is compared with what was there, and the row says that the file has changed.
///
/// Fingerprints are comparable within one run of the program.
public struct EntryFingerprints: Sendable {
  let values: [UInt32]

  /// The entries that both files have, in the same order, by their fingerprints.
  ///
  /// - Parameter count: How many of the old entries are compared, from the first one on; nil compares all.
  /// - Returns: What is between them: the numbers of the entries that only the old and only the new file has.
  /// - Complexity: O(n) for n entries.
  public static func difference(
    from old: EntryFingerprints, first count: Int? = nil, to new: EntryFingerprints
  ) -> [EntryHunk] {
    EntryComparison(count.map { Array(old.values.prefix($0)) } ?? old.values, new.values).hunks()
  }
}

/// Consecutive entries that were replaced by others.
public struct EntryHunk: Sendable, Equatable {
  /// Their numbers before the change.
  public var old: Range<Int>
  /// The numbers of the entries that are there now.
  public var new: Range<Int>

  public init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}

extension FeedStructure {
  /// Computes the fingerprints of all entries, for which the file is read.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that compute, at least 1.
  ///   - known: Fingerprints of the state that this one continues, or nil: what was taken from it is not read again.
  ///   - goesOn: Asked now and then whether to go on, on the calling thread.
  /// - Returns: Nil if the file was changed after its structure was found, or if its text can't be read again.
  /// - Complexity: O(size of the file), at the speed of memory.
  public func fingerprints(
    threads: Int = 1, known: EntryFingerprints? = nil, goesOn: () -> Bool = { true }
  ) -> EntryFingerprints? {
    precondition(threads > 0, "At least one thread computes.")
    guard status != nil, text.file != nil else { return nil }
    var values = [UInt32](repeating: 0, count: entryCount)
    let start = min(continuedCount, known?.values.count ?? 0)
    if let known, start > 0 { values.replaceSubrange(..<start, with: known.values[..<start]) }
    let (index, text) = (index, text)
    let queue = JobQueue<Range<Int>, [UInt32]?>(threads: threads - 1) {
      FingerprintReader(text).values(of: $0, in: index)
    }
    let step = 4_096
    var ranges = stride(from: start, to: entryCount, by: step).map { $0..<min($0 + step, entryCount) }[...]
    var waiting: [(range: Range<Int>, job: Int)] = []
    while true {
      while waiting.count < 2 * threads, let next = ranges.popFirst() {
        waiting.append((next, queue.add(next)))
      }
      guard !waiting.isEmpty else { break }
      let (range, job) = waiting.removeFirst()
      guard goesOn(), let found = queue.result(of: job) else {
        for other in waiting { queue.drop(other.job) }
        return nil
      }
      values.replaceSubrange(range, with: found)
    }
    let reader = FingerprintReader(text)
    for gap in index.unreadableEntries where gap.ordinals.upperBound > start {
      guard let value = reader.hash(of: gap.start..<(gap.end ?? text.end)) else { return nil }
      for (number, ordinal) in gap.ordinals.enumerated() {
        values[ordinal] = UInt32(truncatingIfNeeded: value &+ UInt64(number) &* 0x9E37_79B9)
      }
    }
    return isAsFound ? EntryFingerprints(values: values) : nil
  }

  /// Whether what was read until now are the entries that were found: since then the file was not written to, or has only grown.
  ///
  /// - Complexity: O(1); reads some blocks of a file that has grown.
  public var isAsFound: Bool {
    guard let status, let now = text.file?.status else { return false }
    return now == status || now.size > status.size && growth?.isVerified(in: text) == true
  }
}

/// Reads the bytes of entries, in memory of its own.
private final class FingerprintReader {
  /// Longer entries are read in parts of this size.
  private static let pieceSize = 1 << 20

  private let text: FeedText
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: FingerprintReader.pieceSize, alignment: 16)
  /// What the buffer holds, as offsets in the text.
  private var buffered = 0..<0

  init(_ text: FeedText) { self.text = text }

  deinit { buffer.deallocate() }

  /// The fingerprints of consecutive entries, 0 for those that can't be read alone; nil if the file has become shorter.
  func values(of ordinals: Range<Int>, in index: EntryIndex) -> [UInt32]? {
    var values: [UInt32] = []
    values.reserveCapacity(ordinals.count)
    var isThere = true
    index.forEachRange(in: ordinals) { _, range in
      guard isThere else { return }
      guard let range else { return values.append(0) }
      if let value = hash(of: range) {
        values.append(UInt32(truncatingIfNeeded: value))
      } else {
        isThere = false
      }
    }
    return isThere ? values : nil
  }

  /// Nil if the text is not there.
  func hash(of range: Range<Int>) -> UInt64? {
    var hash = UInt64(range.count)
    var position = range.lowerBound
    repeat {
      let count = min(Self.pieceSize, range.upperBound - position)
      if position < buffered.lowerBound || position + count > buffered.upperBound {
        buffered = position..<position + text.read(into: buffer, at: position)
        guard buffered.count >= count else { return nil }
      }
      let start = position - buffered.lowerBound
      hash = ByteHash.value(of: UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]), seed: hash)
      position += count
    } while position < range.upperBound
    return hash
  }
}
