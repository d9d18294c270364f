import CGtk
import LayoutCore
import VirtualList

/// Code and tables that are wider than the column of text: where their texts are seen, and the signs that there is more.
extension ArticleDrawing {
  /// The width of the shadow at an edge with more beyond it, in logical pixels.
  private static let shadowWidth = 14.0

  static func sidewaysFrame(
    of row: ArticleRow, _ typography: ArticleTypography, _ frames: [ElementTag: Rect],
    in context: RowDrawingContext
  ) -> SidewaysFrame? {
    guard row.sidewaysGroup != nil, let panel = frames[.articlePanel] else { return nil }
    switch row.kind {
    case .code:
      guard !typography.wrapsCode, let text = frames[.articleText] else { return nil }
      let padding = ArticleTypography.panelPadding.horizontal * typography.lengthScale
      return SidewaysFrame(
        clip: panel, view: panel.minX + padding...max(panel.maxX - padding, panel.minX + padding),
        content: text.minX...text.maxX, isRightToLeft: row.isRightToLeft)
    case .tableRow:
      let padding = (ArticleTypography.cellPadding.horizontal * typography.lengthScale).rounded()
      var content: ClosedRange<Double>?
      for element in context.layout.content?.flattened() ?? [] {
        guard let tag = element.tag, tag.rawValue >= ElementTag.articleGap.rawValue else { continue }
        let outside = tag == .articleGap ? 0 : padding
        let left = element.frame.minX + context.layout.contentFrame.origin.x - outside
        let right = element.frame.maxX + context.layout.contentFrame.origin.x + outside
        content = content.map { min($0.lowerBound, left)...max($0.upperBound, right) } ?? left...right
      }
      guard let content else { return nil }
      return SidewaysFrame(
        clip: panel, view: panel.minX...panel.maxX, content: content, isRightToLeft: row.isRightToLeft,
        tolerance: row.cells.count < TableColumns.leastCountOfWide ? Double(row.cells.count + 1) : 1)
    default: return nil
    }
  }

  /// How far the texts are moved to the right, in logical pixels.
  var displacement: Double {
    guard let sideways, let group = row.sidewaysGroup else { return 0 }
    if appearance.sideways.limit(of: group) == 0, row.kind != .code { return 0 }
    return sideways.displacement(offset: appearance.sideways.offset(of: group))
  }

  var sidewaysView: SidewaysView? {
    sideways.map { SidewaysView(clip: $0.clip, displacement: displacement) }
  }

  func scrollsSideways(textsTagged tag: ElementTag) -> Bool {
    tag == .articleText || tag.rawValue >= ElementTag.articleCell.rawValue
  }

  func scrollSideways(to part: Rect) {
    guard let sideways, let group = row.sidewaysGroup else { return }
    let distance = sideways.distance(toShow: part)
    if distance != 0 { appearance.sideways.scroll(group, by: distance) }
  }

  /// A shadow at each edge with more beyond it, and a scroll bar while the pointer is on the block.
  func drawSidewaysSigns(_ frame: SidewaysFrame, on snapshot: OpaquePointer) {
    guard let group = row.sidewaysGroup else { return }
    let limit = appearance.sideways.limit(of: group)
    guard limit > 0 else { return }
    let offset = appearance.sideways.offset(of: group)
    let (atStart, atEnd) = (offset > 0, offset < limit)
    let isPanel = row.kind == .code
    if isPanel { pushPanelClip(frame.clip, on: snapshot) }
    if frame.isRightToLeft ? atEnd : atStart { drawShadow(atLeft: true, of: frame.clip, on: snapshot) }
    if frame.isRightToLeft ? atStart : atEnd { drawShadow(atLeft: false, of: frame.clip, on: snapshot) }
    if isPanel { gtk_snapshot_pop(snapshot) }
    if appearance.sideways.hovered == group, row.isLastOfSidewaysGroup {
      drawBar(frame.bar(offset: offset, limit: limit), on: snapshot)
    }
  }

  private func drawShadow(atLeft: Bool, of frame: Rect, on snapshot: OpaquePointer) {
    let width = min(Self.shadowWidth, frame.size.width / 3)
    var bounds = graphene_rect_t(
      Rect(
        x: atLeft ? frame.minX : frame.maxX - width, y: frame.minY, width: width,
        height: frame.size.height))
    var edge = graphene_point_t(x: Float(atLeft ? frame.minX : frame.maxX), y: 0)
    var inside = graphene_point_t(x: Float(atLeft ? frame.minX + width : frame.maxX - width), y: 0)
    // On a dark background a shadow has to be darker to be seen.
    let strength: Float = appearance.isDark ? 2.5 : 1
    let stops = [
      GskColorStop(offset: 0, color: GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.24 * strength)),
      GskColorStop(offset: 0.35, color: GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.08 * strength)),
      GskColorStop(offset: 1, color: GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0)),
    ]
    gtk_snapshot_append_linear_gradient(snapshot, &bounds, &edge, &inside, stops, gsize(stops.count))
  }

  private func drawBar(_ frame: Rect, on snapshot: OpaquePointer) {
    var outline = GskRoundedRect()
    var bounds = graphene_rect_t(frame)
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(SidewaysFrame.barWidth / 2))
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
    fill(frame, opacity: 0.75, on: snapshot)
    gtk_snapshot_pop(snapshot)
  }
}
