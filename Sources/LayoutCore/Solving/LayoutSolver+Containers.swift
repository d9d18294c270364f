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
      let y =
        if insets.top.isFinite {
          Length(insets.top)
        } else if insets.bottom.isFinite {
          size.height - Length(insets.bottom) - layout.height
        } else {
          ((size.height - layout.height) / Length(2)).round(on: grid)
        }
      size.takeBaselines(of: layout, at: y.ceil(on: grid))
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
      child,
      LengthRange(
        minWidth: best.width, maxWidth: best.width, minHeight: best.height, maxHeight: best.height),
      parent: LengthParent(width: best.width, height: best.height), baselines: baselines)
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
      let y = ((size.height - layout.height) * Length(placement.vertical.share)).round(on: grid)
      size.takeBaselines(of: layout, at: y.ceil(on: grid))
    }
    return size
  }

  mutating func corner(
    _ placement: CornerPlacement, _ first: Int, _ range: LengthRange<Length>, parent: LengthParent<Length>,
    baselines: Bool
  ) -> SolvedSize<Length> {
    let main = measure(first, range, parent: parent, baselines: baselines)
    guard placement.includesCornerInSize else { return main }
    let badge = measure(
      first + 1, LengthRange(maxWidth: range.maxWidth, maxHeight: range.maxHeight), parent: parent,
      baselines: false)
    let isTrailing = placement.location == .topTrailing || placement.location == .bottomTrailing
    let isBottom = placement.location == .bottomLeading || placement.location == .bottomTrailing
    let x = union(main.width, badge.width, anchor: isTrailing ? main.width : nil, offset: placement.offset.x)
    let y = union(main.height, badge.height, anchor: isBottom ? main.height : nil, offset: placement.offset.y)
    var size = range.clamp(width: x.length, height: y.length)
    if baselines { size.takeBaselines(of: main, at: (Length(0) - y.start).ceil(on: grid)) }
    return size
  }

  /// `Rect.union` along one axis, of an element at 0 and a badge around its corner.
  private func union(
    _ main: Length, _ badge: Length, anchor: Length?, offset: Double
  ) -> (start: Length, length: Length) {
    let origin = (anchor ?? Length(0)) + Length(offset) - badge / Length(2)
    let start = Length.smaller(Length(0), origin)
    return (start, Length.larger(Length(0) + main, origin + badge) - start)
  }

  mutating func absolute(
    _ sizing: AbsoluteSizing, _ children: Range<Int>, _ range: LengthRange<Length>,
    parent: LengthParent<Length>
  ) -> SolvedSize<Length> {
    let fits = sizing == .sizeToFit
    let followsWidths = fits || !range.maxWidth.isFinite
    let followsHeights = fits || !range.maxHeight.isFinite
    guard followsWidths || followsHeights else {
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
      let right = Length(grid.ceil(style.position.x)) + layout.width
      let bottom = Length(grid.ceil(style.position.y)) + layout.height
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
  /// Whether an infinite inset takes the spare room.
  let isPushed: Bool

  init(_ start: Double, _ end: Double) {
    self.start = Length(start.isFinite ? start : 0)
    self.end = Length(end.isFinite ? end : 0)
    isPushed = start.isInfinite || end.isInfinite
  }

  func inner(low: Length, high: Length) -> (low: Length, high: Length) {
    let taken = start + end
    let high = Length.larger(Length(0), high - taken)
    return (isPushed ? Length(0) : Length.smaller(Length.larger(Length(0), low - taken), high), high)
  }

  func inner(_ parent: Length) -> Length { Length.larger(Length(0), parent - start - end) }

  func outer(_ length: Length, largest: Length) -> Length {
    isPushed && largest.isFinite ? largest : length + start + end
  }
}
