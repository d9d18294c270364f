/// The containers with one or two children, and those with several that do not lie one after the other.
extension LayoutDraft {
  static func inset(
    _ insets: EdgeInsets, _ child: LayoutElement, fitting range: SizeRange, parentSize: ParentSize,
    in context: LayoutContext
  ) -> LayoutDraft {
    func inner(_ axis: Axis) -> ClosedRange<Double> {
      let edges = insets.edges(along: axis)
      let taken = finite(edges.start) + finite(edges.end)
      let isPushed = edges.start.isInfinite || edges.end.isInfinite
      let high = max(0, range.max[axis] - taken)
      return min(isPushed ? 0 : max(0, range.min[axis] - taken), high)...high
    }
    func finite(_ inset: Double) -> Double { inset.isFinite ? inset : 0 }
    func parent(_ axis: Axis) -> Double? {
      let edges = insets.edges(along: axis)
      return parentSize[axis].map { max(0, $0 - finite(edges.start) - finite(edges.end)) }
    }
    let layout = child.measured(
      fitting: SizeRange(width: inner(.horizontal), height: inner(.vertical)),
      parentSize: ParentSize(width: parent(.horizontal), height: parent(.vertical)), in: context)
    var size = Size.zero
    var position = Point.zero
    for axis in [Axis.horizontal, .vertical] {
      let edges = insets.edges(along: axis)
      let length = layout.size[axis]
      let isPushed = edges.start.isInfinite || edges.end.isInfinite
      size[axis] = length + finite(edges.start) + finite(edges.end)
      if isPushed && range.max[axis].isFinite { size[axis] = range.max[axis] }
      size[axis] = max(range.min[axis], min(range.max[axis], size[axis]))
      if edges.start.isFinite {
        position[axis] = edges.start
      } else if edges.end.isFinite {
        position[axis] = size[axis] - edges.end - length
      } else {
        position[axis] = context.grid.round((size[axis] - length) / 2)
      }
    }
    let placed = layout.placed(at: position, on: context.grid)
    return LayoutDraft(size: size, baselinesOf: placed, children: [placed])
  }

  static func overlay(
    _ child: LayoutElement, _ overlay: LayoutElement, fitting range: SizeRange, parentSize: ParentSize,
    in context: LayoutContext
  ) -> LayoutDraft {
    let below = child.measured(fitting: range, parentSize: parentSize, in: context)
    let size = below.size
    let above = overlay.measured(
      fitting: SizeRange(exactly: size), parentSize: ParentSize(width: size.width, height: size.height),
      in: context)
    return LayoutDraft(size: size, baselinesOf: below, children: [below, above])
  }

  static func background(
    _ child: LayoutElement, _ background: LayoutElement, fitting range: SizeRange,
    parentSize: ParentSize, in context: LayoutContext
  ) -> LayoutDraft {
    let above = child.measured(fitting: range, parentSize: parentSize, in: context)
    let below = background.measured(
      fitting: SizeRange(exactly: above.size), parentSize: parentSize, in: context)
    return LayoutDraft(size: above.size, baselinesOf: above, children: [below, above])
  }

  static func ratio(
    _ ratio: Double, _ child: LayoutElement, fitting range: SizeRange, parentSize: ParentSize,
    in context: LayoutContext
  ) -> LayoutDraft {
    precondition(ratio > 0 && ratio.isFinite, "A ratio of height to width is positive, not \(ratio).")
    var candidates: [Size] = []
    if range.max.width.isFinite {
      candidates.append(
        Size(width: range.max.width, height: context.grid.floor(ratio * range.max.width)))
    }
    if range.max.height.isFinite {
      candidates.append(
        Size(width: context.grid.floor(range.max.height / ratio), height: range.max.height))
    }
    func deviation(_ size: Size) -> Double { abs(size.height / size.width - ratio) }
    let best = candidates.map(range.clamp).min { deviation($0) < deviation($1) }
    let layout =
      if let best {
        child.measured(
          fitting: SizeRange(exactly: best), parentSize: ParentSize(width: best.width, height: best.height),
          in: context)
      } else {
        child.measured(fitting: range, parentSize: parentSize, in: context)
      }
    return LayoutDraft(size: layout.size, baselinesOf: layout, children: [layout])
  }

  static func relative(
    _ placement: RelativePlacement, _ child: LayoutElement, fitting range: SizeRange,
    in context: LayoutContext
  ) -> LayoutDraft {
    func least(_ axis: Axis) -> Double {
      placement.position(along: axis) == .none ? range.min[axis] : 0
    }
    let layout = child.measured(
      fitting: SizeRange(
        min: Size(width: least(.horizontal), height: least(.vertical)), max: range.max),
      parentSize: ParentSize(largestOf: range), in: context)
    var size = layout.size
    for axis in [Axis.horizontal, .vertical]
    where range.max[axis].isFinite && !placement.sizing.shrinks(along: axis) {
      size[axis] = range.max[axis]
    }
    size = range.clamp(size)
    var position = Point.zero
    for axis in [Axis.horizontal, .vertical] {
      let share = placement.position(along: axis).share
      position[axis] = context.grid.round((size[axis] - layout.size[axis]) * share)
    }
    let placed = layout.placed(at: position, on: context.grid)
    return LayoutDraft(size: size, baselinesOf: placed, children: [placed])
  }

  static func corner(
    _ placement: CornerPlacement, _ child: LayoutElement, _ corner: LayoutElement,
    fitting range: SizeRange, parentSize: ParentSize, in context: LayoutContext
  ) -> LayoutDraft {
    let main = child.measured(fitting: range, parentSize: parentSize, in: context)
    let badge = corner.measured(
      fitting: SizeRange(max: range.max), parentSize: parentSize, in: context)
    let anchor = placement.anchor(on: main.size)
    let badgeOrigin = Point(x: anchor.x - badge.size.width / 2, y: anchor.y - badge.size.height / 2)
    guard placement.includesCornerInSize else {
      return LayoutDraft(
        size: main.size, baselinesOf: main,
        children: [main, badge.placed(at: badgeOrigin, on: context.grid)])
    }
    let both = Rect(origin: .zero, size: main.size).union(Rect(origin: badgeOrigin, size: badge.size))
    let shift = Point(x: -both.origin.x, y: -both.origin.y)
    let placed = main.placed(at: shift, on: context.grid)
    return LayoutDraft(
      size: range.clamp(both.size), baselinesOf: placed,
      children: [placed, badge.placed(at: badgeOrigin + shift, on: context.grid)])
  }

  static func absolute(
    _ sizing: AbsoluteSizing, _ children: [LayoutElement], fitting range: SizeRange,
    parentSize: ParentSize, in context: LayoutContext
  ) -> LayoutDraft {
    let finite = ParentSize(largestOf: range)
    let parent = ParentSize(
      width: finite.width ?? parentSize.width, height: finite.height ?? parentSize.height)
    let placed = children.filter { !$0.style.isHidden }.map { child in
      var room = range.max
      for axis in [Axis.horizontal, .vertical] where child.style.extent(along: axis) == .auto {
        room[axis] = max(0, room[axis] - child.style.position[axis])
      }
      return child.measured(fitting: SizeRange(max: room), parentSize: parent, in: context)
        .placed(at: child.style.position, on: context.grid)
    }
    var size = Size.zero
    for axis in [Axis.horizontal, .vertical] {
      let extent = placed.map { $0.position[axis] + $0.size[axis] }.max() ?? 0
      size[axis] = sizing == .sizeToFit || range.max[axis].isInfinite ? extent : range.max[axis]
    }
    return LayoutDraft(size: range.clamp(size), children: placed)
  }

  static func wrapper(
    _ children: [LayoutElement], fitting range: SizeRange, parentSize: ParentSize,
    in context: LayoutContext
  ) -> LayoutDraft {
    let layouts = children.filter { !$0.style.isHidden }
      .map { $0.measured(fitting: range, parentSize: parentSize, in: context) }
    let size = layouts.reduce(range.min) {
      Size(width: max($0.width, $1.size.width), height: max($0.height, $1.size.height))
    }
    guard let first = layouts.first else { return LayoutDraft(size: size) }
    return LayoutDraft(size: size, baselinesOf: first, children: layouts)
  }
}
