import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import Testing

@testable import FeedViewer

/// Pages and dialogs in a language whose texts are marked and longer than English: a text without the mark is not
/// translated, and what does not fit does not fit in German or Russian either.
@Suite(.serialized) struct PseudoLocaleTests {
  /// The width of a phone.
  private static let width = 360
  /// Words of GTK's own widgets, which have translations of their own.
  private static let wordsOfGTK: Set<String> = [
    "Close", "Minimize", "Maximize", "Clear Entry", "Clear entry",
  ]

  /// Whether all words of a text are translated, those before and after a translation too. Words of the feeds and
  /// their files, addresses, the program's version and the names of libraries, formats and encodings have no translation.
  func isTranslated(_ text: String) -> Bool {
    guard !Self.wordsOfGTK.contains(text) else { return true }
    let words = Self.withoutTranslations(text)
      .replacing(/\S*\.xml\S*|https:\S+|Text of \S+|Feed [01]|alpha|beta|RSS|UTF-8/, with: "")
      .replacing(/\d+ bytes/, with: "")
      .replacing(/(?m)^(?:GTK|Pango) .*$/, with: "")
      .replacing(ApplicationInfo.version, with: "")
    return words.unicodeScalars.count { $0.properties.isAlphabetic } <= 1
  }

  /// What stands outside of all translations, which begin with ⟦ and end with ⟧, and may be parts of each other.
  private static func withoutTranslations(_ text: String) -> String {
    var depth = 0
    return String(
      text.filter { character in
        if character == "⟦" { depth += 1 }
        defer { if character == "⟧" { depth -= 1 } }
        return depth == 0
      })
  }

  @Test(arguments: [
    ("⟦Ŏpen ~~⟧", true), ("alpha", true), ("empty.xml: ⟦ĭs ĕmpty ⟦xml⟧ ~~⟧", true), ("12", true),
    ("Open", false), ("Open ⟦Ŏpen ~~⟧", false), ("⟦Ŏpen ~~⟧ more", false), ("empty.xml: is empty", false),
    ("GTK 4.8, Cairo", true), ("GTK 4.8\nOpen", false),
  ])
  func wordsBesideTranslationsAreFound(text: String, isTranslated: Bool) {
    expect(self.isTranslated(text), equals: isTranslated)
  }

  /// The texts that a person sees in a widget, and whether one of them is cut.
  private func texts(of widget: WidgetPointer) -> [(text: String, isCut: Bool)] {
    var found: [(String, Bool)] = []
    let type = String(
      cString: g_type_name_from_instance(
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)))
    if type == "GtkLabel" {
      let layout = gtk_label_get_layout(widget.opaque)
      found.append(
        (String(cString: gtk_label_get_text(widget.opaque)), pango_layout_is_ellipsized(layout) != 0))
    }
    if type == "GtkText", let words = gtk_text_get_placeholder_text(widget.cast()) {
      found.append((String(cString: words), false))
    }
    if let tooltip = gtk_widget_get_tooltip_text(widget) { found.append((String(cString: tooltip), false)) }
    return found.filter { !$0.0.isEmpty }
  }

  /// Whether a label in a widget is cut.
  private func isCut(_ widget: WidgetPointer) -> Bool {
    WidgetTree.widgets(below: widget).contains { texts(of: $0).contains(where: \.isCut) }
  }

  /// The buttons that are shown.
  private func buttons(in window: UnsafeMutablePointer<GtkWindow>) -> [WidgetPointer] {
    WidgetTree.widgets(below: window.cast()).filter {
      g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 && gtk_widget_get_mapped($0) != 0
    }
  }

  /// Checks all that is shown in a window.
  ///
  /// - Parameter name: What the window shows.
  func check(_ window: UnsafeMutablePointer<GtkWindow>, _ name: String) {
    for widget in WidgetTree.widgets(below: window.cast())
    // GTK translates the names of keys.
    where gtk_widget_get_mapped(widget) != 0 && gtk_widget_has_css_class(widget, "key") == 0 {
      for (text, isCut) in texts(of: widget) {
        expect(isTranslated(text), "\(name): “\(text)” is not translated.")
        // The title of the window gives way to its buttons.
        let isTitle =
          gtk_widget_has_css_class(widget, "title") != 0 || gtk_widget_has_css_class(widget, "subtitle") != 0
        expect(!isCut || isTitle || !text.contains("⟦"), "\(name): “\(text)” is cut.")
      }
    }
    // Those that have just come have no places yet.
    for button in buttons(in: window) where gtk_widget_get_width(button) > 0 {
      var bounds = graphene_rect_t()
      expect(gtk_widget_compute_bounds(button, window.cast(), &bounds) != 0)
      let right = bounds.origin.x + bounds.size.width
      expect(
        bounds.origin.x >= 0 && right <= Float(gtk_widget_get_width(window.cast())),
        "\(name): a button is outside of the window.")
    }
    var least: Int32 = 0
    gtk_widget_measure(window.cast(), GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    expect(least <= Self.width, "\(name) needs \(least) pixels.")
  }

  func withWindow(
    _ feeds: [[String]], _ body: (WindowFixture) async throws -> Void
  ) async throws {
    try await Translations.use(Translations.pseudo) {
      let fixture = try await WindowFixture(size: WindowSize(width: Self.width, height: 600), feeds)
      try await body(fixture)
      fixture.close()
    }
  }

  @Test func pageOfAnEmptyWindowIsTranslated() async throws {
    try await withWindow([]) { fixture async throws in
      check(fixture.window.pointer.cast(), "empty window")
    }
  }

  @Test func listAndItsStatesAreTranslated() async throws {
    try await withWindow([["alpha", "beta"], ["alpha 2"]]) { fixture async throws in
      let window = fixture.window
      check(window.pointer.cast(), "list")
      fixture.choose("time", of: "grouping")
      try await expect(fixture.settle())
      check(window.pointer.cast(), "timeline")
      fixture.activate("statistics")
      try await expect(fixture.settle())
      check(window.pointer.cast(), "statistics")
      fixture.activate("statistics")
      fixture.activate("mark-all-read")
      try await expect(fixture.settle { window.toast.isShown })
      check(window.pointer.cast(), "toast")
      fixture.choose("unread", of: "filter")
      try await expect(fixture.settle { window.entries.sections.allSatisfy(\.rows.isEmpty) })
      check(window.pointer.cast(), "nothing matches")
    }
  }

  @Test func searchAndArticleAreTranslated() async throws {
    try await withWindow([["alpha", "beta"]]) { fixture async throws in
      let window = fixture.window
      fixture.activate("search")
      window.searchBar.field.text = "is:nothing before:x \"alpha"
      // The line is laid out in the frame after the one in which it gets its words.
      try await expect(fixture.settle { !window.search.isBusy && !isCut(window.searchBar.field.widget) })
      check(window.pointer.cast(), "search with notes")
      window.searchBar.field.text = "zzz"
      try await expect(fixture.settle { !window.search.isBusy && window.search.foundCount == 0 })
      check(window.pointer.cast(), "search that finds nothing")
      window.searchBar.field.close()
      fixture.activate("read-entry")
      window.list.select(.init(section: 0, row: 0))
      window.activate(.init(section: 0, row: 0))
      try await expect(fixture.settle { window.article.isShown })
      check(window.pointer.cast(), "article")
      fixture.activate("find")
      try await expect(fixture.settle())
      check(window.pointer.cast(), "find")
    }
  }

  @Test func problemsOfFilesAreTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let window = fixture.window
      let broken = [
        try fixture.folder.write("", to: "empty.xml"), try fixture.folder.write("words", to: "words.xml"),
        try fixture.folder.write("<html></html>", to: "page.xml"),
        try fixture.folder.write("{\"items\":[,]}", to: "broken.json.xml"), fixture.folder.path + "/none.xml",
        try fixture.folder.write("<rss><channel><title>a & b</title><item><title>beta</item>", to: "cut.xml"),
      ]
      window.open(broken)
      try await expect(fixture.settle { window.library.files.count == 7 })
      check(window.pointer.cast(), "toast about files")
      for path in broken {
        window.show(.feed(FilePath(path)))
        try await expect(
          fixture.settle { buttons(in: window.pointer).allSatisfy { gtk_widget_get_width($0) > 0 } })
        check(window.pointer.cast(), "page or banner of a file")
      }
    }
    try await Translations.use(Translations.pseudo) {
      let fixture = try await WindowFixture(size: WindowSize(width: Self.width, height: 600), [])
      fixture.window.open([try fixture.folder.write("", to: "empty.xml")])
      try await expect(fixture.settle { fixture.window.library.files.first?.error != nil })
      check(fixture.window.pointer.cast(), "a file that can't be shown")
      fixture.close()
    }
  }

  @Test func dialogsAreTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      for action in ["preferences", "shortcuts", "about"] {
        fixture.activate(action)
        try await expect(fixture.settle { !DialogWindows.over(fixture.window).isEmpty })
        let dialog = try require(DialogWindows.over(fixture.window).first)
        try await expect(fixture.settle { gtk_widget_get_width(dialog.cast()) > 0 })
        check(dialog, action)
        gtk_window_destroy(dialog)
        try await expect(fixture.settle { DialogWindows.over(fixture.window).isEmpty })
      }
      let parent: UnsafeMutablePointer<GtkWindow> = fixture.window.pointer.cast()
      LinkDialog.showRefusal(localized("File not found."), about: "a.xml", over: parent)
      LinkDialog.ask(aboutCount: 12, over: parent) {}
      try await expect(fixture.settle { DialogWindows.over(fixture.window).count == 2 })
      for dialog in DialogWindows.over(fixture.window) {
        check(dialog, "dialog of a link")
        gtk_window_destroy(dialog)
      }
      try await expect(fixture.settle { DialogWindows.over(fixture.window).isEmpty })
      let window = fixture.window
      window.open([
        try fixture.folder.write(
          "<rss><channel><title>alpha & beta</title><item><title>beta</item><item><title>&beta; c<",
          to: "cut.xml")
      ])
      try await expect(fixture.settle { window.library.files.count == 2 })
      window.showInformation(on: window.library.files[1].path)
      try await expect(fixture.settle { !DialogWindows.over(window).isEmpty })
      let dialog = try require(DialogWindows.over(window).first)
      try await expect(fixture.settle { gtk_widget_get_width(dialog.cast()) > 0 })
      check(dialog, "information")
      gtk_window_destroy(dialog)
    }
  }

  @Test func pagesInPlaceOfTheListAreTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let window = fixture.window
      fixture.activate("sidebar")
      try await expect(
        fixture.settle {
          // A label without a width is cut.
          window.panes.showsSidebarNow
            && WidgetTree.labels(below: window.panes.widget).allSatisfy {
              gtk_widget_get_mapped($0) == 0 || gtk_widget_get_width($0) > 0
            }
        })
      check(window.pointer.cast(), "feeds")
      fixture.activate("sidebar")
      window.list.select(.init(section: 0, row: 0))
      fixture.activate("delete-row")
      try await expect(
        fixture.settle {
          if case .allRemoved = window.contentState { window.toast.isShown } else { false }
        })
      check(window.pointer.cast(), "removed entries")
    }
    try await Translations.use(Translations.pseudo) {
      let fixture = try await WindowFixture(size: WindowSize(width: Self.width, height: 600), [[]])
      try await expect(fixture.settle { fixture.window.contentState == .noEntries(feedCount: 1) })
      check(fixture.window.pointer.cast(), "no entries")
      fixture.close()
      let page = LoadingPage()
      for names in [["alpha.xml"], ["alpha.xml", "beta.xml"]] {
        page.show(names)
        for widget in WidgetTree.widgets(below: page.widget) {
          for (text, _) in texts(of: widget) { expect(isTranslated(text) && text.contains("⟦"), "\(text)") }
        }
      }
      page.stop()
    }
  }

  @Test func warningsAboutLinksAreTranslated() async throws {
    try await Translations.use(Translations.pseudo) {
      let links = [
        ("paypal.com", "https://evil.example/"), ("a", "https://bank.example@evil.example/"),
        ("a", "https://xn--pypal-4ve.com/"), ("a", "https://xn--mller-kva.example/"), ("a", "file:///a"),
        ("a", "javascript:x"),
      ]
      for (text, address) in links {
        let words = try require(LinkPreview(text: text, address: address).words, "\(address)")
        expect(words.contains("⟦"), "\(words)")
      }
    }
  }

  @Test(arguments: Translations.languages)
  func keysAreNamedAsOnTheKeyboard(language: String) async throws {
    try await Translations.use(language) {
      for names in Shortcut.groups.flatMap(\.shortcuts).flatMap({ KeyCaps.names(of: $0.shownKeys) }) {
        expect(names.allSatisfy { !$0.isEmpty && !$0.contains("_") }, "\(names)")
      }
    }
  }

  @Test func menusAreTranslated() async throws {
    func check(_ items: [Menu.Item]) {
      for item in items {
        switch item {
        case .action(let title, _, _), .keyedAction(let title, _, _): expect(isTranslated(title), "\(title)")
        case .section(let title, let items):
          if let title { expect(isTranslated(title), "\(title)") }
          check(items)
        case .submenu(let title, let items):
          expect(isTranslated(title), "\(title)")
          check(items)
        case .widget: break
        case .liveSubmenu(let title, _): expect(isTranslated(title), "\(title)")
        }
      }
    }
    try await Translations.use(Translations.pseudo) {
      check(MenuContents.primary(recent: Menu.make([])))
      check(MenuContents.recent([]))
      check(MenuContents.listOptions(singleKeys: true))
      check(MenuContents.entry(isRead: true, hasMarks: true, singleKeys: true))
      check(MenuContents.entry(isRead: false, hasMarks: true, singleKeys: true))
      for menu in SidebarMenus.all + RowMenus.all { check(menu) }
      check(ArticlePage.menuItems(of: nil, animation: .playing))
      check(ArticlePage.menuItems(of: nil, animation: .stopped))
      for group in Shortcut.groups {
        expect(isTranslated(group.title), "\(group.title)")
        for shortcut in group.shortcuts { expect(isTranslated(shortcut.title), "\(shortcut.title)") }
      }
    }
  }
}
