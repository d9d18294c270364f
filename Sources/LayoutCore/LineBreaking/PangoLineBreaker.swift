/// Pango's own algorithm for breaking lines, on widths that were measured before (pango-layout.c of Pango 1.50 to 1.56,
/// `process_line` and `process_item`).
///
/// It keeps the state that Pango keeps from line to line: the origin of the head item's widths, the paragraph's one
/// hyphen width, and an item to which a hyphen was added. `hasFailed` is set when the result would depend on a value
/// that is not known exactly.
struct PangoLineBreaker {
  let paragraph: ParagraphPointers
  let text: TextPointers
  let constraint: LineConstraint

  var hasFailed = false
  /// The head item and the start of what is left of it.
  var item = 0
  var offset = 0
  /// The place from which the head item's widths are counted; -1 before the item is shaped. They are exact from
  /// `originReach` on; sums from the origin must add `originCorrection`.
  var origin = -1
  var originReach = 0
  var originCorrection = 0
  /// The paragraph's hyphen width; -1 before Pango computes it.
  var hyphenWidth = -1
  var lineWidth = 0
  var remaining = 0
  var runCount = 0
  var tabs = Tabs()
  /// The item with PANGO_ANALYSIS_FLAG_NEED_HYPHEN, or -1.
  var hyphenatedItem = -1
  /// The end of the glyphs of the line's last run if Pango 1.50 draws those of an earlier candidate: it keeps the
  /// glyphs that it shaped last, even when it then accepts a later place without shaping.
  var staleEnd: Int?
  /// The number of characters that the line takes when `processItem` returns `.some`.
  private var taken = 0

  /// The tabs of the line so far.
  struct Tabs {
    /// The index of the stop that the next tab tries first.
    var index = 0
    var width = 0
    var lastWidth = 0
  }

  enum Fit { case none, some, all, empty, separator }

  init(_ paragraph: ParagraphPointers, of text: TextPointers, constraint: LineConstraint) {
    self.paragraph = paragraph
    self.text = text
    self.constraint = constraint
  }

  /// Continues at a place in the paragraph as if the previous line had ended there.
  mutating func move(to place: Int) {
    item = paragraph.itemIndex(at: place)
    offset = place
    let start = Int(paragraph.items[item].start)
    origin = place > start ? start : -1
    originReach = max(origin, 0)
    originCorrection = 0
    hyphenWidth = -1
  }

  /// Lays out one line and pushes it onto `stack`.
  ///
  /// - Parameter line: The line's number in its paragraph, from 1.
  /// - Returns: False when the paragraph is finished or the algorithm failed.
  mutating func layOutLine(_ line: Int, into stack: inout LineStack, record: LineRecorder? = nil) -> Bool {
    let firstItem = item
    let start = offset
    let indentation = constraint.indentation(ofLine: line)
    hyphenatedItem = -1
    staleEnd = nil
    guard let width = constraint.width else {
      takeUnwrappedLine()
      push(from: firstItem, start, tabOffset: indentation, wrapped: false, stack: &stack, record: record)
      return !hasFailed && item < paragraph.itemCount
    }
    lineWidth = max(width &- indentation, 0)
    if constraint.maximumLineCount > 0, line == constraint.maximumLineCount {
      layOutLastLine(into: &stack, tabOffset: indentation, record: record)
      return false
    }
    fillLine(tabOffset: indentation)
    if hasFailed { return false }
    let isWrapped = item < paragraph.itemCount
    push(from: firstItem, start, tabOffset: indentation, wrapped: isWrapped, stack: &stack, record: record)
    if isWrapped, offset == start { hasFailed = true }
    return !hasFailed && isWrapped
  }

  private mutating func takeUnwrappedLine() {
    while item < paragraph.itemCount, paragraph.items[item].kind != .separator { item &+= 1 }
    if item < paragraph.itemCount { item &+= 1 }
    offset = item < paragraph.itemCount ? Int(paragraph.items[item].start) : paragraph.count
  }

  /// Adds items until the line is full, and rolls back to the last item with a break inside (`process_line`).
  private mutating func fillLine(tabOffset: Int) {
    remaining = lineWidth
    runCount = 0
    tabs = Tabs()
    let firstItem = item
    var hasBreak = false
    var breakItem = 0
    var breakOffset = 0
    var breakRemaining = 0
    var breakTabs = tabs
    while item < paragraph.itemCount {
      let end = paragraph.items[item].end
      let before = remaining
      let fit = processItem(
        forced: !hasBreak, noBreakAtEnd: false, isLast: item == paragraph.itemCount &- 1, tabOffset: tabOffset
      )
      if hasFailed { return }
      switch fit {
      case .all:
        if paragraph.items[item].kind != .tab, hasBreakInside(upTo: end) {
          hasBreak = true
          breakItem = item
          breakOffset = offset
          breakRemaining = before
          breakTabs = tabs
        }
        moveToNextItem(from: end)
        runCount &+= 1
      case .some:
        offset &+= taken
        return
      case .empty:
        return
      case .separator:
        moveToNextItem(from: end)
        return
      case .none:
        if hyphenatedItem >= breakItem {
          hasFailed = true
          return
        }
        item = breakItem
        offset = breakOffset
        remaining = breakRemaining
        tabs = breakTabs
        forgetOrigin()
        runCount = breakItem &- firstItem
        let second = processItem(
          forced: true, noBreakAtEnd: true, isLast: item == paragraph.itemCount &- 1, tabOffset: tabOffset)
        if second == .some { offset &+= taken } else if second != .empty { hasFailed = true }
        return
      }
    }
  }

  private mutating func moveToNextItem(from end: Int) {
    item &+= 1
    offset = end
    forgetOrigin()
  }

  private mutating func forgetOrigin() {
    origin = -1
    originReach = 0
  }

  /// Whether the head item has a break before `end` (`can_break_in`); a break at its start counts only if the line is
  /// not empty.
  private func hasBreakInside(upTo end: Int) -> Bool {
    let wanted: BreakAttributes = constraint.wrapMode == .character ? .characterBreak : .lineBreak
    let first = offset &+ (runCount > 0 ? 0 : 1)
    var place = end &- 1
    while place >= first {
      if paragraph.breakAttributes[place].has(wanted) { return true }
      place &-= 1
    }
    return false
  }

  /// Decides how much of the head item fits on the line (`process_item`).
  private mutating func processItem(forced: Bool, noBreakAtEnd: Bool, isLast: Bool, tabOffset: Int) -> Fit {
    let here = paragraph.items + item
    if here.pointee.isUnknown || hyphenatedItem == item { hasFailed = true }
    if hasFailed { return .all }
    switch here.pointee.kind {
    case .separator: return .separator
    case .tab:
      remaining = max(remaining &- takeTab(at: lineWidth &- remaining, offset: tabOffset), 0)
      return .all
    case .text: break
    }
    let end = here.pointee.end
    let count = end &- offset
    let isFresh = origin < 0
    if isFresh { takeOrigin(here) }
    let width = isFresh ? pieceWidth(here, offset, end) : sum(count)
    let breaksCharacters = constraint.wrapMode == .character
    var extra = 0
    if !noBreakAtEnd, canBreak(end, breaksCharacters) { extra = extraWidth(here, count) }
    let isLone = count == 1 && runCount == 0
    if !noBreakAtEnd, width &+ extra <= remaining || isLone {
      // Pango shapes the rest of the item again here, and it must still fit.
      let shaped = pieceWidth(here, offset, end)
      if shaped &+ extra <= remaining || isLone {
        remaining = max(remaining &- shaped, 0)
        return .all
      }
      return searchBreak(
        here, width: shaped, extra: extra, forced: forced, noBreakAtEnd: noBreakAtEnd, isLast: isLast)
    }
    return searchBreak(
      here, width: width, extra: extra, forced: forced, noBreakAtEnd: noBreakAtEnd, isLast: isLast)
  }

  /// A possible break: the number of characters before it, their width, and the width that the break adds.
  private struct Candidate {
    var count: Int
    var width: Int
    var extra: Int
    /// The end of the glyphs that Pango keeps from an earlier candidate, although it ends the line here.
    var staleEnd: Int?
    var total: Int { width &+ extra }
  }

  private mutating func searchBreak(
    _ here: UnsafePointer<PreparedParagraph.Item>, width: Int, extra: Int, forced: Bool, noBreakAtEnd: Bool,
    isLast: Bool
  ) -> Fit {
    if hasFailed { return .all }
    let whole = Candidate(count: here.pointee.end &- offset, width: width, extra: extra)
    var breaksCharacters = constraint.wrapMode == .character
    var best = findBreak(
      here, whole: whole, byCharacter: breaksCharacters, noBreakAtEnd: noBreakAtEnd, isLast: isLast)
    if constraint.wrapMode == .wordCharacter, forced, best.total > remaining, !hasFailed {
      breaksCharacters = true
      best = findBreak(here, whole: whole, byCharacter: true, noBreakAtEnd: noBreakAtEnd, isLast: isLast)
    }
    if hasFailed { return .all }
    guard forced || best.total <= remaining else { return .none }
    remaining = max(remaining &- best.total, 0)
    if best.count == whole.count {
      let end = here.pointee.end
      if canBreak(end, breaksCharacters), paragraph.breakAttributes[end].has([.hyphen, .removesPreceding]) {
        // A second hyphen leaves the first one inside the line.
        if hyphenatedItem >= 0 { hasFailed = true }
        hyphenatedItem = item
      }
      return .all
    }
    if best.count == 0 { return .empty }
    staleEnd = best.staleEnd
    taken = best.count
    return .some
  }

  private mutating func findBreak(
    _ here: UnsafePointer<PreparedParagraph.Item>, whole: Candidate, byCharacter: Bool, noBreakAtEnd: Bool,
    isLast: Bool
  ) -> Candidate {
    let margin = Int(here.pointee.searchMargin)
    guard margin >= 0 else {
      hasFailed = true
      return whole
    }
    let count = whole.count
    let last = noBreakAtEnd ? count &- 1 : count
    var best = whole
    var staleEnd: Int?
    var next = skipSafeCandidates(here, last: last, byCharacter: byCharacter, best: &best)
    if hyphenWidth < 0, paragraph.hasOneHyphen { hyphenWidth = paragraph.hyphen }
    while next <= last {
      let place = offset &+ next
      let isCandidate = canBreak(place, byCharacter) && (next > 0 || runCount > 0)
      // A place that is no candidate only matters if Pango computes the hyphen's width there.
      if !isCandidate, paragraph.hasOneHyphen || hyphenWidth >= 0 {
        next &+= 1
        continue
      }
      let width = sum(next)
      var extra = extraWidth(here, next)
      if min(width &+ extra, width) > remaining &+ margin, best.count < count { break }
      if isCandidate {
        if next == 0 || width &+ extra < remaining &- margin {
          best = Candidate(count: next, width: width, extra: extra, staleEnd: staleEnd)
        } else {
          let shaped = pieceWidth(here, offset, place)
          extra = shapedExtra(next, isWhole: next == count, isLast: isLast)
          if best.count == count || shaped &+ extra <= remaining || shaped &+ extra < best.total {
            best = Candidate(count: next, width: shaped, extra: extra)
            staleEnd = place
          }
        }
      }
      if hasFailed { break }
      next &+= 1
    }
    return best
  }

  /// Skips candidates far from the line's end. All of them fit, so only the last one matters.
  ///
  /// - Returns: The first number of characters that must be examined.
  private mutating func skipSafeCandidates(
    _ here: UnsafePointer<PreparedParagraph.Item>, last: Int, byCharacter: Bool, best: inout Candidate
  ) -> Int {
    let limit = remaining &- Int(here.pointee.searchMargin) &- paragraph.widestHyphen
    let sums = paragraph.sums + offset
    let base = Int(sums[0]) &- (origin == offset ? originCorrection : 0)
    var low = originReach > offset ? originReach &- offset : 1
    var high = last
    guard low <= high, Int(sums[low]) &- base < limit else { return 0 }
    while low < high {
      let middle = (low &+ high &+ 1) >> 1
      if Int(sums[middle]) &- base < limit { low = middle } else { high = middle &- 1 }
    }
    var fitting = low
    while fitting >= 0, !(canBreak(offset &+ fitting, byCharacter) && (fitting > 0 || runCount > 0)) {
      fitting &-= 1
    }
    if hyphenWidth < 0 {
      let asks =
        paragraph.hasOneHyphen || (0...low).contains { paragraph.breakAttributes[offset &+ $0].has(.hyphen) }
      if asks { hyphenWidth = paragraph.hasOneHyphen ? paragraph.hyphen : Int(here.pointee.hyphen) }
    }
    if fitting >= 0 {
      let isExact = fitting >= originReach &- offset
      best = Candidate(
        count: fitting, width: isExact ? sum(fitting) : 0,
        extra: fitting == 0 || isExact ? extraWidth(here, fitting) : 0)
    }
    return low &+ 1
  }

  /// The width that a break adds to a shaped piece: white space is dropped, except at the end of the paragraph.
  private mutating func shapedExtra(_ count: Int, isWhole: Bool, isLast: Bool) -> Int {
    let place = offset &+ count
    if count > 0, !isWhole || !isLast, paragraph.breakAttributes[place &- 1].has(.whiteSpace) {
      return -characterWidth(place &- 1)
    }
    if isWhole, !isLast, paragraph.breakAttributes[place].has([.hyphen, .removesPreceding]) {
      return hyphenWidth
    }
    return 0
  }
}
