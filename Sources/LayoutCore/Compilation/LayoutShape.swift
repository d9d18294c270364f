/// A template's constraints on its row, besides the element.
public struct RowConstraints: Hashable, Sendable {
  /// The accessory at the row's trailing end, which narrows the content.
  public var accessory: Accessory
  /// The minimum width that the content is laid out at, in logical pixels: positive and finite.
  public var minimumWidth: Double
  /// The minimum height of the content in logical pixels; not negative.
  public var minimumHeight: Double

  /// Creates constraints; by default there is no accessory, and the content is at least one logical pixel wide.
  public init(accessory: Accessory = .none, minimumWidth: Double = 1, minimumHeight: Double = 0) {
    self.accessory = accessory
    self.minimumWidth = minimumWidth
    self.minimumHeight = minimumHeight
  }

  /// The width of a row's content in logical pixels.
  func contentWidth(_ metrics: RowMetrics) -> Double {
    max(metrics.width - metrics.sectionIndexWidth - accessory.width, minimumWidth)
  }

  /// The row's height with its separator in device pixels, as in `TemplateLayout`.
  @inline(__always)
  func rowHeight(content measured: Double, _ metrics: RowMetrics, on grid: PixelGrid) -> Int {
    let content = grid.ceil(max(measured, minimumHeight))
    let separator = content > 0 && metrics.separator == .singleLine ? 1 : 0
    return grid.devicePixels(content) + separator
  }
}

/// The properties of one of a shape's texts that do not depend on its characters.
public struct TextTraits: Hashable, Sendable {
  /// The text's style.
  public let style: TextStyleID
  /// The number of lines after which an ellipsis ends each paragraph; 0 for no limit.
  public let maximumLineCount: Int
  /// The tag of the text's element.
  public let tag: ElementTag?
}

/// A compiled tree of elements without its texts, as a flat table. All items whose trees differ only in texts share it.
///
/// ``LayoutCompiler`` creates shapes. Two shapes are equal if they have the same elements, styles and constraints. A
/// shape is immutable and can be used by all threads.
public final class LayoutShape: @unchecked Sendable {
  /// The texts on which the size can depend, in the order of the tree.
  ///
  /// Texts of hidden elements, of overlays, of backgrounds, and of corners that do not count in the size are left out.
  public let texts: [TextTraits]
  /// The template's constraints on the row.
  public let row: RowConstraints
  /// The elements, with the root first; immutable.
  let nodes: UnsafeMutableBufferPointer<ShapeNode>
  private let structureHash: Int

  init(_ nodes: [ShapeNode], texts: [TextTraits], row: RowConstraints) {
    precondition(!nodes.isEmpty, "A shape has a root.")
    self.nodes = .allocate(capacity: nodes.count)
    _ = self.nodes.initialize(fromContentsOf: nodes)
    self.texts = texts
    self.row = row
    var hasher = Hasher()
    for node in nodes { hasher.combine(node) }
    hasher.combine(texts)
    hasher.combine(row)
    structureHash = hasher.finalize()
  }

  deinit { nodes.deallocate() }

  /// The number of elements on which the size depends.
  package var elementCount: Int { nodes.count }

  /// The memory of the shape in bytes, with its place in a set.
  var byteCount: Int {
    nodes.count * MemoryLayout<ShapeNode>.stride + texts.count * MemoryLayout<TextTraits>.stride + 192
  }

  var root: UnsafePointer<ShapeNode> { UnsafePointer(nodes.baseAddress!) }
}

extension LayoutShape {
  /// Whether this is the shape of a tree.
  func isShape(of nodes: [ShapeNode], texts: [TextTraits], row: RowConstraints) -> Bool {
    self.row == row && self.texts == texts && self.nodes.elementsEqual(nodes)
  }
}

extension LayoutShape: Hashable {
  public static func == (a: LayoutShape, b: LayoutShape) -> Bool {
    a === b
      || a.structureHash == b.structureHash && a.row == b.row && a.texts == b.texts
        && a.nodes.elementsEqual(b.nodes)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(structureHash) }
}
