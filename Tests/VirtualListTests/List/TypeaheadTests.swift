import CGtk
import Expectations
import Glibc
import GtkInterop
import LayoutCore
import Testing

@testable import PangoText
@testable import VirtualList

/// A list of names in a window; typeahead finds them.
private final class NameList: ListInWindow, ListDataSource {
  struct NameTemplate: RowTemplate {
    nonisolated func makeElement(for name: String) -> LayoutElement? { .text(name, style: TextStyle()) }
    nonisolated func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
      .text("-", style: TextStyle())
    }
  }

  let list = ListView()
  let window: WidgetPointer = gtk_window_new()!
  var count: Int
  var name: (Int) -> String
  var hasTypeahead = true

  convenience init(_ names: [String]) { self.init(count: names.count) { names[$0] } }

  init(count: Int, name: @escaping (Int) -> String) {
    self.count = count
    self.name = name
    list.register(NameTemplate(), as: "name")
    list.dataSource = self
    gtk_window_set_child(window.cast(), list.makeScrolledWindow())
    gtk_window_set_default_size(window.cast(), 300, 400)
    list.reloadData()
    gtk_window_present(window.cast())
    Display.settle { list.hasRowsOnScreen }
    list.idle.stop()
  }

  func settle() { waitForFrames() }

  /// - Returns: Whether the list handled all keys.
  @discardableResult
  func type(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      list.keyPressed(gdk_unicode_to_keyval($0.value), modifiers: 0) == .handled
    }
  }

  /// Emits the signal of an input method that has composed a text.
  func compose(_ text: String) {
    let context = list.focus.inputMethod.context
    var values = [GValue(), GValue()]
    g_value_init(&values[0], gtk_im_context_get_type())
    g_value_set_object(&values[0], context.raw)
    g_value_init(&values[1], cgtk_type_string())
    g_value_set_string(&values[1], text)
    g_signal_emitv(&values, g_signal_lookup("commit", gtk_im_context_get_type()), 0, nil)
    for index in values.indices { g_value_unset(&values[index]) }
  }

  func press(_ key: Int32, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)) -> Bool {
    list.keyPressed(UInt32(key), modifiers: modifiers.rawValue) == .handled
  }

  /// Waits for a long search to end, and clears the typed prefix.
  func pause() {
    expect(Display.settle { !list.focus.typeahead.isSearching })
    list.focus.typeahead.end()
  }

  var selected: String? { list.selectedRow.map { name($0.row) } }

  func numberOfSections(in list: ListView) -> Int { 1 }
  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }
  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    guard case .row(let path) = element else { preconditionFailure("The list has no headers.") }
    return ItemIdentity(template: "name", key: ItemKey(name(path.row)), revision: 0)
  }
  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    guard case .row(let path) = element else { preconditionFailure("The list has no headers.") }
    return name(path.row)
  }
  func listView(_ list: ListView, typeaheadTextOf row: RowIndexPath) -> String? {
    hasTypeahead ? name(row.row) : nil
  }
}

@Suite("Typeahead", .serialized, .needsDisplay)
struct TypeaheadTests {
  private static let names = [
    "apple", "apricot", "Banana", "Élan", "blue cheese", "blueberry", "cherry", "Äpfel", "avocado",
  ]

  @Test func lettersTypedTogetherFormAPrefix() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    fixture.type("b")
    expect(fixture.selected, equals: "Banana")
    fixture.type("lue")
    expect(fixture.selected, equals: "blue cheese")
    fixture.type("b")
    expect(fixture.selected, equals: "blueberry")
  }

  @Test func searchStartsAtTheCursorAndWrapsAround() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    fixture.list.select(RowIndexPath(0, 1))
    fixture.type("ap")
    expect(fixture.selected, equals: "Äpfel")
    fixture.pause()
    fixture.type("ap")
    // "avocado" begins with the first letter; with the second one the search continues at the start.
    expect(fixture.selected, equals: "apple")
  }

  @Test func repeatedLetterCyclesThroughMatches() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    var found: [String?] = []
    for _ in 0..<5 {
      fixture.type("a")
      found.append(fixture.selected)
    }
    expect(found, equals: ["apple", "apricot", "Äpfel", "avocado", "apple"])
  }

  @Test func spaceIsPartOfThePrefixOnceTypingHasBegun() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    fixture.type("blue")
    fixture.type(" ")
    expect(fixture.selected, equals: "blue cheese")
    fixture.pause()
    fixture.list.select(RowIndexPath(0, 0))
    expect(fixture.type(" "))
    // Space turned a page.
    expect(fixture.selected, equals: "avocado")
    expect(!fixture.list.focus.typeahead.isTyping)
  }

  @Test func unmatchedPrefixKeepsTheCursor() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    fixture.type("ch")
    expect(fixture.type("z"))
    expect(fixture.selected, equals: "cherry")
  }

  @Test func escapeArrowKeysAndPausesEndTyping() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    expect(!fixture.press(GDK_KEY_Escape))
    fixture.type("bl")
    expect(fixture.press(GDK_KEY_Escape))
    fixture.type("a")
    expect(fixture.selected, equals: "Äpfel")
    fixture.pause()
    fixture.type("b")
    expect(fixture.press(GDK_KEY_Down))
    fixture.type("a")
    expect(fixture.selected, equals: "Äpfel")
    expect(fixture.list.focus.typeahead.isTyping)
    expect(Display.settle { !fixture.list.focus.typeahead.isTyping })
  }

  @Test func listWithoutSearchTextsIgnoresLetters() {
    let fixture = NameList(Self.names)
    defer { fixture.close() }
    expect(!fixture.press(GDK_KEY_b, GDK_CONTROL_MASK))
    expect(!fixture.press(GDK_KEY_b, GDK_ALT_MASK))
    expect(!fixture.press(GDK_KEY_Tab))
    fixture.hasTypeahead = false
    expect(!fixture.type("b"))
    expect(!fixture.press(GDK_KEY_Escape))
    expect(fixture.selected == nil)
  }

  @Test func textComposedByAnInputMethodIsSearched() {
    let fixture = NameList(Self.names + ["東京", "東北"])
    defer { fixture.close() }
    fixture.compose("é")
    expect(fixture.selected, equals: "Élan")
    fixture.pause()
    fixture.compose("東北")
    expect(fixture.selected, equals: "東北")
    fixture.pause()
    // Composed and plain letters form one prefix.
    fixture.compose("ä")
    fixture.type("pf")
    expect(fixture.selected, equals: "Äpfel")
  }

  @Test func searchOfAMillionRowsYieldsToTheMainLoop() {
    let count = 1_000_000
    let fixture = NameList(count: count) { $0 == count - 1 ? "needle" : "name \($0)" }
    defer { fixture.close() }
    var longest = 0.0
    func measure(_ body: () -> Void) {
      let start = Self.threadTime
      body()
      longest = max(longest, Self.threadTime - start)
    }
    measure { fixture.type("ne") }
    expect(fixture.list.focus.typeahead.isSearching)
    // Another letter continues where the search is.
    measure { fixture.type("e") }
    while fixture.list.focus.typeahead.isSearching { measure { g_main_context_iteration(nil, 0) } }
    expect(fixture.selected, equals: "needle")
    fixture.settle()
    expect(fixture.list.pool.view(of: .row(0, count - 1)) != nil)
    expect(longest < 0.05, "The main thread was busy for \(longest) s.")
  }

  @Test func runningSearchFollowsEdits() {
    var isShort = false
    let fixture = NameList(count: 200_000) { !isShort && $0 == 150_000 || isShort && $0 == 3 ? "x" : "\($0)" }
    defer { fixture.close() }
    fixture.type("x")
    expect(fixture.list.focus.typeahead.isSearching)
    isShort = true
    fixture.count = 5
    fixture.list.reloadData()
    expect(Display.settle { !fixture.list.focus.typeahead.isSearching })
    expect(fixture.list.selectedRow, equals: RowIndexPath(0, 3))
  }

  /// CPU time of this thread in seconds.
  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

struct TypeaheadTextTests {
  @Test(arguments: [
    ("b", "Banana", true), ("BAN", "banana", true), ("ban", "ba", false), ("e", "Élan", true),
    ("élan", "ELAN", true), ("el", "E\u{301}lan", true), ("elx", "Élan", false), ("ss", "ß", true),
    ("fi", "ﬁsh", true), ("я", "Яблоко", true), ("ё", "еж", true), ("a", "", false),
    ("ab", "a\u{301}b", true),
    ("东", "东京", true), ("か", "がく", false), ("が", "か\u{3099}く", true), ("o", "Øre", true),
    ("dont", "Don’t", true),
    ("don’t", "dont", true), ("h", "‘Hello’", true), ("'", "Hello", false), ("blue ", "blueberry", false),
    ("blue ", "Blue\u{A0}cheese", true), ("क", "क़ल", false),
    ("o", "O" + String(repeating: "\u{301}", count: 500), true),
  ])
  func prefixesIgnoreCaseAndDiacritics(prefix: String, text: String, isPrefix: Bool) {
    expect(TypeaheadText(prefix).isPrefix(of: text), equals: isPrefix)
  }
}
