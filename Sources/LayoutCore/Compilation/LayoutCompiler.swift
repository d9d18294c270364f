/// Compiles trees of elements into ``CompiledLayout``s, which share one ``LayoutShape`` if they differ only in texts.
///
/// A compiler is a value: each thread uses its own.
public struct LayoutCompiler: Sendable {
  private var shapes: Set<SharedShape> = []
  /// The memory of `shapes` in bytes.
  private var shapeByteCount = 0
  /// The shapes that were used last, and pairs of equal shapes of other compilers and of this one: most items of a list
  /// have one of few shapes.
  private var recent: [LayoutShape] = []
  private var recentlyShared: [(foreign: LayoutShape, own: LayoutShape)] = []
  private static let recentCount = 8
  /// The memory of shapes at which all are forgotten, in bytes: a template may make another shape for every item.
  private static let shapeByteLimit = 2 << 20
  /// Reused for each tree, for its memory.
  private var tree = CompiledTree()

  /// Creates a compiler without shapes.
  public init() {}

  /// The number of different shapes that can be shared.
  package var shapeCount: Int { shapes.count }

  /// Compiles a tree of elements. Its size at any width is arithmetic, and equal to that of
  /// ``LayoutElement/layout(fitting:parentSize:in:)``.
  ///
  /// Every element and every style can be compiled. Texts must be prepared: a compiled layout with another text has no
  /// height.
  ///
  /// - Parameters:
  ///   - element: The root of the tree.
  ///   - row: The template's constraints on the row.
  /// - Precondition: Dimensions in points are finite and not negative, fractions from 0 to 1, ratios and the minimum
  ///   width positive and finite.
  /// - Complexity: O(elements), and the extents of each prepared text as one line.
  public mutating func compile(
    _ element: LayoutElement, row: RowConstraints = RowConstraints()
  ) -> CompiledLayout {
    precondition(
      row.minimumWidth > 0 && row.minimumWidth.isFinite, "The minimum width of a row is positive and finite.")
    tree.compile(element, for: .size)
    return CompiledLayout(shape: shape(row), texts: CompiledTexts(tree.texts))
  }

  /// Replaces a layout's shape by the equal shape of this compiler, so that evaluators make one plan for both.
  ///
  /// - Complexity: O(elements).
  package mutating func share(_ layout: inout CompiledLayout) {
    let foreign = layout.shape
    for pair in recentlyShared where pair.foreign === foreign {
      layout.shape = pair.own
      return
    }
    layout.shape = shared(foreign)
    if recentlyShared.count == Self.recentCount { recentlyShared.removeFirst() }
    recentlyShared.append((foreign, layout.shape))
  }

  private mutating func shape(_ row: RowConstraints) -> LayoutShape {
    for shape in recent where shape.isShape(of: tree.nodes, texts: tree.traits, row: row) { return shape }
    let shape = shared(LayoutShape(tree.nodes, texts: tree.traits, row: row))
    if recent.count == Self.recentCount { recent.removeFirst() }
    recent.append(shape)
    return shape
  }

  /// The shape of this compiler that is equal to a shape: that shape itself, if there was none.
  private mutating func shared(_ candidate: LayoutShape) -> LayoutShape {
    if shapeByteCount > Self.shapeByteLimit {
      shapes = []
      shapeByteCount = 0
    }
    let (isNew, known) = shapes.insert(SharedShape(shape: candidate))
    if isNew { shapeByteCount += candidate.byteCount }
    return known.shape
  }

  private struct SharedShape: Hashable {
    let shape: LayoutShape
  }
}

/// The flat tables of a compiled tree.
struct CompiledTree: Sendable {
  private(set) var nodes: [ShapeNode] = []
  private(set) var traits: [TextTraits] = []
  private(set) var texts: [PreparedText?] = []
  private var purpose = Purpose.size

  /// What a tree is compiled for.
  enum Purpose {
    /// Elements that never affect the size, such as overlays, are left out.
    case size
    /// Every element that is not hidden is in the table.
    case frames
  }

  mutating func compile(_ element: LayoutElement, for purpose: Purpose) {
    self.purpose = purpose
    nodes.removeAll(keepingCapacity: true)
    traits.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    nodes.append(ShapeNode())
    fill(0, with: element)
  }

  private mutating func fill(_ index: Int, with element: LayoutElement) {
    let style = element.style
    guard !style.isHidden else { return }
    nodes[index].style = style
    nodes[index].isUnconstrained = style.isUnconstrained
    var childCount = 0
    element.forEachChild { _ in childCount += 1 }
    switch element.content {
    case .text(let text):
      nodes[index].content = .text(Int32(texts.count), maximumLineCount: text.maximumLineCount)
      traits.append(
        TextTraits(style: text.style, maximumLineCount: text.maximumLineCount, tag: element.tag))
      texts.append(text.prepared)
    case .box(let size): nodes[index].content = .box(size)
    case .stack(let stack, _): nodes[index].content = .stack(stack)
    case .inset(let insets, _): nodes[index].content = .inset(insets)
    case .overlay:
      nodes[index].content = .overlay
      if purpose == .size { childCount = 1 }
    case .background:
      nodes[index].content = .background
      if purpose == .size { childCount = 1 }
    case .ratio(let ratio, _):
      precondition(ratio > 0 && ratio.isFinite, "A ratio of height to width is positive, not \(ratio).")
      nodes[index].content = .ratio(ratio)
    case .relative(let placement, _): nodes[index].content = .relative(placement)
    case .corner(let placement, _, _):
      nodes[index].content = .corner(placement)
      if purpose == .size && !placement.includesCornerInSize { childCount = 1 }
    case .absolute(let sizing, _): nodes[index].content = .absolute(sizing)
    case .wrapper: nodes[index].content = .wrapper
    }
    guard childCount > 0 else { return }
    fillChildren(of: index, with: element, count: childCount)
    if case .stack = element.content { setFlexibility(of: index) }
  }

  /// Appends the first children of an element one after the other, and after them their descendants.
  private mutating func fillChildren(of index: Int, with element: LayoutElement, count: Int) {
    var child = nodes.count
    nodes[index].firstChild = Int32(child)
    nodes[index].childCount = Int32(count)
    let end = child + count
    nodes.append(contentsOf: repeatElement(ShapeNode(), count: count))
    element.forEachChild {
      if child < end { fill(child, with: $0) }
      child += 1
    }
  }

  private mutating func setFlexibility(of stack: Int) {
    var flexibleCount = 0
    for child in nodes[stack].children {
      let style = nodes[child].style
      if style.flexGrow != 0 || style.flexShrink != 0 { nodes[stack].hasFlexibleChildren = true }
      if style.flexGrow > 0 && style.flexShrink > 0 {
        flexibleCount += 1
        nodes[stack].deferredChild = flexibleCount == 1 ? Int32(child) : -1
      }
    }
  }
}

extension LayoutStyle {
  /// Whether the style allows every size.
  fileprivate var isUnconstrained: Bool {
    flexBasis.checkPreconditions()
    let dimensions: InlineArray<6, Dimension> = [width, height, minWidth, maxWidth, minHeight, maxHeight]
    var isUnconstrained = true
    for index in dimensions.indices where dimensions[index] != .auto {
      dimensions[index].checkPreconditions()
      isUnconstrained = false
    }
    return isUnconstrained
  }
}
