/// Breaks a simple paragraph into lines by walking over its word ends. Lines that such a walk can't decide are left to
/// `PangoLineBreaker`.
struct WordWalk {
  enum Outcome { case done, failed, notSimple }

  private let paragraph: ParagraphPointers
  private let words: WordPointers
  private let text: TextPointers
  private let constraint: LineConstraint
  private let width: Int
  private let lastLine: Int
  /// The box of the line that was pushed last; most lines have the same one as their neighbours.
  private var box = LineBox()
  private var boxClasses: UInt16 = 0
  private var boxFirst = -1

  init(
    _ paragraph: ParagraphPointers, _ words: WordPointers, of text: TextPointers,
    constraint: LineConstraint, width: Int
  ) {
    self.paragraph = paragraph
    self.words = words
    self.text = text
    self.constraint = constraint
    self.width = width
    lastLine = constraint.maximumLineCount > 0 ? constraint.maximumLineCount : Int.max
    if paragraph.isUniform { box.add(text.classes[Int(paragraph.items[0].heightClass)]) }
  }

  mutating func append(to stack: inout LineStack) -> Outcome {
    var next = 0
    var start = 0
    var line = 1
    var estimate = width &* words.count / max(Int(words.ends[words.count &- 1]), 1)
    while next < words.count {
      let first = next
      let limit = min(start &+ width, Int(Int32.max) &- 1)
      next = line == lastLine ? words.count : words.firstBeyond(limit, from: first, estimate: estimate)
      estimate = next &- first
      let isLastLine = line == lastLine
      let cut =
        isLastLine && Int(words.ends[next &- 1]) > limit && !paragraph.isEllipsisUniform
        ? cutBox(first, start) : nil
      if isPlain(first, next, limit: limit, isLastLine: isLastLine, isCutKnown: cut != nil) {
        let isEnd = next == words.count
        let end = Int(isEnd ? words.ends[next &- 1] : words.visibleEnds[next &- 1])
        let isCut = isLastLine && end &- start > width
        if isCut { stack.isTruncated = true }
        if isCut, let cut {
          stack.push(cut, width: end &- start)
        } else {
          push(first, next, width: end &- start, to: &stack)
        }
        start = Int(words.ends[next &- 1])
        line &+= 1
        continue
      }
      guard paragraph.hasDetail else { return .failed }
      guard paragraph.hasOneHyphen else { return .notSimple }
      next = first
      var breaker = PangoLineBreaker(paragraph, of: text, constraint: constraint)
      breaker.move(to: first == 0 ? 0 : Int(words.places[first &- 1]))
      while true {
        guard breaker.layOutLine(line, into: &stack) else {
          return breaker.hasFailed ? .failed : .done
        }
        line &+= 1
        while Int(words.places[next]) < breaker.offset { next &+= 1 }
        let isPlainStart =
          Int(words.places[next]) == breaker.offset && !words.kinds[next].contains(.badStart)
          && breaker.offset >= breaker.originReach
        if isPlainStart { break }
      }
      start = Int(words.ends[next])
      next &+= 1
    }
    return .done
  }

  /// Whether the line has the words [first, next), and the difference of the sums is its width.
  ///
  /// - Parameter isCutKnown: Whether the box is known that the line has with an ellipsis.
  private func isPlain(_ first: Int, _ next: Int, limit: Int, isLastLine: Bool, isCutKnown: Bool) -> Bool {
    if next == first || first > 0 && words.kinds[first &- 1].contains(.badStart) { return false }
    if isLastLine {
      // The last line takes all remaining words; the position of an ellipsis only decides which runs are drawn.
      return Int(words.ends[next &- 1]) <= limit || paragraph.isEllipsisUniform || isCutKnown
    }
    if !words.hasSpecialEnds || next == words.count { return true }
    if words.kinds[next &- 1].contains(.special) { return false }
    var near = next &- 2
    while near >= first, Int(words.visibleEnds[near]) >= limit &- words.margin {
      if words.kinds[near].contains(.special) { return false }
      near &-= 1
    }
    near = next
    while near < words.count, Int(words.visibleEnds[near]) <= limit &+ words.margin {
      if words.kinds[near].contains(.special) { return false }
      near &+= 1
    }
    return true
  }

  /// The box of a line that is too wide and ends with an ellipsis; nil if it depends on where that is.
  ///
  /// Pango leaves as much of a line as fits beside the ellipsis (ellipsize.c): all words that fit beside the wider one, and no more
  /// than fits beside the narrower one. What lies between must add no runs of other heights.
  private func cutBox(_ first: Int, _ start: Int) -> LineBox? {
    guard paragraph.hasCommonEllipses else { return nil }
    let (plain, wide) = (paragraph.items.pointee.ellipsis, paragraph.items.pointee.wideEllipsis)
    let sure = start &+ width &- Int(max(plain.width, wide.width))
    let possible = start &+ width &- Int(min(plain.width, wide.width))
    var next = first
    var classes: UInt16 = paragraph.isUniform ? 1 << UInt16(paragraph.items.pointee.heightClass) : 0
    while next < words.count, Int(words.ends[next]) <= sure {
      if !paragraph.isUniform { classes |= words.classes[next] }
      next &+= 1
    }
    // At least one word precedes the ellipsis, and another one follows.
    guard next > first, next < words.count else { return nil }
    while !paragraph.isUniform, next < words.count {
      if words.classes[next] & ~classes != 0 { return nil }
      if Int(words.ends[next]) > possible { break }
      next &+= 1
    }
    let leading = paragraph.isUniform || text.hasFlatBaselines ? nil : Int(words.firstClasses[first])
    var box = LineBox(classes: classes, first: leading, table: text.classes)
    var other = box
    box.addEllipsis(text.classes[Int(plain.heightClass)])
    other.addEllipsis(text.classes[Int(wide.heightClass)])
    return box == other ? box : nil
  }

  private mutating func push(_ first: Int, _ next: Int, width: Int, to stack: inout LineStack) {
    if !paragraph.isUniform {
      var classes: UInt16 = 0
      for word in first..<next { classes |= words.classes[word] }
      let leading = text.hasFlatBaselines ? 0 : Int(words.firstClasses[first])
      if classes != boxClasses || leading != boxFirst {
        box = LineBox(classes: classes, first: text.hasFlatBaselines ? nil : leading, table: text.classes)
        boxClasses = classes
        boxFirst = leading
      }
    }
    stack.push(box, width: width)
  }
}
