/// The source of the sizes of texts for a solver.
protocol SolverTexts<Length> {
  associatedtype Length: LayoutLength

  /// The natural size and the baselines of a text, in logical pixels.
  ///
  /// - Parameters:
  ///   - text: The index of the text.
  ///   - wrapWidth: The width at which lines are broken in logical pixels; nil for no wrapping.
  ///   - maximumLineCount: The number of lines after which an ellipsis ends a paragraph; 0 for no limit.
  /// - Returns: Nil if the size is indeterminate.
  mutating func measure(text: Int, wrapWidth: Length?, maximumLineCount: Int) -> SolvedSize<Length>?
}

/// Takes the frames of nodes from a solver. A node may be measured several times: the last of its frames counts.
protocol SolverFrames<Length> {
  associatedtype Length: LayoutLength

  /// Whether the solver computes frames; if not, it calls neither of the methods.
  static var areNeeded: Bool { get }

  func set(_ size: SolvedSize<Length>, of node: Int)
  /// Sets the position of a node in its parent, in logical pixels on whole device pixels.
  func place(_ node: Int, x: Length, y: Length)
}

/// Stands for frames that nobody needs: only the size of the root is computed.
struct NoFrames<Length: LayoutLength>: SolverFrames {
  static var areNeeded: Bool { false }

  func set(_ size: SolvedSize<Length>, of node: Int) {}
  func place(_ node: Int, x: Length, y: Length) {}
}

/// Computes the size of a compiled tree, and the frames of its nodes if they are needed.
///
/// Without frames, positions are computed only where a baseline depends on them, and children that never change the
/// size of their parent, such as overlays, are not measured.
struct LayoutSolver<Length, Texts: SolverTexts<Length>, Frames: SolverFrames<Length>> {
  let nodes: UnsafePointer<ShapeNode>
  /// The state of each node in its stack.
  let items: UnsafeMutablePointer<StackItem<Length>>
  let grid: PixelGrid
  var texts: Texts
  let frames: Frames
  /// Whether the size of a text is indeterminate, so that the result is not valid.
  private(set) var hasFailed = false

  init(
    _ nodes: UnsafePointer<ShapeNode>, items: UnsafeMutablePointer<StackItem<Length>>, grid: PixelGrid,
    texts: Texts, frames: Frames
  ) {
    self.nodes = nodes
    self.items = items
    self.grid = grid
    self.texts = texts
    self.frames = frames
  }

  /// The size of a node.
  ///
  /// - Parameters:
  ///   - index: The node's index.
  ///   - range: The sizes that the node may take.
  ///   - parent: The size that fractions refer to.
  ///   - baselines: Whether the baselines are needed.
  mutating func measure(
    _ index: Int, _ range: LengthRange<Length>, parent: LengthParent<Length>, baselines: Bool
  ) -> SolvedSize<Length> {
    let baselines = baselines || Frames.areNeeded
    let node = nodes + index
    if case .hidden = node.pointee.content { return .zero }
    var own = range
    if !node.pointee.isUnconstrained { constrain(&own, by: node.pointee.style, parent: parent) }
    var size = solve(node, own, parent: parent, baselines: baselines)
    size.width = size.width.ceil(on: grid)
    size.height = size.height.ceil(on: grid)
    guard baselines else { return size }
    if let ascender = node.pointee.style.ascender { size.firstBaseline = Length(ascender) }
    if let descender = node.pointee.style.descender {
      size.lastBaseline = size.height + Length(descender)
    }
    if Frames.areNeeded { frames.set(size, of: index) }
    return size
  }

  private mutating func solve(
    _ node: UnsafePointer<ShapeNode>, _ range: LengthRange<Length>, parent: LengthParent<Length>,
    baselines: Bool
  ) -> SolvedSize<Length> {
    let first = Int(node.pointee.firstChild)
    switch node.pointee.content {
    case .hidden: return .zero
    case .text(let text, let limit):
      let width = range.maxWidth.isFinite ? range.maxWidth : nil
      guard
        let natural = texts.measure(text: Int(text), wrapWidth: width, maximumLineCount: limit)
      else {
        hasFailed = true
        return .zero
      }
      var size = range.clamp(width: natural.width, height: natural.height)
      size.firstBaseline = natural.firstBaseline
      size.lastBaseline = natural.lastBaseline
      return size
    case .box(let size):
      return range.clamp(width: Length(size.width), height: Length(size.height))
    case .stack(let stack):
      return solve(stack, of: node, range, baselines: baselines)
    case .inset(let insets):
      return inset(insets, first, range, parent: parent, baselines: baselines)
    case .overlay, .background:
      let size = measure(first, range, parent: parent, baselines: baselines)
      if Frames.areNeeded {
        var other = parent
        if case .overlay = node.pointee.content {
          other = LengthParent(width: size.width, height: size.height)
        }
        _ = measure(first + 1, LengthRange(exactly: size), parent: other, baselines: true)
      }
      return size
    case .ratio(let ratio):
      return self.ratio(ratio, first, range, parent: parent, baselines: baselines)
    case .relative(let placement):
      return relative(placement, first, range, baselines: baselines)
    case .corner(let placement):
      return corner(placement, first, range, parent: parent, baselines: baselines)
    case .absolute(let sizing):
      return absolute(sizing, node.pointee.children, range, parent: parent)
    case .wrapper:
      var size = SolvedSize(width: range.minWidth, height: range.minHeight)
      for child in node.pointee.children {
        let layout = measure(child, range, parent: parent, baselines: baselines && child == first)
        size.width = Length.larger(size.width, layout.width)
        size.height = Length.larger(size.height, layout.height)
        if child == first { size.takeBaselines(of: layout, at: Length(0)) }
      }
      return size
    }
  }

  /// Intersects a range with the sizes that a style allows. A minimum of a style wins over its maximum, and both over an
  /// exact extent. Along an axis on which the ranges do not overlap, the nearest extent of the own range remains.
  private func constrain(
    _ range: inout LengthRange<Length>, by style: LayoutStyle, parent: LengthParent<Length>
  ) {
    (range.minWidth, range.maxWidth) = constrained(
      range.minWidth, range.maxWidth, exactly: style.width, from: style.minWidth, to: style.maxWidth,
      parent: parent.width)
    (range.minHeight, range.maxHeight) = constrained(
      range.minHeight, range.maxHeight, exactly: style.height, from: style.minHeight, to: style.maxHeight,
      parent: parent.height)
  }

  private func constrained(
    _ ownLow: Length, _ ownHigh: Length, exactly: Dimension, from least: Dimension, to largest: Dimension,
    parent: Length?
  ) -> (Length, Length) {
    var styleLow = resolve(least, in: parent) ?? Length(0)
    var styleHigh = resolve(largest, in: parent) ?? Length(.infinity)
    if !(styleLow < styleHigh) {
      styleHigh = styleLow
    } else if let exact = resolve(exactly, in: parent) {
      styleLow = Length.smaller(Length.larger(exact, styleLow), styleHigh)
      styleHigh = styleLow
    }
    let low = Length.larger(ownLow, styleLow)
    let high = Length.smaller(ownHigh, styleHigh)
    if !(high < low) { return (low, high) }
    let nearest = ownLow < styleLow ? ownHigh : ownLow
    return (nearest, nearest)
  }

  @inline(__always)
  func resolve(_ dimension: Dimension, in parent: Length?) -> Length? {
    switch dimension {
    case .auto: nil
    case .points(let value): Length(value)
    case .fraction(let part): parent.map { Length(part) * $0 }
    }
  }
}
