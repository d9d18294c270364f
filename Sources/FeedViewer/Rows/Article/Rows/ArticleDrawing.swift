import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// Draws what a row of an article shows besides its texts: bars of quotations, panels, rules, symbols and pictures.
final class ArticleDrawing: RowDrawing {
  static let panelRadius: Float = 8
  /// The elements whose frames drawing needs.
  private static let drawnElements: Set<ElementTag> = [
    .articleColumn, .articlePanel, .articlePicture, .articleIcon, .articleRule, .articleOpenSign,
    .articleClosedSign, .articleText,
  ]

  let row: ArticleRow
  private let typography: ArticleTypography
  let appearance: ArticleAppearance
  private let frames: [ElementTag: Rect]
  private let height: Double
  private let scale: Double
  private let isMirrored: Bool
  /// Where texts are that can scroll sideways; nil without them.
  let sideways: SidewaysFrame?
  private var picture: SharedObject?
  private var failure: PictureFailure?
  private var use: ImageLoader.Use?
  private let images: ImageLoader
  private var isAnimated = false
  private var isVisible = false
  /// Held while the row is on screen.
  private var animation: ArticleAnimations.Use?
  private var needsRedraw: () -> Void = {}

  init(
    _ row: ArticleRow, _ typography: ArticleTypography, _ appearance: ArticleAppearance,
    in context: RowDrawingContext
  ) {
    self.row = row
    self.typography = typography
    self.appearance = appearance
    scale = context.environment.scale
    images = context.images
    isMirrored = row.isRightToLeft
    height = PixelGrid(scale: scale).points(context.layout.height)
    frames = context.frames(of: Self.drawnElements)
    sideways = Self.sidewaysFrame(of: row, typography, frames, in: context)
    if let sideways, let group = row.sidewaysGroup {
      appearance.sideways.laidOut(
        group, overflow: sideways.overflow, width: sideways.width, row: row.number ?? 0,
        isEstimated: row.codeLine?.isMeasured == false)
    }
    guard let picture = row.picture, let frame = frames[.articlePicture] else { return }
    use = images.request(path: picture.path, fittingWidth: pictureWidth(frame)) { [weak self] in
      self?.received($0)
    }
  }

  /// In device pixels.
  private func pictureWidth(_ frame: Rect) -> Int { max(Int((frame.size.width * scale).rounded(.up)), 1) }

  func becameVisible(needsRedraw: @escaping () -> Void) {
    self.needsRedraw = needsRedraw
    isVisible = true
    use?.becameVisible()
    useAnimation()
  }

  private func useAnimation() {
    guard isAnimated, isVisible, let path = row.picture?.path, let frame = frames[.articlePicture] else {
      return
    }
    animation = appearance.animations.use(path, width: pictureWidth(frame), images) { [weak self] in
      self?.needsRedraw()
    }
  }

  private func received(_ answer: ImageLoader.Answer) {
    switch answer {
    case .success(let image):
      let texture = image.texture
      picture = texture
      if image.isAnimated, let path = row.picture?.path {
        isAnimated = true
        useAnimation()
        appearance.onAnimatedPicture(path)
      }
      if row.picture?.size == nil, let path = row.picture?.path {
        appearance.onPictureSize(path, image.naturalSize.width, image.naturalSize.height)
      }
    case .failure(let failure):
      self.failure = failure
      // Without a decoder there will be a picture later.
      if failure != .noDecoder, let path = row.picture?.path {
        appearance.onPictureFailure(path, failure.message)
      }
    }
    needsRedraw()
  }

  var accessibleDescription: String? { failure?.message ?? animationFailure?.message }

  private var animationState: ArticleAnimations.State? {
    isAnimated ? row.picture.map { appearance.animations.state(of: $0.path) } : nil
  }

  private var animationFailure: PictureFailure? {
    if case .failed(let failure) = animationState { failure } else { nil }
  }

  func tooltip(at point: Point) -> String? {
    guard let frame = frames[.articlePicture], frame.contains(point), let picture = row.picture else {
      return nil
    }
    if let failure = failure ?? animationFailure { return "\(picture.words): \(failure.message)" }
    return picture.hasAlternative ? picture.words : nil
  }

  func drawBackground(on snapshot: OpaquePointer) {
    drawQuoteBars(on: snapshot)
    if let rule = frames[.articleRule] { fill(rule, opacity: 0.3, on: snapshot) }
    guard let panel = frames[.articlePanel] else { return }
    switch row.kind {
    case .code, .placeholder: drawPanel(panel, on: snapshot)
    case .tableRow(let isHeader):
      var line = panel
      if let sideways {
        // As wide as the table, as far as it is seen.
        let moved = displacement
        line.origin.x = max(panel.minX, sideways.content.lowerBound + moved)
        line.size.width = max(min(panel.maxX, sideways.content.upperBound + moved) - line.minX, 0)
      }
      line.origin.y = panel.maxY - 1
      line.size.height = 1
      fill(line, opacity: isHeader ? 0.45 : 0.25, on: snapshot)
    default: break
    }
  }

  func draw(on snapshot: OpaquePointer) {
    if let sideways { drawSidewaysSigns(sideways, on: snapshot) }
    if let frame = frames[.articlePicture] { drawPicture(in: frame, on: snapshot) }
    if let frame = frames[.articleOpenSign] { drawIcon("pan-down-symbolic", in: frame, on: snapshot) }
    if let frame = frames[.articleClosedSign] {
      drawIcon(isMirrored ? "pan-start-symbolic" : "pan-end-symbolic", in: frame, on: snapshot)
    }
    if let frame = frames[.articleIcon], let icon = row.icon { drawIcon(icon, in: frame, on: snapshot) }
  }

  /// A bar beside the rows of a quotation, without a gap between its blocks.
  private func drawQuoteBars(on snapshot: OpaquePointer) {
    guard row.quoteDepth > 0, let column = frames[.articleColumn] else { return }
    let zoom = typography.lengthScale
    let width = ArticleTypography.quoteBar * zoom
    for depth in 0..<row.quoteDepth {
      let inside = Double(depth) * ArticleTypography.quoteIndentation * zoom
      let top = depth < row.continuedQuoteDepth ? 0 : row.spaceAbove
      let x = isMirrored ? column.maxX - inside - width : column.minX + inside
      fill(
        Rect(
          origin: Point(x: x, y: top),
          size: Size(width: width, height: max(height - row.spaceBelow - top, 0))),
        opacity: 0.35, on: snapshot)
    }
  }

  private func drawPanel(_ frame: Rect, on snapshot: OpaquePointer) {
    pushPanelClip(frame, on: snapshot)
    fill(frame, opacity: 0.14, on: snapshot)
    gtk_snapshot_pop(snapshot)
  }

  /// Clips to a panel with round corners. The panels of the pieces of one block join to one.
  func pushPanelClip(_ frame: Rect, on snapshot: OpaquePointer) {
    var outline = GskRoundedRect()
    var bounds = graphene_rect_t(frame)
    gsk_rounded_rect_init_from_rect(&outline, &bounds, 0)
    let corner = graphene_size_t(width: Self.panelRadius, height: Self.panelRadius)
    if !row.isContinuation {
      outline.corner.0 = corner
      outline.corner.1 = corner
    }
    if !row.isContinued {
      outline.corner.2 = corner
      outline.corner.3 = corner
    }
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
  }

  /// The corners of a picture, in logical pixels; a small one keeps its shape.
  private static func pictureRadius(of frame: Rect) -> Float {
    Float(min(6, min(frame.size.width, frame.size.height) / 8))
  }

  private func drawPicture(in frame: Rect, on snapshot: OpaquePointer) {
    var bounds = graphene_rect_t(frame)
    var outline = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Self.pictureRadius(of: frame))
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
    defer { gtk_snapshot_pop(snapshot) }
    guard let picture else { return fill(frame, opacity: 0.1, on: snapshot) }
    let shown = row.picture.flatMap { appearance.animations.frame(of: $0.path) } ?? picture
    gtk_snapshot_append_texture(snapshot, shown.pointer, &bounds)
    switch animationState {
    case .stopped, .paused: drawSign("media-playback-start-symbolic", on: frame, snapshot)
    case .failed: drawSign("dialog-warning-symbolic", on: frame, snapshot)
    case .playing, nil: break
    }
  }

  private func drawSign(_ symbol: String, on frame: Rect, _ snapshot: OpaquePointer) {
    let sign = PlaySign(on: frame)
    sign.drawDisc(on: snapshot)
    drawIcon(symbol, in: sign.symbolFrame, color: GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1), on: snapshot)
  }

  private func drawIcon(
    _ name: String, in frame: Rect, color: GdkRGBA? = nil, on snapshot: OpaquePointer
  ) {
    SymbolicIcon.draw(name, in: frame, scale: scale, color: color ?? symbolColor, on: snapshot)
  }

  /// Near that of texts: some symbols of the default theme are themselves fainter than their colour.
  private var symbolColor: GdkRGBA {
    let grey: Float = appearance.isDark ? 0.86 : 0.24
    return GdkRGBA(red: grey, green: grey, blue: grey, alpha: 1)
  }

  func fill(_ frame: Rect, opacity: Float, on snapshot: OpaquePointer) {
    var bounds = graphene_rect_t(frame)
    var color = Self.neutral(opacity: opacity)
    gtk_snapshot_append_color(snapshot, &color, &bounds)
  }

  /// A grey that shows on light and on dark backgrounds.
  static func neutral(opacity: Float) -> GdkRGBA {
    GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: opacity)
  }
}
