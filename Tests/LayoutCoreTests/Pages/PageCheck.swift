import LayoutCore

/// Looks for pages that break the paginator's promises, by other means than the paginator.
struct PageCheck {
  private(set) var violations: [String] = []
  private let blocks: [PageBlock]
  private let paginator: Paginator
  private let pages: [Page]

  init(_ blocks: [PageBlock], _ paginator: Paginator) {
    self.blocks = blocks
    self.paginator = paginator
    pages = paginator.pages(of: blocks)
    checkOrder()
    for (number, page) in pages.enumerated() {
      checkHeight(of: page, number)
      checkEnd(of: page, number)
      checkNotes(of: page, number)
    }
  }

  /// All lines are on one page each, in order.
  private mutating func checkOrder() {
    let shown = pages.flatMap { $0.fragments.flatMap { part in part.lines.map { [part.block, $0] } } }
    let all = blocks.indices.flatMap { block in blocks[block].lines.indices.map { [block, $0] } }
    if shown != all { violations.append("lines are missing, repeated or in another order") }
  }

  private func height(of fragment: Page.Fragment) -> Int {
    fragment.lines.reduce(0) { $0 + blocks[fragment.block].lines[$1].height }
  }

  private mutating func checkHeight(of page: Page, _ number: Int) {
    var bottom = page.header.map { blocks[$0].height } ?? 0
    for (index, fragment) in page.fragments.enumerated() {
      let isFirst = index == 0
      let gap = isFirst || fragment.lines.lowerBound > 0 ? 0 : blocks[fragment.block].spaceAbove
      if fragment.top != bottom + gap { violations.append("page \(number): wrong place of a fragment") }
      bottom = fragment.top + height(of: fragment)
    }
    let lineCount = page.fragments.reduce(0) { $0 + $1.lines.count }
    let isOverfull = bottom + paginator.height(ofNotes: page.notes) > paginator.pageHeight
    if isOverfull, lineCount > 1 || lineCount == 0 && page.notes.count > 1 {
      violations.append("page \(number) is overfull")
    }
    if isOverfull, lineCount == 1, bottom <= paginator.pageHeight {
      violations.append("page \(number): footnotes overflow")
    }
    if lineCount == 0, page.notes.isEmpty { violations.append("page \(number) is empty") }
  }

  /// A page ends badly only if there is no better end on it.
  private mutating func checkEnd(of page: Page, _ number: Int) {
    guard let last = page.fragments.last,
      let next = pages.dropFirst(number + 1).first(where: { !$0.fragments.isEmpty })
    else { return }
    let end = (block: next.fragments[0].block, line: next.fragments[0].lines.lowerBound)
    guard cost(ofEnd: end) > 0 else { return }
    let places = page.fragments.flatMap { part in part.lines.map { (block: part.block, line: $0) } }
      .dropFirst()
    if places.contains(where: { cost(ofEnd: $0) < cost(ofEnd: end) }) {
      violations.append("page \(number) ends in block \(last.block) although there is a better end")
    }
  }

  private func cost(ofEnd end: (block: Int, line: Int)) -> Int {
    if end.line == 0 { return blocks[end.block - 1].keepsWithNext ? 3 : 0 }
    let block = blocks[end.block]
    if end.line == 1 || end.line == block.lines.count - 1 { return 3 }
    if block.lines[end.line].continuesLine { return 2 }
    return block.keepsTogether && block.height <= paginator.pageHeight ? 1 : 0
  }

  /// The footnotes of a page are those of its lines, apart from some of a line that has it for itself.
  private mutating func checkNotes(of page: Page, _ number: Int) {
    var wanted: Set<Int> = []
    for part in page.fragments {
      for line in part.lines { wanted.formUnion(blocks[part.block].lines[line].notes) }
    }
    if Set(page.notes).count != page.notes.count { violations.append("page \(number) repeats a footnote") }
    let missing = wanted.subtracting(page.notes)
    let following = pages[(number + 1)...].prefix { $0.fragments.isEmpty }.flatMap(\.notes)
    let after = pages[(number + 1)...].first { !$0.fragments.isEmpty }?.notes ?? []
    if !missing.isSubset(of: following + after) { violations.append("page \(number) lacks a footnote") }
    let isAlone = page.fragments.count == 1 && page.fragments[0].lines.count == 1
    if !missing.isEmpty, !isAlone { violations.append("page \(number) carries footnotes over") }
  }
}
