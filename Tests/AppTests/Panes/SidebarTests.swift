import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewer

/// The sidebar alone, in a window of its own: values in, actions out.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SidebarTests {
  private let sidebar: Sidebar
  private let window: WidgetPointer
  private let sent = Sent()

  private final class Sent {
    var actions: [Sidebar.Action] = []
    func take() -> [Sidebar.Action] {
      defer { actions = [] }
      return actions
    }
  }

  init() async throws {
    try require(TestDisplay.isReady)
    sidebar = Sidebar()
    window = gtk_window_new()
    gtk_window_set_default_size(window.cast(), 220, 600)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for child in [gtk_button_new_with_label("before")!, sidebar.widget, gtk_button_new_with_label("after")!] {
      gtk_box_append(box.cast(), child)
    }
    gtk_window_set_child(window.cast(), box)
    let sent = sent
    sidebar.send = { sent.actions.append($0) }
    gtk_window_present(window.cast())
  }

  private func close() { gtk_window_destroy(window.cast()) }

  private static func smart(_ list: Scope, _ name: String) -> SidebarItem {
    SidebarItem(
      id: .list(list), icon: "starred-symbolic", name: name, accessibleName: name, menu: .smartList)
  }

  private static func feed(_ name: String, count: String = "") -> SidebarItem {
    SidebarItem(
      id: .list(.feed(FilePath("/\(name)"))), icon: "starred-symbolic", name: name, count: count,
      accessibleName: name, menu: .feed(hasWebsite: false), isMovable: true)
  }

  private func show(_ feeds: [SidebarItem], selected: SidebarItem.ID = .list(.all)) async throws {
    sidebar.show(
      SidebarContent(
        items: [Self.smart(.all, "All"), Self.smart(.unread, "Unread"), .heading("Feeds")] + feeds,
        selected: selected))
    let count = feeds.count + 3
    try await expect(MainLoop.settle { sidebar.shownRows.count == count })
  }

  @discardableResult
  private func press(_ key: Int32, _ modifiers: GdkModifierType...) -> EventResult {
    sidebar.keyPressed(UInt32(key), modifiers: modifiers.reduce(0) { $0 | $1.rawValue })
  }

  private var focused: WidgetPointer? { gtk_root_get_focus(window.opaque) }

  private func hasFocus(_ place: Int) -> Bool {
    sidebar.row(at: place).map { focused == gtk_widget_get_parent($0.widget) } ?? false
  }

  private func moveFocus(_ direction: GtkDirectionType) { _ = gtk_widget_child_focus(window, direction) }

  @Test func rowsShowNamesAndCounts() async throws {
    defer { close() }
    var twin = Self.feed("b", count: "12")
    twin.detail = "b.xml"
    try await show([Self.feed("a"), twin])
    expect(
      SidebarRows.texts(sidebar), equals: [["All"], ["Unread"], ["Feeds"], ["a"], ["b", "b.xml", "12"]])
    try await show([Self.feed("a", count: "3"), Self.feed("b")])
    expect(SidebarRows.texts(sidebar).suffix(2), equals: [["a", "3"], ["b"]])
  }

  @Test func keysPassOverTheHeading() async throws {
    defer { close() }
    try await show([Self.feed("a"), Self.feed("b")], selected: .list(.unread))
    sidebar.takeFocus()
    expect(hasFocus(1))
    press(GDK_KEY_Down)
    expect(sidebar.selectedPlace == 3 && hasFocus(3))
    press(GDK_KEY_Up)
    expect(sidebar.selectedPlace, equals: 1)
    press(GDK_KEY_End)
    expect(sidebar.selectedPlace, equals: 4)
    press(GDK_KEY_Down)
    expect(sidebar.selectedPlace, equals: 4)
    press(GDK_KEY_Home)
    expect(sidebar.selectedPlace == 0 && hasFocus(0))
    press(GDK_KEY_Page_Down)
    expect(sidebar.selectedPlace, equals: 4)
  }

  @Test func whatIsPassedOverWithAHeldKeyIsNotShown() async throws {
    defer { close() }
    try await show([Self.feed("a"), Self.feed("b"), Self.feed("c")])
    sidebar.takeFocus()
    for _ in 0..<4 { press(GDK_KEY_Down) }
    expect(sent.take(), equals: [.show(.list(.unread))])
    // The list that is shown meanwhile does not take the selection back.
    try await show([Self.feed("a", count: "1"), Self.feed("b"), Self.feed("c")], selected: .list(.unread))
    expect(sidebar.selectedPlace, equals: 5)
    try await expect(MainLoop.settle { !sent.actions.isEmpty })
    expect(sent.take(), equals: [.show(.list(.feed("/c")))])
  }

  @Test func returnShowsTheChoiceAtOnceAndLeaves() async throws {
    defer { close() }
    try await show([Self.feed("a"), Self.feed("b")])
    press(GDK_KEY_Down)
    press(GDK_KEY_Down)
    press(GDK_KEY_Return)
    expect(sent.take(), equals: [.show(.list(.unread)), .show(.list(.feed("/a"))), .leave])
    press(GDK_KEY_Escape)
    expect(sent.take(), equals: [.leave])
  }

  @Test func whatIsDoneNextFollowsTheChoiceBeforeIt() async throws {
    defer { close() }
    try await show([Self.feed("a"), Self.feed("b")])
    press(GDK_KEY_Down)
    press(GDK_KEY_Down)
    press(GDK_KEY_Delete)
    expect(
      sent.take(), equals: [.show(.list(.unread)), .show(.list(.feed("/a"))), .close(.list(.feed("/a")))])
    press(GDK_KEY_Down)
    press(GDK_KEY_Up, GDK_ALT_MASK, GDK_SHIFT_MASK)
    expect(sent.take(), equals: [.show(.list(.feed("/b"))), .move("/b", by: -1)])
    press(GDK_KEY_Home)
    sidebar.popUpMenuOfSelection()
    expect(sent.take(), equals: [.show(.list(.all))])
    sidebar.menu?.close()
  }

  @Test func rightLeadsToTheListAndLeftInMirroredInterfaces() async throws {
    defer { close() }
    try await show([Self.feed("a")])
    press(GDK_KEY_Left)
    expect(sent.take().isEmpty)
    press(GDK_KEY_Right)
    expect(sent.take(), equals: [.leave])
    gtk_widget_set_direction(sidebar.list, GTK_TEXT_DIR_RTL)
    press(GDK_KEY_Right)
    expect(sent.take().isEmpty)
    press(GDK_KEY_Left)
    expect(sent.take(), equals: [.leave])
  }

  // MARK: Folders

  private static let file: FilePath = "/list.opml"

  private static func folder(_ name: String, _ place: [Int], isExpanded: Bool?) -> SidebarItem {
    SidebarItem(
      id: .list(Scope(folder: place, of: file)), icon: "folder-symbolic", name: name,
      accessibleName: name, menu: .folder, isMovable: place.isEmpty, level: place.count,
      isExpanded: isExpanded)
  }

  private static func closedFeed(_ name: String, in place: [Int]) -> SidebarItem {
    SidebarItem(
      id: .closedFeed(FilePath("/\(name)"), folder: Scope(folder: place, of: file)),
      icon: "starred-symbolic", name: name, status: .closed, accessibleName: name, level: place.count + 1)
  }

  /// The rows from the fourth on: a file with a folder and a feed in it, and a feed on the shelf.
  private static let expanded = [
    folder("List", [], isExpanded: true), folder("News", [0], isExpanded: true), closedFeed("x", in: [0]),
    folder("Web", [1], isExpanded: nil), closedFeed("y", in: []), feed("a"),
  ]

  /// As GtkListView does it at the second click on a row.
  private func doubleClick(_ place: Int) {
    gtk_widget_activate_action_variant(sidebar.list, "list.activate-item", g_variant_new_uint32(guint(place)))
  }

  @Test func rightAndLeftGoIntoFoldersAndOutOfThem() async throws {
    defer { close() }
    let (list, news) = (Scope.feed(Self.file), Scope.folder(Self.file, [0]))
    for (goesIn, goesOut) in [(GDK_KEY_Right, GDK_KEY_Left), (GDK_KEY_KP_Left, GDK_KEY_KP_Right)] {
      try await show(
        [Self.folder("List", [], isExpanded: false), Self.feed("a")], selected: .list(.feed(Self.file)))
      press(goesOut)
      expect(sent.take().isEmpty)
      press(goesIn)
      expect(sent.take(), equals: [.expand(list, true)])
      // The next one goes to the list, if it is expanded.
      try await show(Self.expanded, selected: .list(.feed(Self.file)))
      press(goesIn)
      expect(sent.take(), equals: [.leave])
      press(goesOut)
      expect(sent.take(), equals: [.expand(list, false)])
      // From within a folder to the folder, and on to what that is in.
      sidebar.select(5)
      _ = sent.take()
      press(goesOut)
      expect(sidebar.selectedPlace == 4 && !sent.take().contains(.expand(news, false)))
      press(goesOut)
      expect(sent.take().last == .expand(news, false) && sidebar.selectedPlace == 4)
      sidebar.select(6)
      _ = sent.take()
      press(goesOut)
      expect(sidebar.selectedPlace, equals: 3)
      press(GDK_KEY_Escape)
      _ = sent.take()
      try await show(Self.expanded, selected: .list(.feed("/a")))
      press(goesOut)
      expect(sidebar.selectedPlace == 8 && sent.take().isEmpty)
      gtk_widget_set_direction(sidebar.list, GTK_TEXT_DIR_RTL)
    }
  }

  @Test func aFeedThatIsNotOpenIsOpenedByReturnAndClickAlone() async throws {
    defer { close() }
    try await show(Self.expanded, selected: .list(.feed("/a")))
    press(GDK_KEY_Up)
    expect(sidebar.selectedItem?.name, equals: "y")
    expect(sent.take(), equals: [.show(.closedFeed("/y", folder: .feed(Self.file)))])
    // It stays selected, although another list is shown.
    var later = Self.expanded
    later[5].count = "1"
    try await show(later, selected: .list(.feed("/a")))
    expect(sidebar.selectedItem?.name, equals: "y")
    press(GDK_KEY_Return)
    expect(sent.take(), equals: [.open("/y"), .leave])
    try await show(later, selected: .list(.unread))
    expect(sidebar.selectedPlace, equals: 1)
    sidebar.clicked(later[2])
    try await expect(MainLoop.settle { sent.actions.count == 2 })
    expect(sent.take(), equals: [.open("/x"), .click])
    doubleClick(5)
    sidebar.clicked(later[5])
    try await expect(MainLoop.settle { !sent.actions.isEmpty })
    expect(sent.take(), equals: [.click])
    // When it is opened, it is on the shelf.
    sidebar.select(7)
    press(GDK_KEY_Escape)
    let opened = Array(later[..<4]) + [later[5], Self.feed("y")]
    try await show(opened, selected: .list(.feed("/y")))
    expect(sidebar.selectedPlace, equals: 8)
  }

  @Test func aDoubleClickExpandsAndCollapses() async throws {
    defer { close() }
    try await show(Self.expanded, selected: .list(.folder(Self.file, [0])))
    doubleClick(4)
    expect(sent.take(), equals: [.expand(.folder(Self.file, [0]), false)])
    try await show([Self.folder("List", [], isExpanded: false)], selected: .list(.all))
    doubleClick(3)
    expect(sent.take(), equals: [.expand(.feed(Self.file), true)])
  }

  @Test func whatIsSelectedInAFolderThatIsCollapsedGivesWayToTheFolder() async throws {
    defer { close() }
    try await show(Self.expanded, selected: .list(.folder(Self.file, [1])))
    sidebar.setExpanded(false, 3)
    expect(sent.take(), equals: [.show(.list(.feed(Self.file))), .expand(.feed(Self.file), false)])
    expect(sidebar.selectedPlace, equals: 3)
    // Elsewhere nothing is selected by that.
    try await show(Self.expanded, selected: .list(.unread))
    sidebar.setExpanded(false, 3)
    expect(sent.take() == [.expand(.feed(Self.file), false)] && sidebar.selectedPlace == 1)
  }

  @Test func rowsTellTheirLevelsAndWhetherTheyAreExpanded() async throws {
    let style = try TestStyleSheet()
    defer {
      close()
      style.remove()
    }
    let deep = (2...5).map { Self.folder("d\($0)", Array(repeating: 0, count: $0), isExpanded: $0 < 5) }
    try await show(Array(Self.expanded[..<2]) + deep + [Self.feed("a")])
    func icon(_ place: Int) throws -> WidgetPointer {
      try require(sidebar.row(at: place).flatMap { gtk_widget_get_first_child($0.widget) })
    }
    func start(_ widget: WidgetPointer) -> Double {
      var bounds = graphene_rect_t()
      return gtk_widget_compute_bounds(widget, sidebar.list, &bounds) != 0 ? Double(bounds.origin.x) : -1
    }
    try await expect(MainLoop.settle { (try? start(icon(3))).map { $0 > 0 } ?? false })
    let first = try start(icon(3))
    let starts = try (3...9).map { try start(icon($0)) - first }
    expect(starts, equals: [0, 24, 48, 72, 72, 72, 0])
    // An icon stands under the name of what it is in.
    let name = try require(sidebar.row(at: 3).flatMap { SidebarRows.labels(in: $0).first })
    try expect(start(icon(4)), equals: start(name))
    func image(_ place: Int) throws -> String? {
      try gtk_image_get_icon_name(icon(place).opaque).map { String(cString: $0) }
    }
    try expect(
      image(3) == "pan-down-symbolic" && image(8) == "pan-end-symbolic" && image(9) == "starred-symbolic")
    func hasState(_ place: Int) throws -> Bool {
      let row = try require(sidebar.row(at: place).flatMap { gtk_widget_get_parent($0.widget) })
      return gtk_test_accessible_has_state(row.opaque, GTK_ACCESSIBLE_STATE_EXPANDED) != 0
    }
    try expect((0...9).map(hasState) == [false, false, false, true, true, true, true, true, true, false])
    // Rows are used again for other items.
    try await show((0..<7).map { Self.feed("\($0)") })
    try expect(!(0...9).map(hasState).contains(true))
    try await expect(MainLoop.settle { (try? start(icon(5))) == first })
  }

  @Test func feedsAreDraggedNeitherIntoFoldersNorOutOfThem() {
    defer { close() }
    let items = [Self.feed("b"), Self.feed("c")] + Self.expanded
    let rows = items.indices.map { (place: $0, middle: Double(40 * $0 + 20)) }
    func target(_ dragged: FilePath, _ y: Double, _ count: Int = 8) -> Int? {
      SidebarReordering(dragged: dragged).target(
        at: y, rows: Array(rows[..<count]), items: Array(items[..<count]))
    }
    // Before the file that has folders, and after all that is in it.
    expect(target("/b", 99) == 2 && target("/a", 61) == 2 && target("/b", 261) == 7 && target("/b", 299) == 7)
    for y in [101, 140, 181, 259] as [Double] { expect(target("/b", y) == nil, "\(y)") }
    // At the end as well.
    expect(target("/b", 259, 7) == nil && target("/b", 261, 7) == 7)
    expect(SidebarReordering(dragged: "/b").distance(to: 7, items: items), equals: 2)
    expect(SidebarReordering(dragged: "/x").distance(to: 0, items: items), equals: 0)
    expect(Self.expanded.filter { $0.level > 0 }.allSatisfy { !$0.isMovable && $0.path == nil })
  }

  @Test func lettersLeadToTheNextNameThatBeginsSo() async throws {
    defer { close() }
    try await show([Self.feed("apple"), Self.feed("Äpfel"), Self.feed("plum")])
    // "All" comes first, and the heading has a name, too.
    press(GDK_KEY_a)
    expect(sidebar.selectedItem?.name, equals: "apple")
    press(GDK_KEY_a)
    expect(sidebar.selectedItem?.name, equals: "Äpfel")
    press(GDK_KEY_Escape)
    expect(sent.actions.allSatisfy { $0 != .leave })
    press(GDK_KEY_p)
    expect(sidebar.selectedItem?.name, equals: "plum")
    press(GDK_KEY_Escape)
    press(GDK_KEY_f)
    expect(sidebar.selectedItem?.name, equals: "plum")
    // In folders as well.
    press(GDK_KEY_Escape)
    try await show(Self.expanded)
    press(GDK_KEY_w)
    expect(sidebar.selectedItem?.name, equals: "Web")
    press(GDK_KEY_Escape)
    press(GDK_KEY_x)
    expect(sidebar.selectedItem?.name, equals: "x")
  }

  @Test func feedsAreClosedAndMovedByKey() async throws {
    defer { close() }
    try await show([Self.feed("a"), Self.feed("b")], selected: .list(.feed("/b")))
    press(GDK_KEY_Delete)
    press(GDK_KEY_Up, GDK_ALT_MASK, GDK_SHIFT_MASK)
    expect(sent.take(), equals: [.close(.list(.feed("/b"))), .move("/b", by: -1)])
    // Smart lists stay, where they are.
    try await show([Self.feed("a"), Self.feed("b")])
    press(GDK_KEY_Delete)
    press(GDK_KEY_Down, GDK_ALT_MASK, GDK_SHIFT_MASK)
    expect(sent.take().isEmpty)
    expect(press(GDK_KEY_Page_Down, GDK_CONTROL_MASK), equals: .unhandled)
    expect(press(GDK_KEY_1, GDK_ALT_MASK), equals: .unhandled)
  }

  @Test func tabStopsOnceHoweverManyFeeds() async throws {
    defer { close() }
    let feeds = (0..<10).map { Self.feed("\($0)") }
    try await show(feeds, selected: .list(.feed("/4")))
    gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_first_child(window)))
    moveFocus(GTK_DIR_TAB_FORWARD)
    expect(hasFocus(7))
    moveFocus(GTK_DIR_TAB_FORWARD)
    let last = try require(focused)
    expect(gtk_widget_is_ancestor(last, sidebar.widget), equals: 0)
    moveFocus(GTK_DIR_TAB_BACKWARD)
    expect(hasFocus(7))
    moveFocus(GTK_DIR_TAB_BACKWARD)
    expect(focused != last && !hasFocus(7) && !hasFocus(6))
  }

  @Test func rowSelectionAndFocusFollowAnItemThatMoves() async throws {
    defer { close() }
    let feeds = ["a", "b", "c", "d"].map { Self.feed($0) }
    try await show(feeds, selected: .list(.feed("/b")))
    sidebar.takeFocus()
    let row = try require(sidebar.row(at: 4))
    let moved = [feeds[0], feeds[2], feeds[3], feeds[1]]
    sidebar.show(
      SidebarContent(
        items: Array(sidebar.items[..<3]) + moved + [Self.feed("e")], selected: .list(.feed("/b"))))
    expect(sidebar.row(at: 6) === row && sidebar.selectedPlace == 6 && hasFocus(6))
    // No list is shown again because of that.
    expect(sent.actions.isEmpty)
    try await expect(MainLoop.settle { sidebar.shownRows.count == 8 })
    expect(SidebarRows.texts(sidebar).suffix(5), equals: [["a"], ["c"], ["d"], ["b"], ["e"]])
  }

  @Test func focusGoesToTheNextSelectionWhenItsItemGoes() async throws {
    defer { close() }
    let feeds = ["a", "b", "c"].map { Self.feed($0) }
    try await show(feeds, selected: .list(.feed("/b")))
    sidebar.takeFocus()
    try await show([feeds[0], feeds[2]], selected: .list(.feed("/c")))
    try await expect(MainLoop.settle { hasFocus(4) })
    expect(sent.actions.isEmpty)
  }

  @Test func draggedFeedsGoBetweenFeedsOnly() {
    defer { close() }
    var feeds = ["a", "b", "c"].map { Self.feed($0) }
    feeds.append(
      SidebarItem(id: .list(.feed("/gone")), icon: nil, name: "gone", status: .failed, accessibleName: "gone")
    )
    let items = [Self.smart(.all, "All"), .heading("Feeds")] + feeds
    let rows = items.indices.map { (place: $0, middle: Double(40 * $0 + 20)) }
    let dragged = SidebarReordering(dragged: "/b")
    func target(_ y: Double) -> Int? { dragged.target(at: y, rows: rows, items: items) }
    expect(target(0) == 2 && target(99) == 2)
    // Before and behind itself it stays where it is.
    expect(target(101) == nil && target(150) == nil && target(179) == nil)
    expect(target(181) == 5 && target(900) == 5)
    expect(SidebarReordering().target(at: 0, rows: rows, items: items) == nil)
  }

  @Test func aFeedThatIsDraggedPassesOverMissingFiles() {
    defer { close() }
    var missing = Self.feed("missing")
    missing.isMovable = false
    let items = [.heading("Feeds"), Self.feed("a"), missing, Self.feed("b"), Self.feed("c")]
    let dragged = SidebarReordering(dragged: "/a")
    expect(dragged.distance(to: 4, items: items) == 1 && dragged.distance(to: 5, items: items) == 2)
    // Before the next feed it stays where it is, and a missing file has no place of its own to go to.
    expect(dragged.distance(to: 3, items: items) == 0 && dragged.distance(to: 1, items: items) == 0)
    expect(SidebarReordering(dragged: "/c").distance(to: 1, items: items), equals: -2)
  }

  /// GTK has the state of the row under the pointer, even if that came there when a menu closed.
  @Test func onlyARowAtWhichThePointerWasMovedIsHighlighted() async throws {
    let style = try TestStyleSheet()
    defer {
      close()
      style.remove()
    }
    try await show([Self.feed("a"), Self.feed("b")])
    let row = try require(sidebar.row(at: 4).flatMap { gtk_widget_get_parent($0.widget) })
    func looks(_ image: PixelImage, _ isSame: Bool) async throws -> Bool {
      try await MainLoop.settle(lasting: .milliseconds(100)) {
        PixelImage(lastFrameOf: row).map { ($0 == image) == isSame } ?? false
      }
    }
    var drawn: PixelImage?
    try await expect(
      MainLoop.settle(lasting: .milliseconds(100)) {
        let before = drawn
        drawn = PixelImage(lastFrameOf: row)
        return drawn != nil && drawn == before
      })
    let plain = try require(drawn)
    gtk_widget_set_state_flags(row, GTK_STATE_FLAG_PRELIGHT, 0)
    try await expect(looks(plain, true))
    sidebar.pointerMoved(to: Point(x: 40, y: 100))
    try await expect(looks(plain, false))
    sidebar.menuOpened()
    try await expect(looks(plain, true))
    // The first report after a menu, and a pointer at rest.
    for _ in 0..<2 { sidebar.pointerMoved(to: Point(x: 50, y: 110)) }
    try await expect(looks(plain, true))
    sidebar.pointerMoved(to: Point(x: 40, y: 100))
    try await expect(looks(plain, false))
  }

  /// The number of lines of pixels that a label inks in a box around it.
  ///
  /// - Parameter page: Has a background, and the box in it.
  private func inkHeight(of label: WidgetPointer, in box: WidgetPointer, on page: WidgetPointer) async throws
    -> Int
  {
    let picture = try await PixelImage.atRest(page)
    var (bounds, lines) = (graphene_rect_t(), graphene_rect_t())
    try require(gtk_widget_compute_bounds(label, page, &bounds) != 0)
    try require(gtk_widget_compute_bounds(box, page, &lines) != 0)
    let (left, right) = (Int(bounds.origin.x), Int(bounds.origin.x + bounds.size.width))
    let (top, bottom) = (Int(lines.origin.y), Int(lines.origin.y + lines.size.height))
    let background = picture[left - 3, (top + bottom) / 2]
    let inked = (top..<bottom).filter { y in
      (left..<min(right, picture.width)).contains { picture[$0, y].contrast(to: background) > 1.5 }
    }
    return inked.isEmpty ? 0 : inked[inked.count - 1] - inked[0] + 1
  }

  /// The box of a row cuts nothing of the letters, also where they come from another font.
  @Test(arguments: ["Sans 10", "Sans 11"]) func namesAreDrawnAsTheyAreAlone(font: String) async throws {
    let style = try TestStyleSheet()
    let settings = DisplaySettings()
    settings.setFont(font)
    settings.setAnimations(false)
    defer {
      close()
      settings.restore()
      style.remove()
    }
    gtk_widget_add_css_class(sidebar.widget, "pane-sidebar")
    let names = ["يوميات الطبيعة", "יומן טבע", "ปู่ย่าตายาย", "Ệ", "नमस्ते"]
    try await show(names.map { Self.feed($0) })
    for (number, name) in names.enumerated() {
      let row = try require(sidebar.row(at: number + 3))
      let line = try require(gtk_widget_get_parent(row.widget))
      let inRow = try await inkHeight(
        of: try require(SidebarRows.labels(in: row).first), in: line, on: sidebar.widget)
      let alone = gtk_window_new()!
      defer { gtk_window_destroy(alone.cast()) }
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_widget_add_css_class(box, "pane-sidebar")
      let label = gtk_label_new(name)!
      for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top] {
        side(label, 20)
      }
      gtk_widget_set_margin_bottom(label, 20)
      gtk_box_append(box.cast(), label)
      gtk_window_set_child(alone.cast(), box)
      gtk_window_present(alone.cast())
      try await expect(MainLoop.settle { gtk_widget_get_height(label) > 0 })
      let inWindow = try await inkHeight(of: label, in: box, on: box)
      expect(inWindow > 5 && inRow == inWindow, "\(name): \(inRow) of \(inWindow)")
    }
  }

  @Test func noScriptIsCut() async throws {
    let style = try TestStyleSheet()
    defer {
      close()
      style.remove()
    }
    let names = ["Plain", "يوميات الطبيعة · יומן טבע", "ปู่ย่าตายาย", "Ệ", "नमस्ते"]
    try await show(names.map { Self.feed($0) })
    for (_, row) in sidebar.shownRows where row.item?.path != nil {
      let label = try require(SidebarRows.labels(in: row).first)
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_layout_get_pixel_extents(gtk_label_get_layout(label.opaque), &ink, &logical)
      let line = try require(gtk_widget_get_parent(row.widget))
      var top = 0.0
      gtk_widget_translate_coordinates(label, line, 0, 0, nil, &top)
      expect(gtk_widget_get_height(label) >= logical.height)
      expect(Int32(top) + min(ink.y, 0) >= 4, "\(row.item?.name ?? "")")
      expect(Int32(top) + max(ink.y + ink.height, logical.height) + 4 <= gtk_widget_get_height(line))
    }
  }
}
