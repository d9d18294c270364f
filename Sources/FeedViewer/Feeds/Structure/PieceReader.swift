/// Reads the entries of a file on several threads, as far as they are as usual.
///
/// Where entries are is found by reading them: to look for the places first would take 7 to 8 % of the time of reading, and a
/// core would read what another one has looked at. So each thread reads pieces of the file, parses the entries that begin in
/// them and counts their lines; `PieceScan` tells which pieces count. A thread stops at whatever is unusual or has to be
/// repaired: the reader of the file reads that, and then pieces are read on. So entries, keys and repairs are the same with any
/// number of threads.
final class PieceReader {
  /// The bytes of a piece: its text and its entries fit the second-level cache.
  static let pieceSize = 256 << 10

  private let threads: Int
  private let pieceSize: Int
  /// The pieces that were begun, and in which state.
  private var scan: (context: any EntryContext, marker: [UInt8], pieces: PieceScan<ReadPiece>)?
  /// The number of pieces that counted.
  private(set) var pieceCount = 0
  /// How often reading pieces ended.
  private var endCount = 0
  /// Whether no other piece can be read.
  private var isOver = false

  /// - Parameters:
  ///   - threads: The number of threads, including the one that reads the file; at least two.
  ///   - pieceSize: The bytes of a piece.
  init(threads: Int, pieceSize: Int = PieceReader.pieceSize) {
    (self.threads, self.pieceSize) = (threads, pieceSize)
  }

  /// Whether one thread reads the rest: there is no other piece, or so much is unusual that it is as fast.
  var isDone: Bool { isOver || endCount >= 4 && endCount * 4 > pieceCount }

  /// Reads the entries that follow.
  ///
  /// - Parameters:
  ///   - start: An offset between two entries; the text goes on after those that were read.
  ///   - limit: The most entries to read.
  ///   - context: The state in which they are read.
  ///   - marker: The bytes with which an entry begins.
  ///   - take: Takes the entries of a piece, the last one first.
  /// - Returns: Where the reader of the file goes on, and whether an entry begins exactly there; nil if nothing was read.
  func read(
    from start: Int, in text: inout SourceText, limit: Int, _ context: any EntryContext, marker: [UInt8],
    take: (inout [ReadEntry]) -> Void
  ) -> (offset: Int, isAtEntry: Bool)? {
    guard let upcoming = text.upcoming, upcoming.end - start >= pieceSize else {
      isOver = true
      return nil
    }
    var (left, length, isAtEntry) = (limit, TextPlace(), false)
    pieces(of: upcoming, context, marker).run(from: start, to: upcoming.end) { piece in
      guard piece.entries.count <= left else {
        // The others are counted one by one.
        isOver = true
        return false
      }
      left -= piece.entries.count
      take(&piece.entries)
      length = length.after(piece.length)
      isAtEntry = piece.next != nil
      pieceCount += 1
      return true
    }
    endCount += 1
    guard length.offset > 0 else { return nil }
    text.skip(from: start, by: length)
    return (start + length.offset, isAtEntry)
  }

  private func pieces(
    of text: UpcomingText, _ context: any EntryContext, _ marker: [UInt8]
  ) -> PieceScan<ReadPiece> {
    if let scan, scan.context === context, scan.marker == marker { return scan.pieces }
    let (texts, parse) = (PieceTexts(), context.parser())
    let pieces = PieceScan<ReadPiece>(threads: threads, pieceSize: pieceSize) { range, isCertain in
      texts.read(range, of: text, marker: marker, isCertain: isCertain) { slice, start in
        var part = parse(slice, isCertain)
        // An array that reverses itself copies its elements.
        part.entries.withUnsafeMutableBufferPointer { $0.reverse() }
        return ReadPiece(part, in: slice, at: start)
      }
    }
    scan = (context, marker, pieces)
    return pieces
  }
}

/// The entries that were read from a piece of a file.
struct ReadPiece: FilePiece {
  var start: Int
  /// The last one first, so that they are taken from the array without being copied.
  var entries: [ReadEntry]
  /// The place after what was read, counted from `start`: where the next entry begins, else the end of the last one.
  var length: TextPlace
  var next: Int?

  /// - Parameters:
  ///   - part: What was read from the text, the last entry first.
  ///   - text: The text of the piece, up to the beginning of the next entry.
  ///   - start: Its offset.
  /// - Returns: Nil if no entry was read.
  fileprivate init?(_ part: ParsedPart, in text: TextSlice, at start: Int) {
    guard let end = part.entries.first?.end else { return nil }
    let count = part.isComplete ? text.count : end
    self.start = start
    entries = part.entries
    length = TextPlace().after(UnsafeBufferPointer(start: text.base, count: count))
    next = part.isComplete ? start + count : nil
  }
}

/// What was read from a part of a text.
struct ParsedPart {
  /// All entries before what is unusual.
  var entries: [ReadEntry]
  /// Whether there is nothing else in the text.
  var isComplete: Bool

  /// - Parameters:
  ///   - entries: The entries that a reader has read; takes them from it.
  ///   - count: The number of those before what is unusual.
  ///   - isComplete: Whether there is nothing else in the text.
  init(_ entries: inout [ReadEntry]?, count: Int, isComplete: Bool) {
    var usual: [ReadEntry]? = []
    swap(&usual, &entries)
    self.entries = usual ?? []
    self.entries.removeLast(self.entries.count - count)
    self.isComplete = isComplete
  }

  /// The entry, if there is nothing else in the text.
  var only: ReadEntry? { isComplete && entries.count == 1 ? entries[0] : nil }
}

/// An entry that was read from a part of a text, its `ownKeyHash`, where it belongs, and its end, counted from the start of the
/// part.
///
/// A tuple, because it is taken apart without copying the entry: the reference counts that a copy changes are in the cache of
/// the processor that read it.
typealias ReadEntry = (
  entry: FeedEntry, keyHash: UInt64, section: String?, folder: FeedFolder?, end: Int
)
