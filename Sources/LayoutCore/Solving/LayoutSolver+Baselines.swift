/// The extents of lines and children across a stack, the children's positions, and the stack's baselines.
extension LayoutSolver {
  /// Shares the spare room across the stack among its lines.
  func stretchLines(of state: SolvedStack<Length>) {
    guard state.lineCount > 0 else { return }
    let count = Double(state.lineCount)
    var length = Length(state.stack.lineSpacing * (count - 1))
    forEachLine(of: state) { length = length + items[$0].lineCross }
    let spare = violation(of: length, state.range, along: state.cross)
    guard Length(Stack.tolerance) < spare else { return }
    forEachLine(of: state) { items[$0].lineCross = items[$0].lineCross + spare / Length(count) }
  }

  /// Measures stretched children again with the extent of their line.
  mutating func stretchChildren(of state: SolvedStack<Length>) {
    var line = state.children.lowerBound
    while line < state.children.upperBound {
      let cross = items[line].lineCross
      let limit = cross - Length(Stack.tolerance)
      for child in line..<items[line].lineEnd
      where state.stack.alignment(of: (nodes + child).pointee.style) == .stretch
        && items[child].size[state.cross] < limit
      {
        let length = mainSize(of: child, state.axis)
        measureAgain(child, of: state, length: length, cross: cross, baselines: true)
      }
      line = items[line].lineEnd
    }
  }

  /// Computes the positions of a stack's children, and its baselines, which follow from them.
  func placeChildren(of state: SolvedStack<Length>, _ size: inout SolvedSize<Length>, crossLength: Length) {
    let stack = state.stack
    let lineRule = JustifiedLengths(
      stack.alignContent.justification,
      spare: violation(of: crossLength, state.range, along: state.cross), count: state.lineCount)
    var cross = stack.wraps ? lineRule.start : Length(0)
    forEachLine(of: state) { line in
      let end = items[line].lineEnd
      let rule = JustifiedLengths(
        stack.justifyContent,
        spare: violation(of: length(line, of: state), state.range, along: state.axis), count: end - line)
      var main = rule.start
      for child in line..<end {
        let style = nodes + child
        main = main + Length(style.pointee.style.spacingBefore)
        if Frames.areNeeded || items[child].size.firstBaseline != nil {
          place(child, of: state, main: main, across: cross + offset(of: child, line: line, state), &size)
        }
        main =
          main
          + (items[child].size[state.axis] + Length(style.pointee.style.spacingAfter)
            + Length(stack.spacing) + rule.gap)
      }
      cross = cross + (items[line].lineCross + Length(stack.lineSpacing) + lineRule.gap)
    }
  }

  /// Places a child in a stack of a size, which takes its baselines: a horizontal stack has those of its first child with
  /// baselines, a vertical one those of the first and of the last such child.
  private func place(
    _ child: Int, of state: SolvedStack<Length>, main: Length, across: Length,
    _ size: inout SolvedSize<Length>
  ) {
    let isRow = state.axis == .horizontal
    let y = (isRow ? across : main).ceil(on: grid)
    if Frames.areNeeded { frames.place(child, x: (isRow ? main : across).ceil(on: grid), y: y) }
    let item = items[child].size
    guard let firstBaseline = item.firstBaseline else { return }
    let isFirst = size.firstBaseline == nil
    if isFirst { size.firstBaseline = firstBaseline + y }
    if isFirst || !isRow { size.lastBaseline = item.lastBaseline.map { $0 + y } }
  }

  private func offset(of child: Int, line: Int, _ state: SolvedStack<Length>) -> Length {
    let spare = items[line].lineCross - items[child].size[state.cross]
    switch state.stack.alignment(of: (nodes + child).pointee.style) {
    case .start, .stretch: return Length(0)
    case .center: return (spare / Length(2)).floor(on: grid)
    case .end: return spare
    case .baselineFirst, .baselineLast:
      return items[line].lineBaseline - (alignedBaseline(of: child, state) ?? Length(0))
    }
  }

  private func forEachLine(of state: SolvedStack<Length>, _ body: (Int) -> Void) {
    var line = state.children.lowerBound
    while line < state.children.upperBound {
      let next = items[line].lineEnd
      body(line)
      line = next
    }
  }
}

/// How spare room, which may be negative, is distributed around items in a line.
private struct JustifiedLengths<Length: LayoutLength> {
  /// The room before the first item.
  var start = Length(0)
  /// The room between two items, in addition to their spacing.
  var gap = Length(0)

  init(_ rule: Stack.Justification, spare: Length, count: Int) {
    if rule == .start { return }
    let isSpread = count > 1 && !(spare < Length(Stack.tolerance))
    switch rule {
    case .start: break
    case .center: start = spare / Length(2)
    case .end: start = spare
    case .spaceBetween:
      if isSpread { gap = spare / Length(Double(count - 1)) }
    case .spaceAround:
      if isSpread {
        gap = spare / Length(Double(count))
        start = gap / Length(2)
      } else {
        start = spare / Length(2)
      }
    }
  }
}
