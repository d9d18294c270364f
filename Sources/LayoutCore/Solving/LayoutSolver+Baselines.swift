/// The extents of lines and children across a stack, and the stack's baselines.
extension LayoutSolver {
  /// Shares the spare room across the stack among its lines.
  func stretchLines(of state: SolvedStack<Length>) {
    guard state.lineCount > 0 else { return }
    let count = Double(state.lineCount)
    var length = Length(state.stack.lineSpacing * (count - 1))
    forEachLine(of: state) { length = length + items[$0].lineCross }
    let spare = violation(of: length, state.range, along: state.cross)
    guard Length(StackMeasurement.tolerance) < spare else { return }
    forEachLine(of: state) { items[$0].lineCross = items[$0].lineCross + spare / Length(count) }
  }

  /// Measures stretched children again with the extent of their line.
  mutating func stretchChildren(of state: SolvedStack<Length>) {
    var line = state.children.lowerBound
    while line < state.children.upperBound {
      let cross = items[line].lineCross
      let limit = cross - Length(StackMeasurement.tolerance)
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

  /// Computes the stack's baselines, and for that the positions of its children. A horizontal stack has the baselines
  /// of its first child with baselines; a vertical one those of the first and of the last such child.
  func setBaselines(of size: inout SolvedSize<Length>, _ state: SolvedStack<Length>, crossLength: Length) {
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
        if items[child].size.firstBaseline != nil {
          let y = state.axis == .vertical ? main : cross + offset(of: child, line: line, state)
          let placed = y.ceil(on: grid)
          let isFirst = size.firstBaseline == nil
          if isFirst { size.firstBaseline = items[child].size.firstBaseline.map { $0 + placed } }
          if isFirst || state.axis == .vertical {
            size.lastBaseline = items[child].size.lastBaseline.map { $0 + placed }
          }
        }
        main =
          main
          + (items[child].size[state.axis] + Length(style.pointee.style.spacingAfter)
            + Length(stack.spacing) + rule.gap)
      }
      cross = cross + (items[line].lineCross + Length(stack.lineSpacing) + lineRule.gap)
    }
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

/// `Justified` in the solver's numbers.
private struct JustifiedLengths<Length: LayoutLength> {
  /// The room before the first item.
  var start = Length(0)
  /// The room between two items, in addition to their spacing.
  var gap = Length(0)

  init(_ rule: Stack.Justification, spare: Length, count: Int) {
    if rule == .start { return }
    let isSpread = count > 1 && !(spare < Length(StackMeasurement.tolerance))
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
