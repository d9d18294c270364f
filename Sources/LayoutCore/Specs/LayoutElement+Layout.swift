extension LayoutElement {
  /// Computes the sizes and positions of the element and its descendants.
  ///
  /// - Parameters:
  ///   - range: The sizes that the element may take, in logical pixels.
  ///   - parentSize: The size that fractions refer to, in logical pixels; by default the range's largest size.
  ///   - context: The environment, and a text measurer.
  /// - Returns: A layout whose sizes and positions are whole device pixels; mirrored in a right-to-left environment.
  /// - Precondition: The sizes that result are finite: an infinite range needs elements that do not fill it. Dimensions
  ///   in points are finite and not negative, fractions from 0 to 1, ratios positive and finite.
  /// - Complexity: O(elements). Each text is measured once, and again for each enclosing stack that grows, shrinks or
  ///   stretches it.
  public func layout(
    fitting range: SizeRange, parentSize: ParentSize? = nil, in context: LayoutContext
  ) -> Layout {
    var tree = CompiledTree()
    tree.compile(self, for: .frames)
    let count = tree.nodes.count
    return withUnsafeTemporaryAllocation(of: NodeFrame.self, capacity: count) { frames in
      frames.initialize(repeating: NodeFrame())
      let texts = solve(tree.nodes, fitting: range, parentSize: parentSize, in: context, frames)
      let layout = layout(of: 0, SolvedTree(nodes: tree.nodes, frames: frames, texts: texts))
      return context.environment.direction == .rightToLeft ? layout.mirrored() : layout
    }
  }

  /// Computes the frames of all nodes, and returns the texts as they were measured last.
  private func solve(
    _ nodes: [ShapeNode], fitting range: SizeRange, parentSize: ParentSize?, in context: LayoutContext,
    _ frames: UnsafeMutableBufferPointer<NodeFrame>
  ) -> [Layout.MeasuredText?] {
    withUnsafeTemporaryAllocation(of: StackItem<Double>.self, capacity: nodes.count) { items in
      items.initialize(repeating: StackItem())
      return nodes.withUnsafeBufferPointer { nodes in
        var solver = LayoutSolver(
          nodes.baseAddress!, items: items.baseAddress!, grid: context.grid,
          texts: MeasuredTexts(of: self, in: context), frames: NodeFrames(start: frames.baseAddress!))
        let range = LengthRange<Double>(range)
        _ = solver.measure(0, range, parent: LengthParent(parentSize, in: range), baselines: true)
        return solver.texts.measured
      }
    }
  }

  /// The layout of the element, which was compiled into a node.
  private func layout(of node: Int, _ tree: SolvedTree) -> Layout {
    let compiled = tree.nodes[node]
    let size = tree.frames[node].size
    precondition(
      size.width.isFinite && size.height.isFinite,
      "A layout's size is finite: \(size.width) × \(size.height).")
    var text: Layout.MeasuredText?
    var children: [Layout] = []
    switch compiled.content {
    case .hidden: break
    case .text(let number, _): text = tree.texts[Int(number)]
    default:
      var child = Int(compiled.firstChild)
      children.reserveCapacity(compiled.children.count)
      forEachChild {
        children.append($0.layout(of: child, tree))
        child += 1
      }
      if case .background = compiled.content { children.reverse() }
    }
    var layout = Layout(
      size: Size(width: size.width, height: size.height), tag: style.isHidden ? nil : tag, text: text,
      firstBaseline: size.firstBaseline, lastBaseline: size.lastBaseline, children: children)
    layout.position = tree.frames[node].position
    return layout
  }
}

/// The nodes of a tree with their frames and texts.
private struct SolvedTree {
  let nodes: [ShapeNode]
  let frames: UnsafeMutableBufferPointer<NodeFrame>
  let texts: [Layout.MeasuredText?]
}

/// The size, the baselines and the position of a node.
private struct NodeFrame {
  var size = SolvedSize<Double>.zero
  var position = Point.zero
}

private struct NodeFrames: SolverFrames {
  static var areNeeded: Bool { true }

  /// The frame of the first node.
  let start: UnsafeMutablePointer<NodeFrame>

  func set(_ size: SolvedSize<Double>, of node: Int) { start[node].size = size }
  func place(_ node: Int, x: Double, y: Double) { start[node].position = Point(x: x, y: y) }
}

/// The texts of a tree, measured by a context.
private struct MeasuredTexts: SolverTexts {
  private let elements: [TextElement]
  private let context: LayoutContext
  /// Each text as it was measured last.
  private(set) var measured: [Layout.MeasuredText?]

  init(of root: LayoutElement, in context: LayoutContext) {
    var elements: [TextElement] = []
    root.forEachText { text, _ in elements.append(text) }
    self.elements = elements
    self.context = context
    measured = Array(repeating: nil, count: elements.count)
  }

  mutating func measure(text: Int, wrapWidth: Double?, maximumLineCount: Int) -> SolvedSize<Double>? {
    let width = wrapWidth.map { PangoUnits(($0 * 1024).rounded(.down)) }
    let extents = context.measureText(elements[text], width)
    measured[text] = Layout.MeasuredText(element: elements[text], wrapWidth: width, extents: extents)
    return SolvedSize(extents)
  }
}
