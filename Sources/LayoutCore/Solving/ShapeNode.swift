/// One element of a compiled tree, without its texts. Its children are neighbours in the node table.
struct ShapeNode: Hashable, Sendable {
  var content = Content.hidden
  var style = LayoutStyle()
  /// The children's place in the node table; hidden children of stacks, absolute layouts and wrappers are left out.
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  /// Whether the style allows every size.
  var isUnconstrained = true
  /// Of a stack: whether a child grows or shrinks.
  var hasFlexibleChildren = false
  /// Of a stack: the only child that both grows and shrinks; negative if there is not exactly one.
  var putOffChild: Int32 = -1

  enum Content: Hashable, Sendable {
    case hidden
    /// The text's number in the item, and after how many lines it ends; 0 means no limit.
    case text(Int32, maximumLineCount: Int)
    case box(Size)
    case stack(Stack)
    case inset(EdgeInsets)
    /// An overlay or a background: only the first child decides sizes.
    case decorated
    case ratio(Double)
    case relative(RelativePlacement)
    case corner(CornerPlacement)
    case absolute(AbsoluteSizing)
    case wrapper
  }

  var children: Range<Int> { Int(firstChild)..<Int(firstChild) + Int(childCount) }
}
