/// What a template asks of its row besides the element.
public struct RowConstraints: Hashable, Sendable {
  /// What stands at the row's end and narrows the content.
  public var accessory: Accessory
  /// The least width that the content is laid out at, in logical pixels: positive and finite.
  public var minimumWidth: Double
  /// The least height of the content in logical pixels, not negative.
  public var minimumHeight: Double

  public init(accessory: Accessory = .none, minimumWidth: Double = 1, minimumHeight: Double = 0) {
    self.accessory = accessory
    self.minimumWidth = minimumWidth
    self.minimumHeight = minimumHeight
  }

  /// The width that is left for a row's content, in logical pixels.
  func contentWidth(_ metrics: RowMetrics) -> Double {
    max(metrics.width - metrics.sectionIndexWidth - accessory.width, minimumWidth)
  }

  /// The row's height with its separator, in device pixels: what `TemplateLayout` has.
  @inline(__always)
  func rowHeight(content measured: Double, _ metrics: RowMetrics, on grid: PixelGrid) -> Int {
    let content = grid.ceil(max(measured, minimumHeight))
    let separator = content > 0 && metrics.separator == .singleLine ? 1 : 0
    return grid.devicePixels(content) + separator
  }
}

/// What is known of one of a shape's texts before its characters are.
public struct TextTraits: Hashable, Sendable {
  public let style: TextStyleID
  /// Lines after which the text ends with an ellipsis; 0 means no limit.
  public let maximumLineCount: Int
  public let tag: ElementTag?
}

/// A tree of elements without its texts, as a flat table: shared by all items whose trees differ in nothing but texts.
///
/// Shapes are made by `LayoutCompiler`. Two shapes are equal if they have the same elements, styles and constraints.
public final class LayoutShape: @unchecked Sendable {
  /// The texts that sizes can depend on, in the tree's order from the root down.
  ///
  /// Texts of hidden elements, of overlays, of backgrounds and of corners that do not count in the size are left out.
  public let texts: [TextTraits]
  /// What the template asks of the row.
  public let row: RowConstraints
  /// The root is the first one. Filled when the shape is made, and never changed.
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

  /// The number of elements that decide sizes.
  public var elementCount: Int { nodes.count }

  var root: UnsafePointer<ShapeNode> { UnsafePointer(nodes.baseAddress!) }
}

extension LayoutShape {
  /// Whether the shape is that of a tree.
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
