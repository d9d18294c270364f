import CGtk
import Expectations
import GtkInterop
import Testing

@testable import FeedViewer

/// The window that lists the keyboard shortcuts, and the other dialogs that narrow screens must have room for.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ShortcutsDialogTests {
  private let fixture: WindowFixture

  init() async throws {
    fixture = try await WindowFixture(size: WindowSize(width: 360, height: 600), [["a"]])
  }

  private func openDialog(_ action: String) async throws -> UnsafeMutablePointer<GtkWindow> {
    fixture.activate(action)
    try await expect(fixture.settle { dialog != nil })
    return try require(dialog)
  }

  private var dialog: UnsafeMutablePointer<GtkWindow>? { DialogWindows.over(fixture.window).first }

  /// The texts of the labels that are shown.
  private func texts(in window: UnsafeMutablePointer<GtkWindow>) -> [String] {
    WidgetTree.texts(below: window.cast())
  }

  private func entry(in window: UnsafeMutablePointer<GtkWindow>) throws -> WidgetPointer {
    try require(
      WidgetTree.widgets(below: window.cast()).first {
        g_type_check_instance_is_a($0.cast(), gtk_search_entry_get_type()) != 0
      })
  }

  /// What GTK does when Escape is pressed in the entry.
  private func stopSearch(in entry: WidgetPointer) {
    var instance = GValue()
    g_value_init(&instance, gtk_search_entry_get_type())
    g_value_set_object(&instance, entry)
    g_signal_emitv(&instance, g_signal_lookup("stop-search", gtk_search_entry_get_type()), 0, nil)
    g_value_unset(&instance)
  }

  @Test func everyKeyIsListedUnderItsGroupAndFound() async throws {
    let window = try await openDialog("shortcuts")
    let shown = texts(in: window)
    expect(Shortcut.groups.map(\.title), equals: ["Lists", "Entries", "Article", "Files", "Window"])
    for group in Shortcut.groups {
      expect(shown.contains(group.title))
      for shortcut in group.shortcuts {
        expect(shown.contains(shortcut.title))
        for name in KeyCaps.names(of: shortcut.shownKeys).joined() {
          expect(shown.contains(name), "\(name)")
        }
      }
    }
    // Words and keys are found.
    let entry = try entry(in: window)
    func search(_ words: String) async throws -> [String] {
      gtk_editable_set_text(entry.opaque, words)
      try await expect(fixture.settle())
      return texts(in: window)
    }
    let printing = try await search("PRINT artícle")
    expect(printing.contains("Print article") && printing.contains("Article"))
    expect(!printing.contains("Undo") && !printing.contains("Files"))
    let fullScreen = try await search("f11")
    expect(fullScreen.contains("Full screen") && !fullScreen.contains("Print article"))
    let notice = "No Results Found"
    expect(!fullScreen.contains(notice))
    let nothing = try await search("zzz")
    expect(nothing.contains(notice) && !nothing.contains("Full screen"))
    try await expect(search("").contains("Undo"))
    // Escape ends the search before it closes the window.
    gtk_editable_set_text(entry.opaque, "undo")
    stopSearch(in: entry)
    expect(String(cString: gtk_editable_get_text(entry.opaque)).isEmpty && dialog != nil)
    stopSearch(in: entry)
    try await expect(fixture.settle { dialog == nil })
  }

  /// The keys of each group.
  private static let keys: [String: String] = [
    "Lists": """
    <Alt>1 <Alt>2 <Alt>3 <Control><Shift>h <Control>Page_Down <Control>Page_Up <Shift>j <Shift>k Up Down Right Left Return Escape
    <Shift>a <Alt><Shift>Up <Alt><Shift>Down slash <Control><Shift>f <Control>f
    """,
    "Entries": """
    j k Up Down n p Home End Page_Up Page_Down Return Right Left m u <Control>u s <Control>d o v <Control>Return
    <Control><Shift>c <Control>c <Control>a <Shift>Down <Control>Down <Control>space Delete <Control>z <Control><Shift>z
    """,
    "Article": """
    space <Shift>space Up Down Page_Up Page_Down Home End <Alt>Left Back Left Escape BackSpace Tab <Shift>Tab Return
    <Control>g <Control><Shift>g <Control>a <Control>c <Shift>Right <Shift><Control>Right <Shift>Down <Control>plus
    <Control>minus <Control>0 <Control><Shift>t <Control>p
    """,
    "Files": "<Control>o F5 <Control>r <Control>F4 Delete",
    "Window": """
    F9 F6 <Shift>F6 Tab <Shift>Tab F8 F11 Escape F10 <Shift>F10 Menu <Control>comma <Control>question F1 question
    <Control>w <Control>q
    """,
  ]

  @Test func keysThatDoSomethingAreListedWithTheirNamesOnTheKeyboard() {
    for group in Shortcut.groups {
      let listed = Set(group.shortcuts.flatMap { $0.shownKeys.split(separator: " ") })
      for key in (Self.keys[group.title] ?? "").split(whereSeparator: \.isWhitespace) {
        expect(listed.contains(key), "\(group.title): \(key)")
      }
    }
    expect(KeyCaps.names(of: "<Control>plus <Control>equal"), equals: [["Ctrl", "+"], ["Ctrl", "="]])
    expect(KeyCaps.names(of: "<Control><Shift>z"), equals: [["Shift", "Ctrl", "Z"]])
    expect(KeyCaps.names(of: "<Alt>1...9"), equals: [["Alt", "1", "…", "9"]])
    expect(KeyCaps.names(of: "<Shift>Right F10 slash"), equals: [["Shift", "→"], ["F10"], ["/"]])
    for name in Shortcut.groups.flatMap(\.shortcuts).flatMap({ KeyCaps.names(of: $0.shownKeys) }).joined() {
      expect(!name.isEmpty && !name.contains("<") && !name.contains("_"), "\(name)")
    }
  }

  @Test func dialogsFitTheNarrowestWindowAndHaveAHeaderBarOfTheirOwn() async throws {
    for action in ["shortcuts", "about", "preferences"] {
      let window = try await openDialog(action)
      var least: Int32 = 0
      gtk_widget_measure(window.cast(), GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
      expect(least <= 360 && gtk_widget_get_width(window.cast()) <= 360, "\(action)")
      expect(gtk_window_get_titlebar(window) != nil, "\(action)")
      if action == "about" { expectWhatAReaderWantsToKnow(texts(in: window)) }
      gtk_window_destroy(window)
      try await expect(fixture.settle { dialog == nil })
    }
  }

  private func expectWhatAReaderWantsToKnow(_ shown: [String]) {
    for text in [
      ApplicationInfo.name, ApplicationInfo.version, ApplicationInfo.purpose, ApplicationInfo.promise,
    ] {
      expect(shown.contains(text))
    }
    expect(shown.contains { $0.contains("licence") } && shown.contains { $0.contains("GTK 4.") })
  }
}
