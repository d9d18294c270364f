import CGtk
import GtkInterop

/// The view that a swipe over a row reveals: the action's icon and title at the row's end.
final class RowActionView: CustomWidgetDelegate {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerRowAction", cssName: "rowaction", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  private static let destructiveClass = "destructive"
  private static let iconSize = 16.0
  /// The distances from the row's end to the icon, and from the icon to the title, in logical pixels.
  private static let margin = 20.0
  private static let spacing = 8.0
  /// The opacity of icon and title while letting go would not perform the action.
  private static let unarmedOpacity = 0.55

  let widget: GObjectReference<WidgetPointer>
  /// Whether letting go performs the action.
  var isArmed = false
  private var action: RowAction?

  init(parent: WidgetPointer) {
    widget = Self.widgetClass.make()
    CustomWidgetClass.setDelegate(self, of: widget.pointer)
    gtk_widget_set_overflow(widget.pointer, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_can_target(widget.pointer, 0)
    ChildVisibility.set(false, of: widget.pointer)
    // Assistive tools reach the action by keys and menus.
    Accessible.setHidden(true, of: widget.pointer)
    gtk_widget_set_parent(widget.pointer, parent)
  }

  func unparent() { gtk_widget_unparent(widget.pointer) }

  func show(_ action: RowAction) {
    self.action = action
    if action.isDestructive {
      gtk_widget_add_css_class(widget.pointer, Self.destructiveClass)
    } else {
      gtk_widget_remove_css_class(widget.pointer, Self.destructiveClass)
    }
    ChildVisibility.set(true, of: widget.pointer)
  }

  func hide() {
    action = nil
    ChildVisibility.set(false, of: widget.pointer)
  }

  var isShown: Bool { action != nil }

  /// Sets the view's size to that of a row, in logical pixels. It is drawn at the row's position.
  func allocate(rowWidth: Int32, rowHeight: Int32) {
    gtk_widget_allocate(widget.pointer, rowWidth, rowHeight, -1, nil)
  }

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(width: Int, height: Int) {}

  func snapshot(_ snapshot: OpaquePointer) {
    guard let action else { return }
    let width = Double(gtk_widget_get_width(widget.pointer))
    let height = Double(gtk_widget_get_height(widget.pointer))
    let isRightToLeft = gtk_widget_get_direction(widget.pointer) == GTK_TEXT_DIR_RTL
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget.pointer), &color)
    if !isArmed { color.alpha *= Float(Self.unarmedOpacity) }
    /// Draws a part at a distance from the row's end.
    func draw(_ size: (width: Double, height: Double), fromEnd: Double, _ body: () -> Void) {
      let x = isRightToLeft ? fromEnd : width - fromEnd - size.width
      var origin = graphene_point_t(x: Float(x.rounded()), y: Float(((height - size.height) / 2).rounded()))
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &origin)
      body()
      gtk_snapshot_restore(snapshot)
    }
    var end = Self.margin
    if let icon = action.iconName {
      let side = Self.iconSize
      draw((side, side), fromEnd: end) {
        SymbolicIcon.draw(
          icon, in: Rect(x: 0, y: 0, width: side, height: side),
          scale: Double(gtk_widget_get_scale_factor(widget.pointer)),
          direction: gtk_widget_get_direction(widget.pointer), color: color, on: snapshot)
      }
      end += side + Self.spacing
    }
    GObjectReference(adopting: gtk_widget_create_pango_layout(widget.pointer, action.title)!).use { layout in
      var size = (width: Int32(0), height: Int32(0))
      pango_layout_get_pixel_size(layout, &size.width, &size.height)
      draw((Double(size.width), Double(size.height)), fromEnd: end) {
        gtk_snapshot_append_layout(snapshot, layout, &color)
      }
    }
  }
}
