/// The sizes and positions of an element and its descendants, computed for a range of sizes.
public struct Layout: Sendable {
  /// The size in logical pixels, rounded up to whole device pixels.
  public let size: Size
  /// The position in the parent in logical pixels, on whole device pixels.
  public internal(set) var position = Point.zero
  /// The element's tag.
  public let tag: ElementTag?
  /// The measured text of a text element; nil for every other element.
  public let text: MeasuredText?
  /// The distance of the first baseline from the top in logical pixels, if there is one.
  public let firstBaseline: Double?
  /// The distance of the last baseline from the top in logical pixels, if there is one.
  public let lastBaseline: Double?
  /// The layouts of the children, in drawing order.
  public let children: [Layout]

  /// A text and the extents that were measured for it.
  public struct MeasuredText: Sendable {
    /// The text.
    public let element: TextElement
    /// The width at which lines were broken, in Pango units; nil if nothing was wrapped.
    public let wrapWidth: PangoUnits?
    /// The extents at that width, in Pango units.
    public let extents: TextExtents
  }

  /// The layout with every child mirrored horizontally in its parent. Sizes do not change.
  ///
  /// - Complexity: O(elements).
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

  /// The texts and the tagged elements in drawing order, with their frames in this layout.
  ///
  /// - Complexity: O(elements).
  public func flattened() -> [PlacedElement] {
    var placed: [PlacedElement] = []
    appendPlaced(at: .zero, to: &placed)
    return placed
  }

  /// The frame of the first element with a tag, in logical pixels in this layout; nil if there is none.
  ///
  /// - Complexity: O(elements).
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

/// An element with its frame in a whole layout.
public struct PlacedElement: Sendable {
  /// The element's tag.
  public let tag: ElementTag?
  /// The frame in logical pixels, in the coordinates of the layout that was flattened.
  public let frame: Rect
  /// The measured text of a text element. Drawn at its `wrapWidth`, it has the lines that were measured.
  public let measuredText: Layout.MeasuredText?

  /// The text of a text element.
  public var text: TextElement? { measuredText?.element }
}

extension Point {
  static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
}
