import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore
import VirtualList

/// An article as assistive tools and the keyboard find it: widgets in the rows on screen, which follow the document.
///
/// They are made and changed when the list is at rest: no frame of a scrolling list waits for them.
final class ArticleAccessibility: RowPartsOwner, ArticlePart {
  /// How long the selection must not have changed before it is reported, in milliseconds.
  private static let selectionDelay: UInt32 = 150
  /// How long the list is kept busy with widgets for its rows at once, in microseconds.
  private static let budget: Int64 = 6_000
  /// The most cells of a table row that get widgets.
  private static let textLimit = 64
  /// How much of the selection is told, in Unicode scalars.
  private static let selectionLimit = 1_000
  /// What stays in view above or below a link that is scrolled to, in logical pixels.
  private static let margin = 24.0

  private let list: ListView
  private let links: ArticleLinks
  weak var view: ArticleView?
  /// The link whose widget has the keyboard focus.
  private var holder: ArticleLink?
  /// The link whose widget gets the keyboard focus as soon as its row has been laid out.
  private var pending: ArticleLink?
  private var pendingFocus: IdleSource?
  private var pendingUpdate: IdleSource?
  /// Whether the link that is about to get the focus is brought into view.
  private var scrollsToPending = true
  private var selectionReport: TimeoutSource?
  private var selectionDescription: String?

  init(of list: ListView, _ links: ArticleLinks) {
    self.list = list
    self.links = links
    list.rowPartsOwner = self
    connectKeys()
  }

  /// The document is about to be another one.
  func reset() {
    pending = nil
    pendingFocus = nil
    if holder != nil { gtk_widget_grab_focus(list.widget.pointer) }
    holder = nil
  }

  // MARK: Rows

  func listIsAtRest() {
    let end = Int64(g_get_monotonic_time()) + Self.budget
    for row in list.rowsWithWidgets {
      guard let row = list.rowOnScreen(row) else { continue }
      if Int64(g_get_monotonic_time()) > end {
        // The others follow when the list is at rest again.
        gtk_widget_queue_allocate(list.widget.pointer)
        break
      }
      update(row)
    }
    reportSelection()
  }

  /// What assistive tools are told of rows has changed, such as their places in lists and tables.
  func setOutdated() {
    guard pendingUpdate == nil else { return }
    // The list may be laying itself out just now.
    pendingUpdate = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      self.pendingUpdate = nil
      for row in self.list.rowsWithWidgets {
        (self.list.rowOnScreen(row)?.parts as? ArticleRowParts)?.setOutdated()
      }
      // So that the list comes to rest again.
      gtk_widget_queue_allocate(self.list.widget.pointer)
      return .done
    }
  }

  @discardableResult
  private func update(_ row: RowOnScreen) -> ArticleRowParts {
    let document = document
    let parts = row.parts as? ArticleRowParts ?? makeParts(in: row)
    guard row.row.row < document.count, !parts.isCurrent(row.painter) else { return parts }
    let content = document.row(at: row.row.row)
    let description = ArticleRowDescription(of: content, at: row.row.row, in: document)
    let shown = shownTexts(of: content, in: row)
    let targets = links.targets(in: row.row).filter {
      $0.text.map(shown.keys.contains) != false || $0 == links.focusedTarget
    }.map { link in
      ArticleRowParts.Link(
        link: link, name: link.words ?? content.picture?.words ?? "",
        description: link.isButton
          ? animationDescription(of: link, in: content) : view?.owner?.description(of: link) ?? link.address,
        isExpanded: content.disclosure?.isOpen,
        rectangles: Self.rectangles(of: link, in: row))
    }
    let texts = shown.sorted { $0.key < $1.key }.compactMap { number, text in
      description.texts.indices.contains(number) ? (text, description.texts[number]) : nil
    }
    parts.update(row.painter, texts, targets, rowName: description.rowName)
    return parts
  }

  /// The texts of a row that get widgets, by their numbers: of a wide table those that are in view.
  private func shownTexts(of content: ArticleRow, in row: RowOnScreen) -> [Int: RowOnScreen.Text] {
    var texts: [Int: RowOnScreen.Text] = [:]
    let panel = content.cells.count > Self.textLimit ? row.frame(of: .articlePanel) : nil
    for text in row.texts where texts.count < Self.textLimit {
      guard let tag = text.tag, tag == .articleText || tag.rawValue >= ElementTag.articleCell.rawValue else {
        continue
      }
      if let panel, text.frame.maxX < panel.minX || text.frame.minX > panel.maxX { continue }
      texts[tag == .articleText ? 0 : tag.articleCellNumber] = text
    }
    return texts
  }

  /// What an animated picture does; empty for a summary.
  private func animationDescription(of link: ArticleLink, in content: ArticleRow) -> String {
    guard link.isAnimation, let picture = content.picture else { return "" }
    return switch view?.appearance.animations.state(of: picture.path) {
    case .playing: localized("Animation, playing")
    case .stopped, .paused, nil: localized("Animation, paused")
    case .failed(let failure): ListText.joined([localized("Animation"), failure.message])
    }
  }

  private func makeParts(in row: RowOnScreen) -> ArticleRowParts {
    let parts = ArticleRowParts(in: row.widget, owner: self)
    row.setParts(parts)
    return parts
  }

  /// The link around which the focus ring is drawn.
  var focusedLink: ArticleLink? { links.focusedTarget }

  func activate(_ link: ArticleLink) { links.activate(link) }

  /// The rectangles of a link in the logical pixels of its row.
  func rectangles(of link: ArticleLink) -> [Rect] {
    list.rowOnScreen(link.row).map { Self.rectangles(of: link, in: $0) } ?? []
  }

  private static func rectangles(of link: ArticleLink, in row: RowOnScreen) -> [Rect] {
    guard let text = link.text else { return row.frame(of: .articlePicture).map { [$0] } ?? [] }
    return row.rectangles(ofText: text, bytes: link.bytes)
  }

  // MARK: Selection

  /// The selection is another one: it is reported when it does not change any more.
  func selectionChanged() {
    selectionReport = TimeoutSource(milliseconds: Self.selectionDelay) { [weak self] in
      self?.selectionReport = nil
      self?.reportSelection()
      return .done
    }
  }

  /// Tells the selected text on screen as the description of the document.
  ///
  /// The labels can't report it: in GTK 4.8 a label with a selection takes over the primary selection of the display, and
  /// loses its own when anything else does, such as the next label.
  private func reportSelection() {
    var texts: [String] = []
    if let selection = view?.selection.selection, !selection.isEmpty {
      let document = document
      for row in list.visibleRows where row.row < document.count {
        for (number, text) in document.row(at: row.row).texts.enumerated() {
          guard let part = selection.part(of: row, text: number, length: text.string.utf8.count) else {
            continue
          }
          texts.append(String(text.string.part(bytes: part)))
        }
      }
    }
    let words = String(texts.joined(separator: " ").unicodeScalars.prefix(Self.selectionLimit))
    let description = texts.isEmpty ? nil : localized("Selected: \(words)")
    guard description != selectionDescription else { return }
    selectionDescription = description
    Accessible.setDescription(description, of: list.widget.pointer)
  }

  // MARK: Focus

  /// Return presses the focused summary or animated picture.
  private func connectKeys() {
    KeyPresses.connect(to: list.widget.pointer, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      guard let self, let holder, holder.isButton else { return .unhandled }
      let others = GDK_ALT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_SUPER_MASK.rawValue
      guard modifiers & others == 0, [GDK_KEY_Return, GDK_KEY_KP_Enter].contains(Int32(key)) else {
        return .unhandled
      }
      links.activate(holder)
      return .handled
    }
  }

  var keptRows: [RowIndexPath] { [holder, pending].compactMap { $0?.row } }

  func listWasLaidOut() {
    view?.flow.listWasLaidOut()
    guard pending != nil, pendingFocus == nil else { return }
    pendingFocus = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      self.pendingFocus = nil
      // Unless the user has gone elsewhere meanwhile.
      if containsFocus { givePendingFocus() } else { pending = nil }
      return .done
    }
  }

  /// Moves the keyboard focus to a link and scrolls to it; nil moves it from a link to the document.
  func focus(_ link: ArticleLink?) {
    pending = link
    scrollsToPending = true
    guard let link else {
      if holder != nil { gtk_widget_grab_focus(list.widget.pointer) }
      return
    }
    if isInView(link.row) {
      givePendingFocus()
    } else {
      if !containsFocus { gtk_widget_grab_focus(list.widget.pointer) }
      list.scroll(to: .row(link.row))
    }
  }

  /// Gives the widget of a link the keyboard focus as soon as there is one, without bringing it into view.
  func keepFocus(on link: ArticleLink) {
    pending = link
    scrollsToPending = false
  }

  private func givePendingFocus() {
    guard let link = pending, let row = list.rowOnScreen(link.row) else { return }
    pending = nil
    guard let widget = update(row).widget(of: link) else { return }
    widget.takeFocus()
    if scrollsToPending { bringIntoView(link) }
  }

  /// The link with the focus, or about to get it, is found elsewhere in the rows; the reader stays where he is.
  func linkMoved(_ link: ArticleLink, to found: ArticleLink) {
    (list.rowOnScreen(link.row)?.parts as? ArticleRowParts)?.widget(of: link)?.rename(found)
    if holder == link { holder = found }
    if pending == link {
      pending = found
      scrollsToPending = false
    }
  }

  private func isInView(_ row: RowIndexPath) -> Bool {
    guard let frame = list.frame(ofRow: row) else { return false }
    return frame.maxY > 0 && frame.minY < Double(gtk_widget_get_height(list.widget.pointer))
  }

  private func bringIntoView(_ link: ArticleLink) {
    let rectangles = links.rectangles(of: link)
    guard let top = rectangles.map(\.minY).min(), let bottom = rectangles.map(\.maxY).max() else { return }
    let height = Double(gtk_widget_get_height(list.widget.pointer))
    if top < Self.margin || bottom - top > height - 2 * Self.margin {
      list.scroll(byLogicalPixels: top - Self.margin)
    } else if bottom > height - Self.margin {
      list.scroll(byLogicalPixels: bottom - height + Self.margin)
    }
  }

  func focusChanged(_ widget: ArticleLinkWidget, _ link: ArticleLink, hasFocus: Bool) {
    if hasFocus {
      holder = link
      pending = nil
      if links.focusedTarget != link {
        // An assistive tool has moved the focus.
        links.widgetTookFocus(link)
        bringIntoView(link)
      }
    } else if !widget.isFocus {
      // Otherwise it is the window that has lost the focus.
      if holder == link { holder = nil }
      if pending != link { links.widgetLostFocus(link) }
    }
  }

  /// The widget with the focus is being recycled: its link gets the focus back when it has a widget again.
  func focusedWidgetEnds() {
    pending = pending ?? holder
    gtk_widget_grab_focus(list.widget.pointer)
  }

  /// Whether the list or a link in it has its window's focus.
  private var containsFocus: Bool {
    guard let root = gtk_widget_get_root(list.widget.pointer), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return focus == list.widget.pointer || gtk_widget_is_ancestor(focus, list.widget.pointer) != 0
  }

  func moveFocus(_ direction: GtkDirectionType) -> Bool {
    let isForward = direction == GTK_DIR_TAB_FORWARD
    guard containsFocus else {
      if direction == GTK_DIR_TAB_BACKWARD, let link = links.last { links.focus(link) }
      if !containsFocus { gtk_widget_grab_focus(list.widget.pointer) }
      return true
    }
    guard isForward || direction == GTK_DIR_TAB_BACKWARD else { return false }
    return links.moveFocus(forward: isForward)
  }
}
