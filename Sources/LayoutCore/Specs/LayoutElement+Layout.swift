extension LayoutElement {
  /// Computes the sizes and positions of the element and its descendants.
  ///
  /// - Parameters:
  ///   - range: The sizes that the element may take, in logical pixels.
  ///   - parentSize: The size that fractions refer to, in logical pixels; by default the range's largest size.
  ///   - context: The environment, and a text measurer.
  /// - Returns: A layout whose sizes and positions are whole device pixels; mirrored in a right-to-left environment.
  /// - Precondition: The size that results is finite: an infinite range needs elements that do not fill it.
  /// - Complexity: O(elements). Each text is measured once, and again for each enclosing stack that grows, shrinks or
  ///   stretches it.
  public func layout(
    fitting range: SizeRange, parentSize: ParentSize? = nil, in context: LayoutContext
  ) -> Layout {
    let layout = measured(
      fitting: range, parentSize: parentSize ?? ParentSize(largestOf: range), in: context)
    return context.environment.direction == .rightToLeft ? layout.mirrored() : layout
  }

  /// The layout of a left-to-right environment.
  func measured(fitting range: SizeRange, parentSize: ParentSize, in context: LayoutContext) -> Layout {
    if style.isHidden { return Layout(size: .zero) }
    let draft = draft(
      fitting: range.intersect(style.sizeRange(in: parentSize)), parentSize: parentSize, in: context)
    precondition(
      draft.size.width.isFinite && draft.size.height.isFinite,
      "A layout's size is finite: \(draft.size.width) × \(draft.size.height).")
    let size = context.grid.ceil(draft.size)
    return Layout(
      size: size, tag: tag, text: draft.text, firstBaseline: style.ascender ?? draft.firstBaseline,
      lastBaseline: style.descender.map { size.height + $0 } ?? draft.lastBaseline,
      children: draft.children)
  }

  private func draft(
    fitting range: SizeRange, parentSize: ParentSize, in context: LayoutContext
  ) -> LayoutDraft {
    switch content {
    case .text(let text): .text(text, fitting: range, in: context)
    case .box(let size): LayoutDraft(size: range.clamp(size))
    case .stack(let stack, let children):
      StackMeasurement(stack, children, fitting: range, in: context).placed()
    case .inset(let insets, let child):
      .inset(insets, child, fitting: range, parentSize: parentSize, in: context)
    case .overlay(let child, let overlay):
      .overlay(child, overlay, fitting: range, parentSize: parentSize, in: context)
    case .background(let child, let background):
      .background(child, background, fitting: range, parentSize: parentSize, in: context)
    case .ratio(let ratio, let child):
      .ratio(ratio, child, fitting: range, parentSize: parentSize, in: context)
    case .relative(let placement, let child):
      .relative(placement, child, fitting: range, in: context)
    case .corner(let placement, let child, let corner):
      .corner(placement, child, corner, fitting: range, parentSize: parentSize, in: context)
    case .absolute(let sizing, let children):
      .absolute(sizing, children, fitting: range, parentSize: parentSize, in: context)
    case .wrapper(let children):
      .wrapper(children, fitting: range, parentSize: parentSize, in: context)
    }
  }
}

/// The part of a layout that follows from an element's content, before its tag and style are applied and its size is
/// rounded.
struct LayoutDraft {
  var size: Size
  var text: Layout.MeasuredText?
  var firstBaseline: Double?
  var lastBaseline: Double?
  var children: [Layout] = []
}

extension LayoutDraft {
  static func text(_ text: TextElement, fitting range: SizeRange, in context: LayoutContext) -> LayoutDraft {
    let wrapWidth = range.max.width.isFinite ? PangoUnits((range.max.width * 1024).rounded(.down)) : nil
    let extents = context.measureText(text, wrapWidth)
    let natural = Size(width: Double(extents.width) / 1024, height: Double(extents.height) / 1024)
    return LayoutDraft(
      size: range.clamp(natural),
      text: Layout.MeasuredText(element: text, wrapWidth: wrapWidth, extents: extents),
      firstBaseline: Double(extents.firstBaseline) / 1024,
      lastBaseline: Double(extents.lastBaseline) / 1024)
  }

  /// A draft with children that takes the baselines of one of them.
  init(size: Size, baselinesOf child: Layout, children: [Layout]) {
    self.size = size
    firstBaseline = child.firstBaseline.map { $0 + child.position.y }
    lastBaseline = child.lastBaseline.map { $0 + child.position.y }
    self.children = children
  }
}

extension Layout {
  /// The layout at a position, which is rounded up to whole device pixels.
  func placed(at position: Point, on grid: PixelGrid) -> Layout {
    var layout = self
    layout.position = grid.ceil(position)
    return layout
  }
}
