/// Sizes and places: what an element became in a given range of sizes.
public struct Layout: Sendable {
  /// Logical pixels, on whole device pixels.
  public let size: Size
  /// Place in the parent, in logical pixels, on whole device pixels.
  public internal(set) var position = Point.zero
  public let tag: ElementTag?
  /// The text that was measured, for a text leaf.
  public let text: MeasuredText?
  /// Distance of the first baseline from the top, if there is one.
  public let firstBaseline: Double?
  /// Distance of the last baseline from the top, if there is one.
  public let lastBaseline: Double?
  /// In the order in which they are drawn.
  public let children: [Layout]

  /// The extents of a text leaf's text.
  public var textExtents: TextExtents? { text?.extents }

  /// A text with what measuring it told.
  public struct MeasuredText: Sendable {
    public let element: TextElement
    /// The width at which lines were broken; nil for no limit.
    public let wrapWidth: PangoUnits?
    public let extents: TextExtents
  }

  /// The layout with every child at the mirrored place of its parent; sizes stay.
  public func mirrored() -> Layout {
    let mirroredChildren = children.map { child in
      var mirrored = child.mirrored()
      mirrored.position.x = size.width - child.position.x - child.size.width
      return mirrored
    }
    var layout = Layout(
      size: size, tag: tag, text: text, firstBaseline: firstBaseline, lastBaseline: lastBaseline,
      children: mirroredChildren)
    layout.position = position
    return layout
  }

  /// The leaves and the tagged elements in drawing order, at their places in this layout.
  ///
  /// - Complexity: O(elements).
  public func flattened() -> [PlacedElement] {
    var placed: [PlacedElement] = []
    appendPlaced(at: .zero, to: &placed)
    return placed
  }

  /// The place of the first element with a tag, or nil if there is none.
  public func frame(of tag: ElementTag) -> Rect? { frame(of: tag, at: .zero) }

  private func frame(of wanted: ElementTag, at origin: Point) -> Rect? {
    if tag == wanted { return Rect(origin: origin, size: size) }
    for child in children {
      if let found = child.frame(of: wanted, at: origin + child.position) { return found }
    }
    return nil
  }

  private func appendPlaced(at origin: Point, to placed: inout [PlacedElement]) {
    if tag != nil || text != nil {
      placed.append(PlacedElement(tag: tag, frame: Rect(origin: origin, size: size), measuredText: text))
    }
    for child in children { child.appendPlaced(at: origin + child.position, to: &placed) }
  }

  init(
    size: Size, tag: ElementTag? = nil, text: MeasuredText? = nil, firstBaseline: Double? = nil,
    lastBaseline: Double? = nil, children: [Layout] = []
  ) {
    self.size = size
    self.tag = tag
    self.text = text
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.children = children
  }
}

/// An element at its place in the whole layout.
public struct PlacedElement: Sendable {
  public let tag: ElementTag?
  /// Logical pixels, in the coordinates of the layout that was flattened.
  public let frame: Rect
  /// The text that was measured, for a text leaf: drawn at its `wrapWidth` it has the same lines.
  public let measuredText: Layout.MeasuredText?

  /// The text of a text leaf.
  public var text: TextElement? { measuredText?.element }
}

extension Point {
  static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
}
