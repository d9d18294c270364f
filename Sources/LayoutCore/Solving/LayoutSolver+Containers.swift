/// The containers with one or two children, and absolute containers.
extension LayoutSolver {
  mutating func inset(
    _ insets: EdgeInsets, _ child: Int, _ range: LengthRange<Length>, parent: LengthParent<Length>,
    baselines: Bool
  ) -> SolvedSize<Length> {
    let horizontal = InsetEdges<Length>(insets.leading, insets.trailing)
    let vertical = InsetEdges<Length>(insets.top, insets.bottom)
    let width = horizontal.inner(low: range.minWidth, high: range.maxWidth)
    let height = vertical.inner(low: range.minHeight, high: range.maxHeight)
    let layout = measure(
      child,
      LengthRange(minWidth: width.low, maxWidth: width.high, minHeight: height.low, maxHeight: height.high),
      parent: LengthParent(
        width: parent.width.map(horizontal.inner), height: parent.height.map(vertical.inner)),
      baselines: baselines)
    var size = SolvedSize(
      width: horizontal.outer(layout.width, largest: range.maxWidth),
      height: vertical.outer(layout.height, largest: range.maxHeight))
    size = range.clamp(width: size.width, height: size.height)
    if baselines {
      let y = vertical.position(layout.height, in: size.height, on: grid)
      size.takeBaselines(of: layout, at: y)
      if Frames.areNeeded {
        frames.place(child, x: horizontal.position(layout.width, in: size.width, on: grid), y: y)
      }
    }
    return size
  }

  mutating func ratio(
    _ ratio: Double, _ child: Int, _ range: LengthRange<Length>, parent: LengthParent<Length>, baselines: Bool
  ) -> SolvedSize<Length> {
    let factor = Length(ratio)
    let byWidth =
      range.maxWidth.isFinite
      ? range.clamp(width: range.maxWidth, height: (factor * range.maxWidth).floor(on: grid)) : nil
    let byHeight =
      range.maxHeight.isFinite
      ? range.clamp(width: (range.maxHeight / factor).floor(on: grid), height: range.maxHeight) : nil
    let best =
      if let byWidth, let byHeight {
        deviation(of: byHeight, from: factor) < deviation(of: byWidth, from: factor) ? byHeight : byWidth
      } else {
        byWidth ?? byHeight
      }
    guard let best else { return measure(child, range, parent: parent, baselines: baselines) }
    return measure(
      child, LengthRange(exactly: best), parent: LengthParent(width: best.width, height: best.height),
      baselines: baselines)
  }

  private func deviation(of size: SolvedSize<Length>, from ratio: Length) -> Length {
    let difference = size.height / size.width - ratio
    return difference < Length(0) ? Length(0) - difference : difference
  }

  mutating func relative(
    _ placement: RelativePlacement, _ child: Int, _ range: LengthRange<Length>, baselines: Bool
  ) -> SolvedSize<Length> {
    var inner = range
    if placement.horizontal != .none { inner.minWidth = Length(0) }
    if placement.vertical != .none { inner.minHeight = Length(0) }
    let layout = measure(child, inner, parent: LengthParent(largestOf: range), baselines: baselines)
    func outer(_ axis: Axis) -> Length {
      let isFilled = range.high(axis).isFinite && !placement.sizing.shrinks(along: axis)
      return range.clamp(isFilled ? range.high(axis) : layout[axis], along: axis)
    }
    var size = SolvedSize(width: outer(.horizontal), height: outer(.vertical))
    if baselines {
      let y = start(placement.vertical, in: size.height - layout.height)
      size.takeBaselines(of: layout, at: y)
      if Frames.areNeeded {
        frames.place(child, x: start(placement.horizontal, in: size.width - layout.width), y: y)
      }
    }
    return size
  }

  private func start(_ position: RelativePlacement.Position, in spare: Length) -> Length {
    (spare * Length(position.share)).round(on: grid).ceil(on: grid)
  }

  mutating func corner(
    _ placement: CornerPlacement, _ first: Int, _ range: LengthRange<Length>, parent: LengthParent<Length>,
    baselines: Bool
  ) -> SolvedSize<Length> {
    let main = measure(first, range, parent: parent, baselines: baselines)
    guard placement.includesCornerInSize || Frames.areNeeded else { return main }
    let badge = measure(
      first + 1, LengthRange(maxWidth: range.maxWidth, maxHeight: range.maxHeight), parent: parent,
      baselines: false)
    let isTrailing = placement.location == .topTrailing || placement.location == .bottomTrailing
    let isBottom = placement.location == .bottomLeading || placement.location == .bottomTrailing
    let x = union(main.width, badge.width, anchor: isTrailing ? main.width : nil, offset: placement.offset.x)
    let y = union(main.height, badge.height, anchor: isBottom ? main.height : nil, offset: placement.offset.y)
    guard placement.includesCornerInSize else {
      frames.place(first + 1, x: x.badge.ceil(on: grid), y: y.badge.ceil(on: grid))
      return main
    }
    var size = range.clamp(width: x.length, height: y.length)
    if baselines { size.takeBaselines(of: main, at: (Length(0) - y.start).ceil(on: grid)) }
    if Frames.areNeeded {
      frames.place(
        first, x: (Length(0) - x.start).ceil(on: grid), y: (Length(0) - y.start).ceil(on: grid))
      frames.place(
        first + 1, x: (x.badge - x.start).ceil(on: grid), y: (y.badge - y.start).ceil(on: grid))
    }
    return size
  }

  /// The union of an element at 0 and a badge around its corner, along one axis, and the start of the badge.
  private func union(
    _ main: Length, _ badge: Length, anchor: Length?, offset: Double
  ) -> (start: Length, length: Length, badge: Length) {
    let origin = (anchor ?? Length(0)) + Length(offset) - badge / Length(2)
    let start = Length.smaller(Length(0), origin)
    return (start, Length.larger(Length(0) + main, origin + badge) - start, origin)
  }

  mutating func absolute(
    _ sizing: AbsoluteSizing, _ children: Range<Int>, _ range: LengthRange<Length>,
    parent: LengthParent<Length>
  ) -> SolvedSize<Length> {
    let fits = sizing == .sizeToFit
    let followsWidths = fits || !range.maxWidth.isFinite
    let followsHeights = fits || !range.maxHeight.isFinite
    guard followsWidths || followsHeights || Frames.areNeeded else {
      return range.clamp(width: range.maxWidth, height: range.maxHeight)
    }
    let finite = LengthParent(largestOf: range)
    let inner = LengthParent(width: finite.width ?? parent.width, height: finite.height ?? parent.height)
    var size: SolvedSize<Length>?
    for child in children {
      let style = (nodes + child).pointee.style
      var room = LengthRange(maxWidth: range.maxWidth, maxHeight: range.maxHeight)
      if style.width == .auto {
        room.maxWidth = Length.larger(Length(0), room.maxWidth - Length(style.position.x))
      }
      if style.height == .auto {
        room.maxHeight = Length.larger(Length(0), room.maxHeight - Length(style.position.y))
      }
      let layout = measure(child, room, parent: inner, baselines: false)
      let x = Length(grid.ceil(style.position.x))
      let y = Length(grid.ceil(style.position.y))
      if Frames.areNeeded { frames.place(child, x: x, y: y) }
      let right = x + layout.width
      let bottom = y + layout.height
      size = SolvedSize(
        width: size.map { Length.larger($0.width, right) } ?? right,
        height: size.map { Length.larger($0.height, bottom) } ?? bottom)
    }
    let extent = size ?? .zero
    return range.clamp(
      width: followsWidths ? extent.width : range.maxWidth,
      height: followsHeights ? extent.height : range.maxHeight)
  }
}

/// The two insets along one axis.
private struct InsetEdges<Length: LayoutLength> {
  let start: Length
  let end: Length
  /// Whether an infinite inset takes the spare room at the start.
  private let pushesStart: Bool
  private let pushesEnd: Bool

  init(_ start: Double, _ end: Double) {
    self.start = Length(start.isFinite ? start : 0)
    self.end = Length(end.isFinite ? end : 0)
    pushesStart = start.isInfinite
    pushesEnd = end.isInfinite
  }

  /// Whether an infinite inset takes the spare room.
  private var isPushed: Bool { pushesStart || pushesEnd }

  func inner(low: Length, high: Length) -> (low: Length, high: Length) {
    let taken = start + end
    let high = Length.larger(Length(0), high - taken)
    return (isPushed ? Length(0) : Length.smaller(Length.larger(Length(0), low - taken), high), high)
  }

  func inner(_ parent: Length) -> Length { Length.larger(Length(0), parent - start - end) }

  func outer(_ length: Length, largest: Length) -> Length {
    isPushed && largest.isFinite ? largest : length + start + end
  }

  /// The position of a child of a length, on whole device pixels.
  func position(_ length: Length, in outer: Length, on grid: PixelGrid) -> Length {
    let position =
      if !pushesStart {
        start
      } else if !pushesEnd {
        outer - end - length
      } else {
        ((outer - length) / Length(2)).round(on: grid)
      }
    return position.ceil(on: grid)
  }
}
