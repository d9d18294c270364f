import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// Draws a row from its layout: texts, the template's own drawing, accessory, separator.
final class RowPainter {
  let content: any Sendable
  let layout: TemplateLayout

  /// The distance from the row's end to the icon of its accessory, in logical pixels.
  private static let accessoryInset = 10.0

  private let template: any RowTemplate
  /// In the order of their tags.
  let texts: [PlacedText]
  private let environment: LayoutEnvironment
  /// The distance from the content to the row's bottom edge.
  private let paddingBelow: Double
  let drawing: (any RowDrawing)?
  /// The recorded texts, with the colour in which they were drawn: those that scroll sideways, and the others.
  private var drawnTexts: (color: GdkRGBA, nodes: [DrawnTexts])?

  /// Texts that are moved together.
  private struct DrawnTexts {
    /// Where they were seen when they were drawn: what was far from there was left out. Nil for texts that stay where they
    /// are.
    let view: SidewaysView?
    let node: RenderNode?
  }

  /// Aligns text to the side where its row begins, whatever the text's own direction. Otherwise a title in the opposite
  /// direction would be next to the element at the row's end.
  static func alignToStart(_ layout: OpaquePointer, of direction: LayoutDirection) {
    let isInterfaceRightToLeft =
      pango_context_get_base_dir(pango_layout_get_context(layout)) == PANGO_DIRECTION_RTL
    let isTextRightToLeft =
      pango_layout_get_line_readonly(layout, 0).pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
    // Pango mirrors the alignment if the text runs in another direction than the interface.
    let isRight = (direction == .rightToLeft) == (isTextRightToLeft == isInterfaceRightToLeft)
    pango_layout_set_alignment(layout, isRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
  }

  /// Creates a painter for a row that is not on screen yet, with the template's drawing.
  init(
    content: any Sendable, layout: TemplateLayout, template: any RowTemplate,
    environment: LayoutEnvironment, box: CSSBoxInsets, text: TextSystem, images: ImageLoader
  ) {
    self.content = content
    self.layout = layout
    self.template = template
    var environment = environment
    environment.direction = layout.direction
    self.environment = environment
    paddingBelow = Double(box.paddingBelow)
    let origin = layout.contentFrame.origin
    var texts: [PlacedText] = []
    for element in layout.content?.flattened() ?? [] {
      guard let measured = element.measuredText else { continue }
      var frame = element.frame
      frame.origin.x += origin.x
      frame.origin.y += origin.y
      let alignsToStart = template.alignsTextsToStart
      texts.append(
        PlacedText(
          measured, element.tag, frame: frame,
          emphasis: template.emphasis(ofTextTagged: element.tag, any: content)
        ) {
          let made = text.makeLayout(measured.element, width: measured.wrapWidth)
          if alignsToStart { made.use { Self.alignToStart($0, of: layout.direction) } }
          return made
        })
    }
    var loose: [PlacedText] = []
    let places = template.looseTexts(ofAny: content, in: layout)
    if !places.isEmpty {
      let source = LooseTextSource(content: content, template: template, system: text)
      loose.reserveCapacity(places.count)
      for place in places { loose.append(PlacedText(place, from: source)) }
    }
    // Their numbers must not depend on the direction in which the row runs.
    self.texts = Self.sorted(texts, loose)
    drawing = template.makeDrawing(
      ofAny: content,
      in: RowDrawingContext(layout: layout, environment: environment, text: text, images: images))
  }

  /// The texts in the order of their tags.
  ///
  /// - Parameter loose: In that order already.
  private static func sorted(_ measured: [PlacedText], _ loose: [PlacedText]) -> [PlacedText] {
    let measured = measured.sorted { $0.order < $1.order }
    var texts: [PlacedText] = []
    texts.reserveCapacity(measured.count + loose.count)
    var next = 0
    for text in measured {
      while next < loose.count, loose[next].order < text.order {
        texts.append(loose[next])
        next += 1
      }
      texts.append(text)
    }
    return texts + loose[next...]
  }

  /// Shapes and records the texts ahead of the first frame with the row.
  ///
  /// - Parameter color: The expected colour of the texts; they are recorded again if they are drawn in another colour.
  func drawAhead(color: GdkRGBA) {
    _ = texts(in: color)
    drawing?.prepare()
  }

  /// Call when the row comes on screen.
  ///
  /// - Parameter needsRedraw: Called when the row must be drawn again.
  func becameVisible(needsRedraw: @escaping () -> Void) { drawing?.becameVisible(needsRedraw: needsRedraw) }

  /// The frame of the accessory's button in the row, in logical pixels: the detail button, or a custom accessory. Nil
  /// without one.
  var accessoryButtonFrame: Rect? {
    var frame = layout.accessoryFrame
    switch layout.accessory {
    case .none, .disclosure, .checkmark: return nil
    case .detail, .custom: return frame
    case .detailDisclosure:
      frame.size.width -= Accessory.disclosure.width
      if environment.direction == .rightToLeft { frame.origin.x += Accessory.disclosure.width }
      return frame
    }
  }

  var accessibleDescription: String? { drawing?.accessibleDescription }

  /// Whether the drawn texts have their measured heights. Lays the texts out, as drawing would.
  var isAsHighAsMeasured: Bool {
    // A loop: closures would check the actor for each of a thousand texts.
    for text in texts {
      guard let measuredHeight = text.measuredHeight, isNear(sidewaysView(of: text), text.frame) else {
        continue
      }
      var extents = PangoRectangle()
      pango_layout_get_extents(text.layout.pointer, nil, &extents)
      if Int(extents.height) != measuredHeight { return false }
    }
    return true
  }

  /// The tooltip at a point of the row, in logical pixels.
  func tooltip(x: Double, y: Double) -> String? {
    let point = Point(x: x, y: y)
    if let tooltip = drawing?.tooltip(at: point) { return tooltip }
    let view = drawing?.sidewaysView
    guard let text = texts.first(where: { frame(of: $0, in: view).contains(point) }) else { return nil }
    return template.tooltip(
      ofText: text.string, tag: text.tag,
      isTruncated: pango_layout_is_ellipsized(text.layout.pointer) != 0, any: content)
  }

  func paint(on snapshot: OpaquePointer, widget: WidgetPointer, highlights: [TextHighlight] = []) {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    drawing?.drawBackground(on: snapshot)
    for highlight in highlights { paint(highlight, on: snapshot) }
    for drawn in texts(in: color) { paint(drawn, on: snapshot) }
    drawing?.draw(on: snapshot)
    paintAccessory(on: snapshot, color: color)
    paintSeparator(on: snapshot, color: color, widget: widget)
  }

  /// The drawn texts in a style.
  func layouts(of style: TextStyle) -> [OpaquePointer] {
    texts.filter { $0.style == style }.map(\.drawnLayout.pointer)
  }

  private func texts(in color: GdkRGBA) -> [DrawnTexts] {
    if let drawnTexts, drawnTexts.color.isEqual(to: color), drawnTexts.nodes.allSatisfy(showsAll) {
      return drawnTexts.nodes
    }
    let view = drawing?.sidewaysView
    var still: [PlacedText] = []
    var moving: [PlacedText] = []
    for text in texts {
      if view == nil || !scrollsSideways(text) {
        still.append(text)
      } else if isNear(view, text.frame) {
        moving.append(text)
      }
    }
    var nodes = [DrawnTexts(view: nil, node: record(still, seenIn: nil, in: color))]
    if let view { nodes.append(DrawnTexts(view: view, node: record(moving, seenIn: view, in: color))) }
    drawnTexts = (color, nodes)
    return nodes
  }

  /// Whether what was laid out in a frame is seen, or would be after scrolling sideways by less than `margin`.
  private func isNear(_ view: SidewaysView?, _ frame: Rect) -> Bool {
    guard let view else { return true }
    let (x, margin) = (frame.minX + view.displacement, Self.margin(of: view))
    return x < view.clip.maxX + margin && x + frame.size.width > view.clip.minX - margin
  }

  /// How far from what is seen texts are laid out and recorded: a quarter of its width. So a row of a wide table is shown
  /// soon, and is recorded again after a few frames of scrolling sideways.
  private static func margin(of view: SidewaysView) -> Double { view.clip.size.width / 4 }

  /// Whether nothing has come into view that was left out.
  private func showsAll(_ texts: DrawnTexts) -> Bool {
    guard let drawn = texts.view else { return true }
    guard let view = drawing?.sidewaysView else { return false }
    return view.clip == drawn.clip
      && abs(view.displacement - drawn.displacement) <= Self.margin(of: drawn)
  }

  private func record(_ texts: [PlacedText], seenIn view: SidewaysView?, in color: GdkRGBA) -> RenderNode? {
    RenderNode { snapshot in
      for placed in texts {
        var textColor = color
        textColor.alpha *= Float(placed.opacity)
        for part in placed.parts where isNear(view, part.frame) {
          gtk_snapshot_save(snapshot)
          var origin = part.frame.origin
          origin.y += placed.reweighted?.baselineShift ?? 0
          translate(snapshot, to: origin)
          gtk_snapshot_append_layout(snapshot, placed.drawnLayout(of: part).pointer, &textColor)
          gtk_snapshot_restore(snapshot)
        }
      }
    }
  }

  private func paint(_ texts: DrawnTexts, on snapshot: OpaquePointer) {
    guard texts.view != nil, let view = drawing?.sidewaysView else {
      texts.node?.append(to: snapshot)
      return
    }
    var clip = graphene_rect_t(view.clip)
    gtk_snapshot_push_clip(snapshot, &clip)
    gtk_snapshot_save(snapshot)
    translate(snapshot, to: Point(x: view.displacement, y: 0))
    texts.node?.append(to: snapshot)
    gtk_snapshot_restore(snapshot)
    gtk_snapshot_pop(snapshot)
  }

  private func paintAccessory(on snapshot: OpaquePointer, color: GdkRGBA) {
    for icon in layout.accessory.icons { paint(icon, on: snapshot, color: color) }
  }

  private func paint(
    _ accessoryIcon: AccessoryIcon, on snapshot: OpaquePointer, color: GdkRGBA
  ) {
    let side = 16.0
    let isRightToLeft = environment.direction == .rightToLeft
    let frame = layout.accessoryFrame
    // Accessories differ in width, but their icons are in one column.
    let x =
      isRightToLeft
      ? frame.minX + accessoryIcon.offset + Self.accessoryInset
      : frame.maxX - accessoryIcon.offset - Self.accessoryInset - side
    var tint = color
    tint.alpha *= layout.accessory == .checkmark ? 0.75 : 0.45
    SymbolicIcon.draw(
      accessoryIcon.name,
      in: Rect(x: x, y: frame.minY + (frame.size.height - side) / 2, width: side, height: side),
      scale: environment.scale, direction: isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR, color: tint,
      on: snapshot)
  }

  private func paintSeparator(on snapshot: OpaquePointer, color: GdkRGBA, widget: WidgetPointer) {
    // The selection has edges of its own.
    let isSelected = gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
    guard layout.separatorHeight > 0, !isSelected else { return }
    let grid = PixelGrid(scale: environment.scale)
    var line = color
    line.alpha *= 0.16
    _ = gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "list_line", &line)
    var bounds = graphene_rect_t(
      origin: graphene_point_t(
        x: 0, y: Float(grid.points(layout.height) + paddingBelow - layout.separatorHeight)),
      size: graphene_size_t(
        width: Float(gtk_widget_get_width(widget)), height: Float(layout.separatorHeight)))
    gtk_snapshot_append_color(snapshot, &line, &bounds)
  }

  private func translate(_ snapshot: OpaquePointer, to point: Point) {
    var offset = graphene_point_t(x: Float(point.x), y: Float(point.y))
    gtk_snapshot_translate(snapshot, &offset)
  }
}

/// An icon of an accessory, from the user's icon theme.
private struct AccessoryIcon {
  let name: String
  /// The distance from the accessory's end, in logical pixels.
  var offset = 0.0
}

extension Accessory {
  /// The icons of the accessory. A custom accessory has none; its template draws it.
  fileprivate var icons: [AccessoryIcon] {
    switch self {
    case .disclosure: [AccessoryIcon(name: "go-next-symbolic")]
    case .checkmark: [AccessoryIcon(name: "object-select-symbolic")]
    case .detail: [AccessoryIcon(name: "dialog-information-symbolic")]
    case .detailDisclosure:
      [
        AccessoryIcon(name: "go-next-symbolic"),
        AccessoryIcon(name: "dialog-information-symbolic", offset: Accessory.disclosure.width),
      ]
    case .none, .custom: []
    }
  }
}

extension GdkRGBA {
  fileprivate func isEqual(to other: GdkRGBA) -> Bool {
    red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
  }
}
