/// The second of a stack's two passes: the positions of the measured children.
extension StackMeasurement {
  func placed() -> LayoutDraft {
    let axis = stack.direction
    let crossAxis = axis.crossing
    let lengths = lines.map { $0.length(of: stack) }
    let crossLength =
      lines.reduce(0) { $0 + $1.cross } + stack.lineSpacing * Double(max(lines.count - 1, 0))
    let lineRule = Justified(
      stack.alignContent.justification, spare: violation(of: crossLength, along: crossAxis),
      count: lines.count)
    var children: [Layout] = []
    // A stack that does not wrap has one line, which fills it.
    var cross = stack.wraps ? lineRule.start : 0
    for (line, length) in zip(lines, lengths) {
      let rule = Justified(
        stack.justifyContent, spare: violation(of: length, along: axis), count: line.items.count)
      var main = rule.start
      for item in line.items {
        main += item.element.style.spacingBefore
        var position = Point.zero
        position[axis] = main
        position[crossAxis] = cross + offset(of: item, in: line)
        children.append(item.layout.placed(at: position, on: context.grid))
        main += item.layout.size[axis] + item.element.style.spacingAfter + stack.spacing + rule.gap
      }
      cross += line.cross + stack.lineSpacing + lineRule.gap
    }
    var size = Size.zero
    size[axis] = lengths.max() ?? 0
    size[crossAxis] = crossLength
    var draft = LayoutDraft(size: range.clamp(size), children: children)
    // A horizontal stack has the baselines of its first child with baselines; a vertical one those of the first and of
    // the last such child.
    let withBaseline = children.filter { $0.firstBaseline != nil }
    if let first = withBaseline.first {
      draft.firstBaseline = first.firstBaseline.map { $0 + first.position.y }
    }
    if let last = axis == .horizontal ? withBaseline.first : withBaseline.last {
      draft.lastBaseline = last.lastBaseline.map { $0 + last.position.y }
    }
    return draft
  }

  private func offset(of item: Item, in line: Line) -> Double {
    let crossAxis = stack.direction.crossing
    let spare = line.cross - item.layout.size[crossAxis]
    switch stack.alignment(of: item.element.style) {
    case .start, .stretch: return 0
    case .center: return context.grid.floor(spare / 2)
    case .end: return spare
    case .baselineFirst, .baselineLast: return line.baseline - (baseline(of: item) ?? 0)
    }
  }
}

/// How spare room, which may be negative, is distributed around items in a line.
private struct Justified {
  /// The room before the first item.
  var start = 0.0
  /// The room between two items, in addition to their spacing.
  var gap = 0.0

  init(_ rule: Stack.Justification, spare: Double, count: Int) {
    let isSpread = spare >= StackMeasurement.tolerance && count > 1
    switch rule {
    case .start: break
    case .center: start = spare / 2
    case .end: start = spare
    case .spaceBetween:
      if isSpread { gap = spare / Double(count - 1) }
    case .spaceAround:
      if isSpread {
        gap = spare / Double(count)
        start = gap / 2
      } else {
        start = spare / 2
      }
    }
  }
}
