import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// A link, summary or animated picture of a row on screen: what assistive tools find, and what has the keyboard focus. It is not drawn.
final class ArticleLinkWidget: CustomWidgetDelegate {
  private static let linkClass = CustomWidgetClass(
    name: "FeedViewerArticleLink", cssName: "articlelink", role: GTK_ACCESSIBLE_ROLE_LINK)
  private static let buttonClass = CustomWidgetClass(
    name: "FeedViewerArticleButton", cssName: "articlelink", role: GTK_ACCESSIBLE_ROLE_BUTTON)

  let isButton: Bool
  let widget: GObjectReference<WidgetPointer>
  private(set) var link: ArticleLink?
  /// In the row's logical pixels.
  private var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  private var name: String?
  private var description: String?
  private var isExpanded: Bool?
  private let actions = GObjectReference(adopting: g_simple_action_group_new()!)
  private weak var owner: ArticleAccessibility?

  init(isButton: Bool, owner: ArticleAccessibility?) {
    self.isButton = isButton
    self.owner = owner
    widget = (isButton ? Self.buttonClass : Self.linkClass).make()
    CustomWidgetClass.setDelegate(self, of: widget.pointer)
    gtk_widget_set_focusable(widget.pointer, 1)
    gtk_widget_set_can_target(widget.pointer, 0)
    Action.add("activate", to: actions.pointer) { [weak self] in
      if let self, let link = self.link { self.owner?.activate(link) }
    }
    gtk_widget_insert_action_group(widget.pointer, "link", actions.pointer.opaque)
    Signal.connect(widget.pointer, "notify::has-focus") { [weak self] in
      guard let self, let link = self.link else { return }
      self.owner?.focusChanged(self, link, hasFocus: gtk_widget_has_focus(self.widget.pointer) != 0)
    }
  }

  /// The link is found elsewhere in the same row.
  func rename(_ found: ArticleLink) { if found.row == link?.row { link = found } }

  /// - Parameters:
  ///   - name: The words of the link.
  ///   - description: What is said of the target.
  ///   - isExpanded: Whether what a summary opens is open; nil for a link.
  ///   - frame: In the row's logical pixels.
  func show(_ link: ArticleLink, name: String, description: String, isExpanded: Bool?, frame: Rect) {
    self.link = link
    self.frame = frame
    if name != self.name {
      self.name = name
      Accessible.setLabel(name, of: widget.pointer)
    }
    if description != self.description {
      self.description = description
      Accessible.setDescription(description, of: widget.pointer)
    }
    if let isExpanded, isExpanded != self.isExpanded {
      self.isExpanded = isExpanded
      Accessible.setExpanded(isExpanded, of: widget.pointer)
    }
  }

  func allocate() {
    var origin = graphene_point_t(x: Float(frame.origin.x), y: Float(frame.origin.y))
    gtk_widget_allocate(
      widget.pointer, Int32(frame.size.width.rounded(.up)), Int32(frame.size.height.rounded(.up)), -1,
      gsk_transform_translate(nil, &origin))
  }

  /// Whether it is the focus of its window.
  var isFocus: Bool { gtk_widget_is_focus(widget.pointer) != 0 }

  func takeFocus() { gtk_widget_grab_focus(widget.pointer) }

  func setHidden(_ isHidden: Bool) { Accessible.setHidden(isHidden, of: widget.pointer) }

  // MARK: Widget

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }
  func allocate(width: Int, height: Int) {}
  func snapshot(_ snapshot: OpaquePointer) {}
  // The page decides which link is next.
  func moveFocus(_ direction: GtkDirectionType) -> Bool? { false }
}
