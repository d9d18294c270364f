/// The state of a child while its stack is solved.
struct StackItem<Length: LayoutLength>: BitwiseCopyable {
  var size: SolvedSize<Length>
  /// The length that the child gains or loses in the stack.
  var share: Length
  /// Whether the child is measured only when its share is known.
  var isDeferred = false
  /// For the first child of a line: the index of the node after the line.
  var lineEnd = 0
  /// For the first child of a line: the line's extent across the stack.
  var lineCross: Length
  /// For the first child of a line: the distance of the common baseline from the line's start.
  var lineBaseline: Length

  init() {
    size = .zero
    share = Length(0)
    lineCross = Length(0)
    lineBaseline = Length(0)
  }
}

/// A stack that is being solved: its settings, and values that follow from them.
struct SolvedStack<Length: LayoutLength> {
  let stack: Stack
  let axis: Axis
  let cross: Axis
  let range: LengthRange<Length>
  let parent: LengthParent<Length>
  let children: Range<Int>
  let crossLow: Length
  var lineCount = 0

  init(_ stack: Stack, _ range: LengthRange<Length>, _ children: Range<Int>) {
    self.stack = stack
    axis = stack.direction
    cross = stack.direction.crossing
    self.range = range
    self.children = children
    parent = LengthParent(onlyOf: range)
    // A line of a stack that wraps is as large as its children, not as the stack.
    crossLow = stack.wraps ? Length(0) : range.low(cross)
  }
}

/// The sizes of the children of stacks, and the lines that they are on.
///
/// Stretched children are not measured again unless their baselines are needed: their length along the stack does not
/// change, and their extent across it is that of the line.
extension LayoutSolver {
  mutating func solve(
    _ stack: Stack, of node: UnsafePointer<ShapeNode>, _ range: LengthRange<Length>, baselines: Bool
  ) -> SolvedSize<Length> {
    var state = SolvedStack(stack, range, node.pointee.children)
    measureChildren(of: state, deferred: Int(node.pointee.deferredChild), baselines: baselines)
    split(&state)
    var line = state.children.lowerBound
    while line < state.children.upperBound {
      if node.pointee.hasFlexibleChildren { flex(line, of: state, baselines: baselines) }
      setCross(line, of: state)
      line = items[line].lineEnd
    }
    if stack.wraps && stack.alignContent == .stretch { stretchLines(of: state) }
    if baselines { stretchChildren(of: state) }
    var longest: Length?
    var crossLength = Length(0)
    line = state.children.lowerBound
    while line < state.children.upperBound {
      let length = length(line, of: state)
      longest = longest.map { Length.larger($0, length) } ?? length
      crossLength = crossLength + items[line].lineCross
      line = items[line].lineEnd
    }
    crossLength = crossLength + Length(stack.lineSpacing * Double(Swift.max(state.lineCount - 1, 0)))
    var size = SolvedSize<Length>.zero
    size[state.axis] = longest ?? Length(0)
    size[state.cross] = crossLength
    size = range.clamp(width: size.width, height: size.height)
    if baselines { placeChildren(of: state, &size, crossLength: crossLength) }
    return size
  }

  private mutating func measureChildren(of state: SolvedStack<Length>, deferred: Int, baselines: Bool) {
    // The only flexible child takes all that is left, so its first measurement would be wasted: a text is then wrapped
    // once and not twice.
    let knowsLength = state.parent[state.axis] != nil
    for child in state.children {
      let style = (nodes + child).pointee.style
      items[child].isDeferred = child == deferred && knowsLength
      if items[child].isDeferred { continue }
      let basis = resolve(style.flexBasis, in: state.parent[state.axis])
      items[child].size = measure(
        child, of: state, low: basis ?? Length(0), high: basis ?? Length(.infinity), cross: nil,
        baselines: baselines)
    }
  }

  /// Measures a child with a range of lengths along the stack.
  ///
  /// - Parameter cross: The child's extent across the stack; nil if it is not fixed.
  private mutating func measure(
    _ child: Int, of state: SolvedStack<Length>, low: Length, high: Length, cross: Length?, baselines: Bool
  ) -> SolvedSize<Length> {
    let style = (nodes + child).pointee.style
    let alignment = state.stack.alignment(of: style)
    var crossLow = Length(0)
    var crossHigh = cross ?? state.range.high(state.cross)
    if alignment == .stretch {
      let parent = state.parent[state.cross]
      crossLow = resolve(style.leastExtent(along: state.cross), in: parent) ?? cross ?? state.crossLow
      crossHigh = resolve(style.largestExtent(along: state.cross), in: parent) ?? crossHigh
      crossLow = Length.smaller(crossLow, crossHigh)
    }
    let range =
      state.axis == .horizontal
      ? LengthRange(minWidth: low, maxWidth: high, minHeight: crossLow, maxHeight: crossHigh)
      : LengthRange(minWidth: crossLow, maxWidth: crossHigh, minHeight: low, maxHeight: high)
    let alignsBaseline = alignment == .baselineFirst || alignment == .baselineLast
    return measure(child, range, parent: state.parent, baselines: baselines || alignsBaseline)
  }

  private func split(_ state: inout SolvedStack<Length>) {
    guard let first = state.children.first else { return }
    state.lineCount = 1
    items[first].lineEnd = state.children.upperBound
    guard state.stack.wraps else { return }
    var line = first
    var length = extent(of: first, state)
    for child in state.children.dropFirst() {
      let extent = extent(of: child, state)
      let next = length + Length(state.stack.spacing) + extent
      if state.range.high(state.axis) < next {
        items[line].lineEnd = child
        line = child
        state.lineCount += 1
        length = extent
      } else {
        length = length + (Length(state.stack.spacing) + extent)
      }
    }
    items[line].lineEnd = state.children.upperBound
  }

  @inline(__always)
  func mainSize(of child: Int, _ axis: Axis) -> Length {
    items[child].isDeferred ? Length(0) : items[child].size[axis]
  }

  /// A child's length with its spacing.
  private func extent(of child: Int, _ state: SolvedStack<Length>) -> Length {
    let style = nodes + child
    return Length(style.pointee.style.spacingBefore) + mainSize(of: child, state.axis)
      + Length(style.pointee.style.spacingAfter)
  }

  func length(_ line: Int, of state: SolvedStack<Length>) -> Length {
    let end = items[line].lineEnd
    var length = Length(state.stack.spacing * Double(end - line - 1))
    for child in line..<end { length = length + extent(of: child, state) }
    return length
  }

  /// By how much a length is too short (positive) or too long (negative) for a range.
  func violation(of length: Length, _ range: LengthRange<Length>, along axis: Axis) -> Length {
    if length < range.low(axis) { return range.low(axis) - length }
    if range.high(axis) < length { return range.high(axis) - length }
    return Length(0)
  }

  private mutating func flex(_ line: Int, of state: SolvedStack<Length>, baselines: Bool) {
    let end = items[line].lineEnd
    let tolerance = Length(Stack.tolerance)
    let violation = violation(of: length(line, of: state), state.range, along: state.axis)
    let grows = Length(0) < violation
    let isLarge = !((grows ? violation : Length(0) - violation) < tolerance)
    if isLarge {
      var sum = Length(0)
      for child in line..<end { sum = sum + factor(of: child, state, grows: grows) }
      if Length(0) < sum { share(violation, line..<end, sum: sum, grows: grows, state, baselines: baselines) }
    }
    for child in line..<end where items[child].isDeferred {
      measureAgain(child, of: state, length: Length(0), cross: nil, baselines: baselines)
    }
  }

  private func factor(of child: Int, _ state: SolvedStack<Length>, grows: Bool) -> Length {
    let style = nodes + child
    return grows
      ? Length(style.pointee.style.flexGrow)
      : Length(style.pointee.style.flexShrink) * mainSize(of: child, state.axis)
  }

  private mutating func share(
    _ violation: Length, _ line: Range<Int>, sum: Length, grows: Bool, _ state: SolvedStack<Length>,
    baselines: Bool
  ) {
    for child in line {
      let share = violation * factor(of: child, state, grows: grows) / sum
      items[child].share = grows ? share.roundedDown() : share
    }
    if grows {
      // The remainder of rounding goes to the first child that grows.
      var shared = Length(0)
      for child in line { shared = shared + items[child].share }
      if let first = line.first(where: { (nodes + $0).pointee.style.flexGrow > 0 }) {
        items[first].share = items[first].share + (violation - shared)
      }
    }
    for child in line where !Length.isSame(items[child].share, Length(0)) {
      let length = Length.larger(Length(0), mainSize(of: child, state.axis) + items[child].share)
      measureAgain(child, of: state, length: length, cross: nil, baselines: baselines)
    }
  }

  mutating func measureAgain(
    _ child: Int, of state: SolvedStack<Length>, length: Length, cross: Length?, baselines: Bool
  ) {
    items[child].size = measure(
      child, of: state, low: length, high: length, cross: cross, baselines: baselines)
    items[child].isDeferred = false
  }

  private func setCross(_ line: Int, of state: SolvedStack<Length>) {
    var largest = Length(0)
    var ascent = Length(0)
    var descent = Length(0)
    for child in line..<items[line].lineEnd {
      let extent = items[child].size[state.cross]
      if let baseline = alignedBaseline(of: child, state) {
        ascent = Length.larger(ascent, baseline)
        descent = Length.larger(descent, extent - baseline)
      } else {
        largest = Length.larger(largest, extent)
      }
    }
    items[line].lineBaseline = ascent
    var cross = Length.larger(largest, ascent + descent)
    // The only line of a stack that does not wrap is as large as the stack.
    if !state.stack.wraps { cross = state.range.clamp(cross, along: state.cross) }
    items[line].lineCross = cross
  }

  /// The baseline that a child is aligned by, from its top; nil if it is not aligned by a baseline.
  func alignedBaseline(of child: Int, _ state: SolvedStack<Length>) -> Length? {
    switch state.stack.alignment(of: (nodes + child).pointee.style) {
    case .baselineFirst: items[child].size.firstBaseline ?? Length(0)
    case .baselineLast: items[child].size.lastBaseline ?? items[child].size[state.cross]
    case .start, .center, .end, .stretch: nil
    }
  }
}
