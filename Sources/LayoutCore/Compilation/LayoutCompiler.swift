/// Compiles trees of elements, and keeps one shape for all that differ in nothing but texts.
///
/// A list has one compiler on its main thread; a worker may have its own, whose results `share` brings together.
public struct LayoutCompiler: Sendable {
  private var shapes: Set<SharedShape> = []
  /// Shapes of the trees that were compiled last, and shapes of other compilers with their equals here: most items of
  /// a list have one of few.
  private var recent: [LayoutShape] = []
  private var recentlyShared: [(foreign: LayoutShape, own: LayoutShape)] = []
  private static let recentCount = 8
  /// Kept between trees for their memory.
  private var tree = CompiledTree()

  public init() {}

  /// Different shapes that were compiled.
  public var shapeCount: Int { shapes.count }

  /// The compiled form of a tree: its size at any width is arithmetic, and that of
  /// `LayoutElement.layout(fitting:parentSize:in:)`.
  ///
  /// Every element and every style can be compiled. Extents of points must be finite and not negative, fractions from
  /// 0 to 1, ratios positive.
  ///
  /// - Parameters:
  ///   - element: The root.
  ///   - row: What the template asks of the row besides.
  /// - Complexity: O(elements), and one line layout for each prepared text.
  public mutating func compile(
    _ element: LayoutElement, row: RowConstraints = RowConstraints()
  ) -> CompiledLayout {
    precondition(
      row.minimumWidth > 0 && row.minimumWidth.isFinite, "The least width of a row is positive and finite.")
    tree.compile(element)
    return CompiledLayout(shape: shape(row), texts: CompiledTexts(tree.texts))
  }

  /// Replaces a layout's shape by the equal one that this compiler knows, so that evaluators resolve it once.
  ///
  /// - Complexity: O(elements).
  public mutating func share(_ layout: inout CompiledLayout) {
    let foreign = layout.shape
    for pair in recentlyShared where pair.foreign === foreign {
      layout.shape = pair.own
      return
    }
    layout.shape = shapes.insert(SharedShape(shape: foreign)).memberAfterInsert.shape
    if recentlyShared.count == Self.recentCount { recentlyShared.removeFirst() }
    recentlyShared.append((foreign, layout.shape))
  }

  private mutating func shape(_ row: RowConstraints) -> LayoutShape {
    for shape in recent where shape.isShape(of: tree.nodes, texts: tree.traits, row: row) { return shape }
    let candidate = LayoutShape(tree.nodes, texts: tree.traits, row: row)
    let shape = shapes.insert(SharedShape(shape: candidate)).memberAfterInsert.shape
    if recent.count == Self.recentCount { recent.removeFirst() }
    recent.append(shape)
    return shape
  }

  private struct SharedShape: Hashable {
    let shape: LayoutShape
  }
}

/// The tables that a tree is compiled into.
struct CompiledTree: Sendable {
  private(set) var nodes: [ShapeNode] = []
  private(set) var traits: [TextTraits] = []
  private(set) var texts: [PreparedText?] = []

  mutating func compile(_ element: LayoutElement) {
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
    switch element.content {
    case .text(let text):
      nodes[index].content = .text(Int32(texts.count), maximumLineCount: text.maximumLineCount)
      traits.append(
        TextTraits(style: text.style, maximumLineCount: text.maximumLineCount, tag: element.tag))
      texts.append(text.prepared)
    case .box(let size): nodes[index].content = .box(size)
    case .stack(let stack, let children):
      nodes[index].content = .stack(stack)
      fillStack(index, with: children.filter { !$0.style.isHidden })
    case .inset(let insets, let child):
      nodes[index].content = .inset(insets)
      fill(index, children: [child])
    case .overlay(let child, _), .background(let child, _):
      nodes[index].content = .decorated
      fill(index, children: [child])
    case .ratio(let ratio, let child):
      precondition(ratio > 0 && ratio.isFinite, "A ratio of height to width is positive, not \(ratio).")
      nodes[index].content = .ratio(ratio)
      fill(index, children: [child])
    case .relative(let placement, let child):
      nodes[index].content = .relative(placement)
      fill(index, children: [child])
    case .corner(let placement, let child, let corner):
      nodes[index].content = .corner(placement)
      fill(index, children: placement.includesCornerInSize ? [child, corner] : [child])
    case .absolute(let sizing, let children):
      nodes[index].content = .absolute(sizing)
      fill(index, children: children.filter { !$0.style.isHidden })
    case .wrapper(let children):
      nodes[index].content = .wrapper
      fill(index, children: children.filter { !$0.style.isHidden })
    }
  }

  /// Appends the children as neighbours, and after them what they hold.
  private mutating func fill(_ index: Int, children: [LayoutElement]) {
    let first = nodes.count
    nodes[index].firstChild = Int32(first)
    nodes[index].childCount = Int32(children.count)
    nodes.append(contentsOf: repeatElement(ShapeNode(), count: children.count))
    for (offset, child) in children.enumerated() { fill(first + offset, with: child) }
  }

  private mutating func fillStack(_ index: Int, with children: [LayoutElement]) {
    let first = nodes.count
    fill(index, children: children)
    let both = children.indices.filter {
      children[$0].style.flexGrow > 0 && children[$0].style.flexShrink > 0
    }
    nodes[index].putOffChild = both.count == 1 ? Int32(first + both[0]) : -1
    nodes[index].hasFlexibleChildren = children.contains {
      $0.style.flexGrow != 0 || $0.style.flexShrink != 0
    }
  }
}

extension LayoutStyle {
  /// Whether the style allows every size.
  fileprivate var isUnconstrained: Bool {
    let dimensions = [width, height, minWidth, maxWidth, minHeight, maxHeight, flexBasis]
    for dimension in dimensions { dimension.checkIsResolvable() }
    return dimensions.dropLast().allSatisfy { $0 == .auto }
  }
}

extension Dimension {
  /// Stops where `resolved(in:)` would.
  fileprivate func checkIsResolvable() { _ = resolved(in: nil) }
}
