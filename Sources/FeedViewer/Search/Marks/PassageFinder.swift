import FeedViewerBase

/// Finds where a text holds the most of several needles near each other.
struct PassageFinder {
  /// A place near which needles were found.
  struct Place {
    /// Where the first of them begins in the text, in bytes.
    var place: Int
    /// How many different needles are there.
    var needleCount: Int
  }

  /// The text is folded in pieces of about this many bytes.
  private static let pieceSize = 4_096

  private let needles: [Needle]
  private let scanners: [NeedleScanner]
  /// The most characters from the first needle to the last one.
  private let span: Int
  private let overlap: Int

  /// - Parameter needles: Not empty.
  init(_ needles: [Needle], span: Int) {
    self.needles = needles
    self.span = span
    scanners = needles.map { NeedleScanner($0, frequencies: ByteFrequencies()) }
    // A needle may begin in one piece and end in the next, and so may the scalar after it, which can change it.
    overlap = (needles.map(\.bytes.count).max() ?? 0) + 4
  }

  /// The first of the best places in the first `SearchQuery.passageLimit` bytes; nil if there is none.
  func find(in text: String) -> Place? {
    var text = text
    return text.withUTF8 { find(in: $0) }
  }

  private func find(in text: UnsafeBufferPointer<UInt8>) -> Place? {
    guard let base = text.baseAddress else { return nil }
    var folder = TextFolder(capacity: min(text.count, 2 * Self.pieceSize))
    // Where pieces begin, in the text and in its folded form.
    var pieces: [(text: Int, folded: Int)] = []
    var window = Window(count: needles.count)
    var position = 0
    let limit = min(text.count, SearchQuery.passageLimit)
    while position < limit, window.best.count < needles.count {
      pieces.append((position, folder.count))
      let end = Self.endOfPiece(base, from: position, text.count)
      let scanned = folder.count
      folder.append(UnsafeBufferPointer(start: base + position, count: end - position))
      position = end
      search(folder.view, from: scanned, &window)
    }
    guard window.best.count > 0,
      let piece = pieces.last(where: { $0.folded <= window.best.place })
    else { return nil }
    let units = FoldedUnits(text, in: piece.text..<Self.endOfPiece(base, from: piece.text, text.count))
    // White space at the start of a piece adds nothing if the piece before ends with some; alone it adds nothing either.
    let lead = piece.folded > 0 && folder.view[piece.folded] == 0x20 ? 1 : 0
    let folded = window.best.place - piece.folded - lead
    return Place(
      place: units.textRange(of: max(0, folded)..<max(0, folded) + 1).lowerBound,
      needleCount: window.best.count)
  }

  /// The end of the piece that begins at `start`: before a unit.
  private static func endOfPiece(_ base: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int {
    var end = start + pieceSize
    if end >= count { return count }
    while end > start, base[end] & 0xC0 == 0x80 { end -= 1 }
    while end < count {
      let scalar = TextFolder.scalar(at: base + end)
      if TextFolder.startsUnit(scalar) { return end }
      end += UTF8.width(scalar)
    }
    return count
  }

  /// Needles that were found, and the place with the most of them.
  private struct Window {
    /// The last place of each needle.
    var last: [Int?]
    var best = (place: 0, count: 0)

    init(count: Int) { last = Array(repeating: nil, count: count) }

    mutating func add(_ needle: Int, at place: Int, span: Int) {
      last[needle] = place
      let near = last.compactMap { $0 }.filter { place - $0 <= span }
      if near.count > best.count, let first = near.min() { best = (first, near.count) }
    }
  }

  /// Finds the needles that end in the new bytes of the folded text.
  private func search(_ text: UnsafeBufferPointer<UInt8>, from new: Int, _ window: inout Window) {
    guard let base = text.baseAddress else { return }
    var found: [(place: Int, needle: Int)] = []
    for (number, scanner) in scanners.enumerated() {
      var position = max(0, new - overlap)
      while let place = scanner.firstPlace(in: base, from: position, to: text.count) {
        found.append((place, number))
        if scanners.count == 1 { break }
        position = place + needles[number].bytes.count
      }
    }
    let scalars = text[new...].count { $0 & 0xC0 != 0x80 }
    let width = Double(text.count - new) / Double(max(1, scalars))
    let bytes = Int(min(Double(span) * width, 1e15))
    for (place, needle) in found.sorted(by: { $0.place < $1.place }) {
      window.add(needle, at: place, span: bytes)
    }
  }
}
