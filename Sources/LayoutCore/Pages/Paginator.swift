/// Divides blocks of lines into pages, as a typesetter does.
///
/// - Every line is on exactly one page, in order. Only a line that is higher than the page overflows, alone on its page.
/// - A block that keeps with the next one never ends a page.
/// - A block that is divided has at least two lines at the end of one page and at the beginning of the next.
/// - A line that goes on with the one before is on the same page.
/// - The footnotes of a line are on its page. Those that do not fit beside a line that has the page for itself come first
///   on the next pages.
///
/// Rules that can't be followed, because what they keep together is higher than a page, give way one by one: first blocks
/// that keep together are divided, then lines that go on, and at last any line may end the page.
public struct Paginator: Sendable {
  /// The height of a page.
  public let pageHeight: Int
  /// The height of each footnote, by number.
  public let noteHeights: [Int]
  /// The distance between the text and the first footnote.
  public let spaceAboveNotes: Int

  /// The fewest lines of a divided block at either side of the division.
  private static let fewestLines = 2
  /// A header that takes more than this part of a page is not repeated.
  private static let headerShare = 3

  /// Creates a paginator.
  ///
  /// - Parameters:
  ///   - pageHeight: The height of a page; positive.
  ///   - noteHeights: The height of each footnote, by number; not negative.
  ///   - spaceAboveNotes: The distance between the text and the first footnote; not negative.
  public init(pageHeight: Int, noteHeights: [Int] = [], spaceAboveNotes: Int = 0) {
    precondition(pageHeight > 0, "The height of a page must be positive.")
    self.pageHeight = pageHeight
    self.noteHeights = noteHeights
    self.spaceAboveNotes = spaceAboveNotes
  }

  /// The pages of a text; none if there are no blocks.
  ///
  /// - Precondition: Headers come before the blocks that they head, and all footnotes have a height.
  /// - Complexity: O(lines and references to footnotes).
  public func pages(of blocks: [PageBlock]) -> [Page] {
    var pages: [Page] = []
    var position = Position(block: 0, line: 0)
    var carried: [Int] = []
    while position.block < blocks.count || !carried.isEmpty {
      var draft = PageDraft()
      placeCarried(&carried, on: &draft)
      if carried.isEmpty { fill(&draft, with: blocks, from: &position, carried: &carried) }
      pages.append(draft.page)
    }
    return pages
  }

  /// The height of the footnotes of a page with the distance from its text; 0 without footnotes.
  public func height(ofNotes notes: [Int]) -> Int {
    notes.isEmpty ? 0 : notes.reduce(spaceAboveNotes) { $0 + noteHeights[$1] }
  }

  // MARK: One page

  /// A place between two lines: before this one.
  private struct Position {
    var block: Int
    var line: Int
  }

  /// How much a page may end at a place: the lower the better.
  private enum Rank: Int, CaseIterable { case free, insideBlock, insideLine, anywhere }

  /// A page that is being filled.
  private struct PageDraft {
    var page = Page()
    var notes: Set<Int> = []
    var bodyHeight = 0
    var notesHeight = 0

    var isEmpty: Bool { page.fragments.isEmpty }

    mutating func append(_ position: Position, height: Int, gap: Int) {
      bodyHeight += gap
      if let last = page.fragments.last, last.block == position.block {
        page.fragments[page.fragments.count - 1].lines = last.lines.lowerBound..<position.line + 1
      } else {
        page.fragments.append(
          Page.Fragment(
            block: position.block, lines: position.line..<position.line + 1, top: bodyHeight))
      }
      bodyHeight += height
    }

    /// Takes back what was placed from a place on.
    mutating func cut(to end: Position, noteCount: Int) {
      while let last = page.fragments.last, last.block > end.block || last.lines.lowerBound >= end.line,
        last.block >= end.block
      {
        page.fragments.removeLast()
      }
      if let last = page.fragments.last, last.block == end.block {
        page.fragments[page.fragments.count - 1].lines = last.lines.lowerBound..<end.line
      }
      page.notes.removeLast(page.notes.count - noteCount)
    }
  }

  /// The footnotes that did not fit on the page before come first.
  private func placeCarried(_ carried: inout [Int], on draft: inout PageDraft) {
    while let note = carried.first {
      let height = (draft.page.notes.isEmpty ? spaceAboveNotes : draft.notesHeight) + noteHeights[note]
      // One at least, so that each page takes some.
      guard height <= pageHeight || draft.page.notes.isEmpty else { return }
      carried.removeFirst()
      draft.page.notes.append(note)
      draft.notes.insert(note)
      draft.notesHeight = height
    }
  }

  /// Places lines from a position on as far as they fit and may end the page.
  private func fill(
    _ draft: inout PageDraft, with blocks: [PageBlock], from start: inout Position, carried: inout [Int]
  ) {
    guard start.block < blocks.count else { return }
    repeatHeader(on: &draft, of: blocks, from: start)
    var ends = place(blocks, from: start, on: &draft)
    if draft.isEmpty, draft.page.header != nil {
      draft.page.header = nil
      draft.bodyHeight = 0
      ends = place(blocks, from: start, on: &draft)
    }
    if let end = ends {
      draft.cut(to: end.position, noteCount: end.noteCount)
      start = end.position
    } else if draft.page.notes.isEmpty {
      force(start, of: blocks, on: &draft, carried: &carried)
      advance(&start, in: blocks[start.block])
    }
    // Else the line comes on the page after the footnotes that were left over.
  }

  /// Places lines as far as they fit.
  ///
  /// - Returns: The best end of the page: the last place of the best rank; nil if the first line does not fit.
  private func place(
    _ blocks: [PageBlock], from start: Position, on draft: inout PageDraft
  ) -> (position: Position, noteCount: Int)? {
    var ends: [(position: Position, noteCount: Int)?] = Rank.allCases.map { _ in nil }
    var position = start
    while position.block < blocks.count {
      let block = blocks[position.block]
      if !draft.isEmpty {
        ends[rank(of: position, in: blocks).rawValue] = (position, draft.page.notes.count)
      }
      let line = block.lines[position.line]
      let gap = position.line == 0 && !draft.isEmpty ? block.spaceAbove : 0
      guard fits(line, below: gap, on: draft) else { return ends.compactMap { $0 }.first }
      draft.append(position, height: line.height, gap: gap)
      add(line.notes, to: &draft)
      advance(&position, in: block)
    }
    return (position, draft.page.notes.count)
  }

  /// Gives a page to a line that is too high for any, with its footnotes or without them.
  private func force(
    _ position: Position, of blocks: [PageBlock], on draft: inout PageDraft, carried: inout [Int]
  ) {
    let line = blocks[position.block].lines[position.line]
    draft.append(position, height: line.height, gap: 0)
    for note in line.notes where draft.notes.insert(note).inserted { carried.append(note) }
    var height = line.height + spaceAboveNotes
    while let note = carried.first, height + noteHeights[note] <= pageHeight {
      height += noteHeights[note]
      draft.page.notes.append(note)
      carried.removeFirst()
    }
  }

  private func repeatHeader(on draft: inout PageDraft, of blocks: [PageBlock], from start: Position) {
    guard let header = blocks[start.block].header else { return }
    precondition(header < start.block, "A header comes before what it heads.")
    let height = blocks[header].height
    guard height <= pageHeight / Self.headerShare else { return }
    draft.page.header = header
    draft.bodyHeight = height
  }

  private func rank(of position: Position, in blocks: [PageBlock]) -> Rank {
    let block = blocks[position.block]
    if position.line == 0 { return blocks[position.block - 1].keepsWithNext ? .anywhere : .free }
    let fewest = min(position.line, block.lines.count - position.line)
    if fewest < Self.fewestLines { return .anywhere }
    if block.lines[position.line].continuesLine { return .insideLine }
    return block.keepsTogether && fitsOnPage(block) ? .insideBlock : .free
  }

  /// - Complexity: O(lines of a page).
  private func fitsOnPage(_ block: PageBlock) -> Bool {
    var height = 0
    for line in block.lines {
      height += line.height
      if height > pageHeight { return false }
    }
    return true
  }

  private func fits(_ line: PageLine, below gap: Int, on draft: PageDraft) -> Bool {
    var notesHeight = draft.notesHeight
    var new: Set<Int> = []
    for note in line.notes where !draft.notes.contains(note) && new.insert(note).inserted {
      notesHeight = (notesHeight == 0 ? spaceAboveNotes : notesHeight) + noteHeights[note]
    }
    return draft.bodyHeight + gap + line.height + notesHeight <= pageHeight
  }

  private func add(_ notes: [Int], to draft: inout PageDraft) {
    for note in notes where draft.notes.insert(note).inserted {
      draft.notesHeight = (draft.page.notes.isEmpty ? spaceAboveNotes : draft.notesHeight) + noteHeights[note]
      draft.page.notes.append(note)
    }
  }

  private func advance(_ position: inout Position, in block: PageBlock) {
    position.line += 1
    if position.line == block.lines.count { position = Position(block: position.block + 1, line: 0) }
  }
}
