/// The first of a stack's two passes: the sizes of the children, and the lines that they are on. The second pass
/// (`placed()`) computes positions.
struct StackMeasurement {
  let stack: Stack
  let range: SizeRange
  let context: LayoutContext
  private(set) var lines: [Line] = []

  /// Differences of lengths below this, in logical pixels, count as rounding errors.
  static let tolerance = 0.01

  /// A child and its size so far.
  struct Item {
    let element: LayoutElement
    var layout: Layout
    /// Whether the child is measured only when its share of the line is known.
    var isDeferred: Bool

    func length(along axis: Axis) -> Double {
      element.style.spacingBefore + (isDeferred ? 0 : layout.size[axis]) + element.style.spacingAfter
    }
  }

  /// The children of one line of a stack that wraps, or all of them.
  struct Line {
    var items: [Item]
    /// The extent across the stack.
    var cross = 0.0
    /// Distance of the common baseline from the line's start.
    var baseline = 0.0

    func length(of stack: Stack) -> Double {
      items.reduce(stack.spacing * Double(items.count - 1)) { $0 + $1.length(along: stack.direction) }
    }
  }

  init(_ stack: Stack, _ children: [LayoutElement], fitting range: SizeRange, in context: LayoutContext) {
    self.stack = stack
    self.range = range
    self.context = context
    lines = split(measure(children.filter { !$0.style.isHidden }))
    for index in lines.indices {
      flex(&lines[index])
    }
    for index in lines.indices { setCross(of: &lines[index]) }
    stretch()
  }

  /// By how much a length is too short (positive) or too long (negative) for the range along an axis.
  func violation(of length: Double, along axis: Axis) -> Double {
    if length < range.min[axis] { return range.min[axis] - length }
    if length > range.max[axis] { return range.max[axis] - length }
    return 0
  }

  private var axis: Axis { stack.direction }
  private var crossAxis: Axis { stack.direction.crossing }

  /// The extents that a child may take across the stack. A line of a stack that wraps is as large as its children, not
  /// as the stack.
  private var crossRange: ClosedRange<Double> {
    let all = range[crossAxis]
    return stack.wraps ? 0...all.upperBound : all
  }

  private func measure(_ children: [LayoutElement]) -> [Item] {
    let parent = ParentSize(onlyOf: range)
    let flexible = children.indices.filter {
      children[$0].style.flexGrow > 0 && children[$0].style.flexShrink > 0
    }
    // The only flexible child takes all that is left, so its first measurement would be wasted: a text is then wrapped
    // once and not twice.
    let deferred = flexible.count == 1 && parent[axis] != nil ? flexible.first : nil
    return children.indices.map { index in
      let child = children[index]
      guard index != deferred else {
        return Item(element: child, layout: Layout(size: .zero), isDeferred: true)
      }
      let main =
        if let basis = child.style.flexBasis.resolved(in: parent[axis]) {
          basis...basis
        } else {
          0...Double.infinity
        }
      return Item(
        element: child, layout: layout(of: child, main: main, cross: crossRange), isDeferred: false)
    }
  }

  private func layout(
    of child: LayoutElement, main: ClosedRange<Double>, cross: ClosedRange<Double>
  ) -> Layout {
    let parent = ParentSize(onlyOf: range)
    var low = 0.0
    var high = cross.upperBound
    if stack.alignment(of: child.style) == .stretch {
      low = child.style.leastExtent(along: crossAxis).resolved(in: parent[crossAxis]) ?? cross.lowerBound
      high = child.style.largestExtent(along: crossAxis).resolved(in: parent[crossAxis]) ?? high
    }
    let across = min(low, high)...high
    let fitting =
      axis == .horizontal
      ? SizeRange(width: main, height: across) : SizeRange(width: across, height: main)
    return child.measured(fitting: fitting, parentSize: parent, in: context)
  }

  private func split(_ items: [Item]) -> [Line] {
    guard stack.wraps else { return items.isEmpty ? [] : [Line(items: items)] }
    var lines: [Line] = []
    var length = 0.0
    for item in items {
      let extent = item.length(along: axis)
      if lines.isEmpty || length + stack.spacing + extent > range.max[axis] {
        lines.append(Line(items: [item]))
        length = extent
      } else {
        lines[lines.count - 1].items.append(item)
        length += stack.spacing + extent
      }
    }
    return lines
  }

  /// Grows or shrinks the children of a line until they fill it, in one pass: a line may still overflow after it.
  private func flex(_ line: inout Line) {
    let violation = violation(of: line.length(of: stack), along: axis)
    let factors = line.items.map { item in
      violation > 0 ? item.element.style.flexGrow : item.element.style.flexShrink * mainSize(of: item)
    }
    let sum = factors.reduce(0, +)
    if abs(violation) >= Self.tolerance && sum > 0 {
      var shares = factors.map { violation * $0 / sum }
      if violation > 0 {
        shares = shares.map { $0.rounded(.down) }
        // The remainder of rounding goes to the first child that grows.
        let rest = violation - shares.reduce(0, +)
        if let first = factors.firstIndex(where: { $0 > 0 }) { shares[first] += rest }
      }
      for index in line.items.indices where shares[index] != 0 {
        let size = max(0, mainSize(of: line.items[index]) + shares[index])
        measureAgain(&line.items[index], main: size, cross: crossRange)
      }
    }
    for index in line.items.indices where line.items[index].isDeferred {
      measureAgain(&line.items[index], main: 0, cross: crossRange)
    }
  }

  private func mainSize(of item: Item) -> Double { item.isDeferred ? 0 : item.layout.size[axis] }

  private func measureAgain(_ item: inout Item, main: Double, cross: ClosedRange<Double>) {
    item.layout = layout(of: item.element, main: main...main, cross: cross)
    item.isDeferred = false
  }

  private func setCross(of line: inout Line) {
    var largest = 0.0
    var ascent = 0.0
    var descent = 0.0
    for item in line.items {
      if let baseline = baseline(of: item) {
        ascent = max(ascent, baseline)
        descent = max(descent, item.layout.size[crossAxis] - baseline)
      } else {
        largest = max(largest, item.layout.size[crossAxis])
      }
    }
    line.baseline = ascent
    line.cross = max(largest, ascent + descent)
    // The only line of a stack that does not wrap is as large as the stack.
    if !stack.wraps { line.cross = max(range.min[crossAxis], min(range.max[crossAxis], line.cross)) }
  }

  /// The baseline that a child is aligned by, from its top; nil if it is not aligned by a baseline.
  func baseline(of item: Item) -> Double? {
    switch stack.alignment(of: item.element.style) {
    case .baselineFirst: item.layout.firstBaseline ?? 0
    case .baselineLast: item.layout.lastBaseline ?? item.layout.size[crossAxis]
    case .start, .center, .end, .stretch: nil
    }
  }

  private mutating func stretch() {
    if stack.wraps && stack.alignContent == .stretch && !lines.isEmpty {
      let length = lines.reduce(stack.lineSpacing * Double(lines.count - 1)) { $0 + $1.cross }
      let spare = violation(of: length, along: crossAxis)
      if spare > Self.tolerance {
        for index in lines.indices { lines[index].cross += spare / Double(lines.count) }
      }
    }
    for line in lines.indices {
      let cross = lines[line].cross
      for index in lines[line].items.indices {
        let item = lines[line].items[index]
        guard
          stack.alignment(of: item.element.style) == .stretch,
          item.layout.size[crossAxis] < cross - Self.tolerance
        else { continue }
        measureAgain(&lines[line].items[index], main: mainSize(of: item), cross: cross...cross)
      }
    }
  }
}
