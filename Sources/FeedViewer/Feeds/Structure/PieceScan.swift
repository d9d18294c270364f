import Synchronization

/// Scans pieces of a file on several threads.
///
/// A piece holds the entries that begin in it. Where the first of them begins is guessed by the bytes with which entries
/// begin, but might be in a comment or a text. So a piece counts only if the piece before it ended between two entries, with
/// the next one exactly there: what a scanner finds depends on nothing before. Otherwise the file is scanned on from the last
/// piece that counts, so that the entries are the same with any number of threads.
final class PieceScan {
  private struct Job: Sendable {
    var range: Range<Int>
    /// Whether the piece starts between two entries.
    var isCertain: Bool
  }

  /// The number of threads, with the one that waits for the results.
  private let threads: Int
  private let pieceSize: Int
  private let queue: JobQueue<Job, ScannedPiece?>

  /// - Parameters:
  ///   - threads: At least two.
  ///   - pieceSize: The size of a piece in bytes.
  init(threads: Int, pieceSize: Int, _ tools: ScanTools) {
    precondition(threads > 1 && pieceSize > 0, "Pieces are scanned by several threads.")
    self.threads = threads
    self.pieceSize = pieceSize
    queue = JobQueue(threads: threads - 1) { tools.scan($0.range, isCertain: $0.isCertain) }
  }

  /// Scans pieces that follow each other until one does not count.
  ///
  /// - Parameters:
  ///   - start: An offset between two entries.
  ///   - end: The size of the file; what is near it is left.
  ///   - take: Takes the entries of a piece that counts. Returns whether to go on; the piece that it refuses does not count.
  func run(from start: Int, to end: Int, take: (ScannedPiece) -> Bool) {
    var waiting: [Int] = []
    var cut = start
    var expected: Int?
    defer { for number in waiting { queue.drop(number) } }
    while true {
      while waiting.count < 2 * threads, cut + pieceSize < end {
        waiting.append(queue.add(Job(range: cut..<cut + pieceSize, isCertain: cut == start)))
        cut += pieceSize
      }
      guard !waiting.isEmpty, let piece = queue.result(of: waiting.removeFirst()),
        expected == nil || piece.start == expected, take(piece), let next = piece.next
      else { return }
      expected = next
    }
  }
}

/// The entries that begin in a piece of a file.
struct ScannedPiece: Sendable {
  /// Where the first one begins; of the first piece, its own beginning.
  var start: Int
  /// Their ranges, counted from `start`.
  var entries: [Range<Int>]
  /// The end of the last one.
  var end: Int { start + (entries.last?.upperBound ?? 0) }
  /// Where the next one begins; nil if that is not sure.
  var next: Int?
}

/// Finds the entries of pieces of a file, on any thread.
struct ScanTools: Sendable {
  /// The only part that depends on the format.
  private let work: @Sendable (_ range: Range<Int>, _ isCertain: Bool, _ isLast: Bool) -> ScannedPiece?

  /// - Parameters:
  ///   - scanner: Scans entries in the state in which all of them are read.
  ///   - marker: The bytes with which an entry begins.
  ///   - text: All of the text so far is in its file byte for byte.
  init(_ scanner: some ItemScanner, marker: [UInt8], text: FeedText) {
    precondition(!marker.isEmpty, "Entries begin with some bytes.")
    let scanners = PieceScanners(scanner, marker: marker, text: text)
    work = { scanners.scan($0, isCertain: $1, isLast: $2) }
  }

  /// - Parameters: Those of `PieceScanner.scan`.
  func scan(_ range: Range<Int>, isCertain: Bool, isLast: Bool = false) -> ScannedPiece? {
    work(range, isCertain, isLast)
  }
}

/// Scanners and memory of the threads, which are used by one of them at a time.
private final class PieceScanners<Scanner: ItemScanner>: @unchecked Sendable {
  private let original: Scanner
  private let marker: [UInt8]
  private let text: FeedText
  private let free = Mutex<[PieceScanner<Scanner>]>([])

  init(_ scanner: Scanner, marker: [UInt8], text: FeedText) {
    original = scanner
    self.marker = marker
    self.text = text
  }

  func scan(_ range: Range<Int>, isCertain: Bool, isLast: Bool) -> ScannedPiece? {
    let scanner = free.withLock { $0.popLast() } ?? PieceScanner(original.copy(), marker: marker)
    let piece = scanner.scan(range, of: text, isCertain: isCertain, isLast: isLast)
    free.withLock { $0.append(scanner) }
    return piece
  }
}
