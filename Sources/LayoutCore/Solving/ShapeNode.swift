/// One element of a compiled tree, without its text. Its children are contiguous in the table of nodes.
struct ShapeNode: Hashable, Sendable {
  var content = Content.hidden
  var style = LayoutStyle()
  /// The index of the first child in the table of nodes. Hidden children of stacks, absolute containers and wrappers
  /// are left out.
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  /// Whether the style allows every size.
  var isUnconstrained = true
  /// For a stack: whether a child grows or shrinks.
  var hasFlexibleChildren = false
  /// For a stack: the index of the only child that both grows and shrinks; negative if there is not exactly one.
  var deferredChild: Int32 = -1

  enum Content: Hashable, Sendable {
    case hidden
    /// The index of the text in the item, and the number of lines after which an ellipsis ends it (0 for no limit).
    case text(Int32, maximumLineCount: Int)
    case box(Size)
    case stack(Stack)
    case inset(EdgeInsets)
    /// The first child decides the size. The second one, the overlay or background, is in the table only if frames are
    /// needed.
    case overlay
    case background
    case ratio(Double)
    case relative(RelativePlacement)
    /// A corner that does not count in the size is in the table only if frames are needed.
    case corner(CornerPlacement)
    case absolute(AbsoluteSizing)
    case wrapper
  }

  var children: Range<Int> { Int(firstChild)..<Int(firstChild) + Int(childCount) }
}
