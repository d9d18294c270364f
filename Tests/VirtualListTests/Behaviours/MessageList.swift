import CGtk
import GtkInterop
import LayoutCore
import PangoText
import WidgetTesting

@testable import VirtualList

/// A text with insets: a template that knows nothing of feeds.
nonisolated struct MessageTemplate: RowTemplate {
  static let tag: ElementTag = ElementTag(rawValue: 1)

  func makeElement(for content: MessageContent) -> LayoutElement? {
    .inset(
      EdgeInsets(top: 6, leading: 10, bottom: 6, trailing: 10),
      .text(content.text, style: TextStyle(), tag: Self.tag))
  }
  func accessory(of content: MessageContent) -> Accessory { content.accessory }
}

nonisolated struct MessageContent: Sendable {
  var text: String
  var accessory = Accessory.none
}

/// A list of messages in a real window, which tests edit.
final class MessageList: ListInWindow, ListDataSource, ListViewDelegate {
  struct Section {
    var name: String
    var hasHeader = false
    var hasFooter = false
    var rows: [Row]
  }

  struct Row {
    var key: String
    var text: String
    var revision: UInt64 = 0
    var accessory = Accessory.none
    var template: TemplateIdentifier = "message"
  }

  let list = ListView()
  let window: WidgetPointer
  let scroller: WidgetPointer
  var sections: [Section]
  private(set) var activated: [RowIndexPath] = []
  private(set) var accessoriesActivated: [RowIndexPath] = []
  /// Called when the list reads the content of an element.
  var onContentQuery: (ListElement) -> Void = { _ in }

  /// - Parameters:
  ///   - display: Where the window is shown; nil for the default display.
  ///   - prepare: Called before the list is laid out for the first time.
  init(
    _ sections: [Section], width: Int32 = 400, height: Int32 = 300, on display: OpaquePointer? = nil,
    prepare: (ListView) -> Void = { _ in }
  ) {
    self.sections = sections
    window = gtk_window_new()!
    if let display { gtk_window_set_display(window.cast(), display) }
    scroller = gtk_scrolled_window_new()!
    list.register(MessageTemplate(), as: "message")
    list.dataSource = self
    list.delegate = self
    prepare(list)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list.widget.pointer)
    gtk_window_set_decorated(window.cast(), 0)
    gtk_window_set_default_size(window.cast(), width, height)
    gtk_window_set_child(window.cast(), scroller)
    list.reloadData()
    gtk_window_present(window.cast())
    settle()
  }

  func settle() {
    Display.settle { gtk_widget_get_mapped(list.widget.pointer) != 0 && list.conditions != nil }
    waitForFrames()
    Display.settle { list.geometry.totalHeight == 0 || list.isLaidOutAtItsOffset }
  }

  /// Rows of different lengths, from one line to about four.
  static func rows(_ range: Range<Int>) -> [Row] {
    range.map { Row(key: "m\($0)", text: String(repeating: "message \($0) ", count: 1 + $0 * 7 % 12)) }
  }

  func numberOfSections(in list: ListView) -> Int { sections.count }
  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].rows.count }
  func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { sections[section].hasHeader }
  func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool { sections[section].hasFooter }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    switch element {
    case .row(let path):
      let row = sections[path.section].rows[path.row]
      return ItemIdentity(template: row.template, key: ItemKey(row.key), revision: row.revision)
    case .header(let section):
      return ItemIdentity(
        template: "message", key: ItemKey("header of \(sections[section].name)"), revision: 0)
    case .footer(let section):
      return ItemIdentity(
        template: "message", key: ItemKey("footer of \(sections[section].name)"), revision: 0)
    }
  }

  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    onContentQuery(element)
    switch element {
    case .row(let path):
      let row = sections[path.section].rows[path.row]
      return MessageContent(text: row.text, accessory: row.accessory)
    case .header(let section): return MessageContent(text: "Header of \(sections[section].name)")
    case .footer(let section):
      return MessageContent(text: "Footer of \(sections[section].name), which has two lines\nof text")
    }
  }

  func listView(_ list: ListView, didSelect row: RowIndexPath?) {}
  func listView(_ list: ListView, didActivate row: RowIndexPath) { activated.append(row) }
  func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath) {
    accessoriesActivated.append(row)
  }
  func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {}
}

extension MessageList {
  func insert(_ rows: [Row], at index: Int, section: Int = 0) {
    sections[section].rows.insert(contentsOf: rows, at: index)
    list.insertRows(rows.indices.map { RowIndexPath(section, index + $0) })
  }

  func delete(_ range: Range<Int>, section: Int = 0) {
    sections[section].rows.removeSubrange(range)
    list.deleteRows(range.map { RowIndexPath(section, $0) })
  }

  /// The elements on screen from the top, each with the y of its top and its height, in pixels.
  var picture: [(element: ListElement, y: Int, height: Int)] {
    list.elementsOnScreen.map { ($0.element, Int($0.top.rounded()), $0.layoutHeight ?? $0.height) }
  }

  /// The y of an element's top; nil if it is not on screen.
  func y(of element: ListElement) -> Int? { picture.first { $0.element == element }?.y }

  func key(of row: RowIndexPath) -> String { sections[row.section].rows[row.row].key }

  /// Each row on screen by its key, and the y of its top.
  var rowsOnScreen: [String: Int] {
    var found: [String: Int] = [:]
    for place in picture {
      if case .row(let row) = place.element { found[key(of: row)] = place.y }
    }
    return found
  }

  /// The texts that an element's widget draws.
  func drawnTexts(of element: ListElement) -> [String] {
    (list.pool.view(of: element)?.painter?.layouts(of: TextStyle()) ?? []).map {
      String(cString: pango_layout_get_text($0))
    }
  }

  /// What the list draws at a point of it in logical pixels: red, green, blue and alpha.
  func pixel(x: Int, y: Int) -> [UInt8] {
    var drawn: PixelImage?
    Display.settle {
      drawn = PixelImage(lastFrameOf: list.widget.pointer, x: x, y: y, width: 1, height: 1)
      return drawn != nil
    }
    guard let pixel = drawn?.pixels.first else { return [0, 0, 0, 0] }
    return [16, 8, 0, 24].map { UInt8(pixel >> $0 & 0xFF) }
  }
}

extension RowIndexPath {
  init(_ section: Int, _ row: Int) { self.init(section: section, row: row) }
}

extension ListElement {
  static func row(_ section: Int, _ row: Int) -> ListElement {
    .row(RowIndexPath(section, row))
  }
}

/// Fills a rectangle of a snapshot, in logical pixels.
func fill(_ frame: Rect, with color: GdkRGBA, on snapshot: OpaquePointer) {
  var color = color
  var bounds = graphene_rect_t(
    origin: graphene_point_t(x: Float(frame.minX), y: Float(frame.minY)),
    size: graphene_size_t(width: Float(frame.size.width), height: Float(frame.size.height)))
  gtk_snapshot_append_color(snapshot, &color, &bounds)
}
