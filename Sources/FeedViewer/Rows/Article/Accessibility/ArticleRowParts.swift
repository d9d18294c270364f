import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// The widgets in the widget of one row: its texts and links. They are recycled with it.
final class ArticleRowParts: RowParts {
  /// What is told of a link.
  struct Link {
    let link: ArticleLink
    let name: String
    let description: String
    /// Whether what a summary opens is open; nil for a link.
    let isExpanded: Bool?
    /// One or more for each line, in the row's logical pixels.
    let rectangles: [Rect]
  }

  private let row: WidgetPointer
  private var texts: [ArticleTextWidget] = []
  private var links: [ArticleLinkWidget] = []
  /// Whether the widgets are those of another item.
  private var isStale = false
  /// What draws the row that the widgets were made for.
  private var painter: AnyObject?
  private weak var owner: ArticleAccessibility?

  /// - Parameter row: The row's widget.
  init(in row: WidgetPointer, owner: ArticleAccessibility) {
    self.row = row
    self.owner = owner
  }

  /// Shows a row's texts and links. Not to be called while the list is laid out.
  ///
  /// - Parameter painter: What draws the row.
  func update(
    _ painter: AnyObject, _ texts: [(RowOnScreen.Text, ArticleRowDescription.Text)], _ links: [Link],
    rowName: String?
  ) {
    self.painter = painter
    updateTexts(texts)
    updateLinks(links)
    sortWidgets()
    // The list names the row each time that it shows another item.
    if let rowName { Accessible.setLabel(rowName, of: row) }
    if isStale {
      isStale = false
      for text in self.texts { text.setHidden(false) }
      for link in self.links { link.setHidden(false) }
    }
    allocate()
  }

  private func updateTexts(_ wanted: [(RowOnScreen.Text, ArticleRowDescription.Text)]) {
    var free = texts
    texts = wanted.map { text, description in
      let found = free.firstIndex { $0.role == description.role }.map { free.remove(at: $0) }
      let widget = found ?? ArticleTextWidget(description.role)
      widget.show(text, description)
      return widget
    }
    for widget in free { gtk_widget_unparent(widget.widget.pointer) }
  }

  private func updateLinks(_ wanted: [Link]) {
    var free = links
    links = wanted.map { wanted in
      let isButton = wanted.link.isButton
      // The widget with the focus stays with its link.
      let found =
        free.firstIndex { $0.link == wanted.link }
        ?? free.firstIndex { !$0.isFocus && $0.isButton == isButton }
      let widget = found.map { free.remove(at: $0) } ?? ArticleLinkWidget(isButton: isButton, owner: owner)
      widget.show(
        wanted.link, name: wanted.name, description: wanted.description, isExpanded: wanted.isExpanded,
        frame: wanted.rectangles.bounds)
      return widget
    }
    for widget in free { unparent(widget) }
  }

  /// Puts the widgets in reading order: after each text its links. They are no children of the text, or screen readers
  /// would say all of it before each link.
  private func sortWidgets() {
    var ordered: [WidgetPointer] = []
    for (number, text) in texts.enumerated() {
      ordered.append(text.widget.pointer)
      ordered += links.filter { $0.link?.text == number }.map(\.widget.pointer)
    }
    ordered += links.filter { !texts.indices.contains($0.link?.text ?? -1) }.map(\.widget.pointer)
    var previous: WidgetPointer?
    for widget in ordered {
      if gtk_widget_get_parent(widget) == nil || gtk_widget_get_prev_sibling(widget) != previous {
        gtk_widget_insert_after(widget, row, previous)
      }
      previous = widget
    }
  }

  private func unparent(_ link: ArticleLinkWidget) {
    if link.isFocus { owner?.focusedWidgetEnds() }
    gtk_widget_unparent(link.widget.pointer)
  }

  /// Whether the widgets are those of a row as it is drawn.
  func isCurrent(_ painter: AnyObject) -> Bool { !isStale && self.painter === painter }

  /// The widgets are to be made again.
  func setOutdated() { painter = nil }

  /// The widget of a link.
  func widget(of link: ArticleLink) -> ArticleLinkWidget? { isStale ? nil : links.first { $0.link == link } }

  // MARK: RowParts

  func itemChanged() {
    guard !isStale else { return }
    isStale = true
    // It would keep playing an animation that is not on screen any more.
    painter = nil
    if links.contains(where: \.isFocus) { owner?.focusedWidgetEnds() }
    for text in texts { text.setHidden(true) }
    for link in links { link.setHidden(true) }
  }

  func allocate() {
    for text in texts { text.allocate() }
    for link in links { link.allocate() }
  }

  func snapshot(on snapshot: OpaquePointer) {
    guard !isStale, let owner, let link = owner.focusedLink,
      links.contains(where: { $0.link == link && $0.isFocus })
    else {
      return
    }
    for frame in owner.rectangles(of: link) { ArticleFocusRing.draw(around: frame, of: row, on: snapshot) }
  }

  func remove() {
    for link in links { unparent(link) }
    links = []
    for text in texts { gtk_widget_unparent(text.widget.pointer) }
    texts = []
  }
}

extension [Rect] {
  /// The smallest rectangle around all of them.
  fileprivate var bounds: Rect {
    guard let left = map(\.minX).min(), let right = map(\.maxX).max(), let top = map(\.minY).min(),
      let bottom = map(\.maxY).max()
    else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return Rect(origin: Point(x: left, y: top), size: Size(width: right - left, height: bottom - top))
  }
}
