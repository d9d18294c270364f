/// The extents of the lines so far, one below the other (pango-layout.c, `pango_layout_get_extents_internal`).
struct LineStack {
  private var width = 0
  private var bottom = 0
  private(set) var count = 0
  private var firstBaseline = 0
  private var baseline = 0
  var isTruncated = false
  private let givenWidth: Int
  private let spacing: Int
  private let lineSpacing: Float

  init(_ constraint: LineConstraint) {
    givenWidth = constraint.width ?? 0
    spacing = constraint.spacing
    lineSpacing = constraint.lineSpacing
  }

  var extents: TextExtents {
    TextExtents(
      width: isTruncated ? givenWidth : width, height: bottom &- spacing, lineCount: count,
      isTruncated: isTruncated,
      firstBaseline: firstBaseline, lastBaseline: baseline)
  }

  @inline(__always)
  mutating func push(top: Int, height: Int, fontHeight: Int, width lineWidth: Int) {
    if count == 0 || lineSpacing == 0 {
      baseline = bottom &- top
    } else {
      // Pango adds a float to an int and truncates the sum: do not round.
      baseline = Int(Float(baseline) + lineSpacing * Float(fontHeight))
    }
    if count == 0 { firstBaseline = baseline }
    count &+= 1
    bottom = baseline &+ top &+ height &+ spacing
    width = max(width, lineWidth)
  }

  @inline(__always)
  mutating func push(_ box: LineBox, width: Int) {
    push(top: box.top, height: box.height, fontHeight: box.fontHeight, width: width)
  }
}
