/// The entries that begin in a piece of a file.
protocol FilePiece: Sendable {
  /// Where the first one begins; of the first piece, its own beginning.
  var start: Int { get }
  /// Where the next one begins; nil if that is not sure.
  var next: Int? { get }
}

/// Looks for the entries in pieces of a file, or reads them, on several threads.
///
/// A piece holds the entries that begin in it. Where the first of them begins is guessed by the bytes with which entries
/// begin, but might be in a comment or a text. So a piece counts only if the piece before it ended between two entries, with
/// the next one exactly there: what is found depends on nothing before. Otherwise the reader of the file goes on after the
/// last piece that counts, so that the entries are the same with any number of threads.
final class PieceScan<Piece: FilePiece> {
  private struct Job: Sendable {
    var range: Range<Int>
    /// Whether the piece starts between two entries.
    var isCertain: Bool
  }

  /// A piece that is as short as this part of the usual length is left to the reader of the file.
  private static var smallestPart: Int { 8 }

  /// The number of threads, with the one that waits for the results.
  private let threads: Int
  private let pieceSize: Int
  private let queue: JobQueue<Job, Piece?>
  /// The pieces that were begun, in file order, each at the end of the one before it.
  private var waiting: [(range: Range<Int>, number: Int)] = []
  /// So many that a thread that has to wait, such as for a processor, does not keep the others waiting.
  private var waitingLimit: Int { 4 * threads }

  /// - Parameters:
  ///   - threads: At least two.
  ///   - pieceSize: The size of a piece in bytes, at least 16; those at the end of the file are shorter.
  ///   - work: Looks for the entries in a piece, on any thread, or reads them; nil if there seem to be none. Takes its range, and
  ///     whether it starts between two entries.
  init(
    threads: Int, pieceSize: Int,
    _ work: @escaping @Sendable (_ range: Range<Int>, _ isCertain: Bool) -> Piece?
  ) {
    precondition(threads > 1 && pieceSize >= 16, "Pieces of some bytes are scanned by several threads.")
    self.threads = threads
    self.pieceSize = pieceSize
    queue = JobQueue(threads: threads - 1) { work($0.range, $0.isCertain) }
  }

  /// Takes pieces that follow each other until one does not count. Those after it are kept: after what is unusual they may count.
  ///
  /// - Parameters:
  ///   - start: An offset between two entries, not before those of earlier calls.
  ///   - end: The size of the file; what is near it is left.
  ///   - take: Takes a piece that counts. Returns whether to go on; the piece that it refuses does not count.
  func run(from start: Int, to end: Int, take: (inout Piece) -> Bool) {
    while let first = waiting.first, first.range.lowerBound <= start { drop(first) }
    guard let firstEnd = waiting.first?.range.lowerBound ?? pieceEnd(after: start, to: end) else { return }
    waiting.insert(begin(start..<firstEnd, isCertain: true), at: 0)
    var expected: Int?
    while let last = waiting.last {
      var cut = last.range.upperBound
      while waiting.count < waitingLimit, let next = pieceEnd(after: cut, to: end) {
        waiting.append(begin(cut..<next, isCertain: false))
        cut = next
      }
      let (range, number) = waiting[0]
      if let expected, range.upperBound <= expected {
        // An entry that begins before the piece ends after it.
        drop(waiting[0])
        continue
      }
      waiting.removeFirst()
      guard var piece = queue.result(of: number), expected == nil || piece.start == expected, take(&piece),
        let next = piece.next
      else { return }
      expected = next
    }
  }

  /// The end of a piece; nil if too little of the file is left for one.
  private func pieceEnd(after start: Int, to end: Int) -> Int? {
    let left = end - start
    let smallest = pieceSize / Self.smallestPart
    return left < 2 * smallest ? nil : start + min(pieceSize, left / 2)
  }

  private func begin(_ range: Range<Int>, isCertain: Bool) -> (range: Range<Int>, number: Int) {
    (range, queue.add(Job(range: range, isCertain: isCertain)))
  }

  private func drop(_ piece: (range: Range<Int>, number: Int)) {
    queue.drop(piece.number)
    waiting.removeFirst()
  }
}

/// The entries that were found in a piece of a file.
struct ScannedPiece: FilePiece {
  var start: Int
  /// Their ranges, counted from `start`.
  var entries: [Range<Int>]
  /// The end of the last one.
  var end: Int { start + (entries.last?.upperBound ?? 0) }
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
  init<Scanner: ItemScanner>(_ scanner: Scanner, marker: [UInt8], text: FeedText) {
    precondition(!marker.isEmpty, "Entries begin with some bytes.")
    nonisolated(unsafe) let scanner = scanner
    let scanners = Pool<PieceScanner<Scanner>>()
    work = { range, isCertain, isLast in
      let pieces = scanners.take() ?? PieceScanner(scanner.copy(), marker: marker)
      defer { scanners.put(pieces) }
      return pieces.scan(range, of: text, isCertain: isCertain, isLast: isLast)
    }
  }

  /// - Parameters: Those of `PieceScanner.scan`.
  func scan(_ range: Range<Int>, isCertain: Bool, isLast: Bool = false) -> ScannedPiece? {
    work(range, isCertain, isLast)
  }
}
