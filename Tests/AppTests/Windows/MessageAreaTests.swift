import CGtk
import FeedViewerBase
import FeedViewerFeeds
import Foundation
import GtkInterop
import Testing

@testable import FeedViewer

/// The message bars above the list, in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct MessageAreaTests {
  private let area: MessageArea
  private let window: UnsafeMutablePointer<GtkWindow>

  init() throws {
    try #require(TestDisplay.isReady)
    area = MessageArea()
    window = gtk_window_new().cast()
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), area.widget)
    let list = gtk_drawing_area_new()!
    gtk_widget_set_vexpand(list, 1)
    gtk_widget_set_size_request(list, 100, 400)
    gtk_box_append(box.cast(), list)
    gtk_window_set_child(window, box)
    gtk_window_set_default_size(window, 360, 300)
    gtk_window_present(window)
  }

  private func problem(_ id: Int, _ kind: LibraryProblem.Kind) -> LibraryProblem {
    LibraryProblem(id: id, path: "/some/blog.xml", kind: kind)
  }

  private var repairs: FeedRepairs {
    FeedRepairs(
      count: 3, places: [FeedWarning(line: 120, column: 7, found: "a bare “&”", repair: "kept as text")])
  }

  /// The descendants of a widget with a given type.
  private func find(_ type: GType, in widget: WidgetPointer) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if g_type_check_instance_is_a(current.cast(), type) != 0 { found.append(current) }
      found += find(type, in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return found
  }

  private func text(_ label: WidgetPointer) -> String { String(cString: gtk_label_get_text(label.opaque)) }

  @Test func wrappedMessagesAreNotClipped() async throws {
    let found = String(repeating: "a rather long name ", count: 12)
    area.show([
      problem(1, .failed(FeedError(file: "/some/blog.xml", reason: .notAFeed(found: Message("\(found)")))))
    ])
    #expect(
      try await MainLoop.settle {
        guard let label = find(gtk_label_get_type(), in: area.widget).first else { return false }
        // With the margins, as GTK measures.
        let width = gtk_widget_get_width(label) + gtk_widget_get_margin_start(label)
        var needed: Int32 = 0
        gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, width, &needed, nil, nil, nil)
        let lines = pango_layout_get_line_count(gtk_label_get_layout(label.opaque))
        return lines > 4 && gtk_widget_get_height(area.widget) > needed
          && gtk_widget_get_height(label) >= needed
      })
    area.show([])
    #expect(gtk_widget_get_visible(area.widget) == 0)
    gtk_window_destroy(window)
  }

  /// The name of a file does not decide which way the sentence runs.
  @Test(arguments: ["ملف.xml", "(1) הזנה.xml", "blog.xml"])
  func sentencesRunTheirOwnWay(name: String) async throws {
    area.show([
      LibraryProblem(
        id: 1, path: "/some/\(name)", kind: .failed(FeedError(file: "/some/\(name)", reason: .empty)))
    ])
    let label = try #require(find(gtk_label_get_type(), in: area.widget).first)
    let layout = try #require(gtk_label_get_layout(label.opaque))
    #expect(pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_LTR)
    // The name stands at the left.
    let bytes = text(label).utf8
    let colon = try #require(bytes.lastIndex(of: UInt8(ascii: ":")))
    var place = PangoRectangle()
    pango_layout_index_to_pos(layout, Int32(bytes.distance(from: bytes.startIndex, to: colon)), &place)
    let nameWidth = place.x
    pango_layout_index_to_pos(layout, Int32(bytes.count - 1), &place)
    #expect(nameWidth > 0 && place.x > nameWidth)
    gtk_window_destroy(window)
  }

  @Test func repairsHaveAButtonForDetails() async throws {
    var asked: [Int] = []
    area.onDetails = { asked.append($0.id) }
    area.show([problem(7, .repaired(repairs))])
    let buttons = find(gtk_button_get_type(), in: area.widget)
    let details = try #require(buttons.first { gtk_button_get_label($0.cast()) != nil })
    #expect(try await MainLoop.settle { gtk_widget_get_mapped(details) != 0 })
    gtk_widget_activate(details)
    #expect(try await MainLoop.settle { asked == [7] })
    area.show([problem(8, .repaired(FeedRepairs(count: 1, places: repairs.places)))])
    #expect(
      find(gtk_button_get_type(), in: area.widget).allSatisfy { gtk_button_get_label($0.cast()) == nil })
    gtk_window_destroy(window)
  }

  /// Beside its button, a message in a narrow window would have a column of a few words, and lose its end.
  @Test(arguments: [false, true])
  func inANarrowWindowTheButtonStandsUnderItsMessage(areMany: Bool) async throws {
    defer { gtk_window_destroy(window) }
    let error = FeedError(file: "/some/blog.xml", reason: .empty)
    area.show(
      areMany
        ? (1...7).map { problem($0, .failed(error)) }
        : [problem(7, .continuesRemotely("https://far.example/\(String(repeating: "page", count: 12))"))])
    let message = try #require(
      find(areMany ? gtk_expander_get_type() : gtk_label_get_type(), in: area.widget).first)
    let button = try #require(
      find(gtk_button_get_type(), in: area.widget).first { gtk_button_get_label($0.cast()) != nil })
    /// Where a widget stands in the area, in logical pixels.
    func frame(_ widget: WidgetPointer) -> (x: Float, y: Float, width: Float, height: Float) {
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(widget, area.widget, &bounds) != 0 else { return (0, 0, 0, 0) }
      return (bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height)
    }
    #expect(
      try await MainLoop.settle {
        let (text, button) = (frame(message), frame(button))
        return text.width > 250 && button.y >= text.y + text.height && abs(button.x - text.x) <= 1
          && button.y + button.height <= Float(gtk_widget_get_height(area.widget))
      }, "\(frame(message)) \(frame(button)) \(gtk_widget_get_height(area.widget))")
    gtk_window_set_default_size(window, 900, 300)
    #expect(
      try await MainLoop.settle {
        let (text, button) = (frame(message), frame(button))
        return button.x >= text.x + text.width && button.y < text.y + text.height
      }, "\(frame(message)) \(frame(button))")
  }

  @Test func notesAreWarningsWithoutDetails() throws {
    area.show([problem(3, .note(.entriesOmitted(count: 12, limit: 5_000_000)))])
    let bar = try #require(find(gtk_info_bar_get_type(), in: area.widget).first)
    #expect(gtk_info_bar_get_message_type(bar.opaque) == GTK_MESSAGE_WARNING)
    let label = try #require(find(gtk_label_get_type(), in: bar).first)
    #expect(
      text(label)
        == "blog.xml: Showing the first 5\u{202F}000\u{202F}000 entries. 12 more are left out.")
    #expect(find(gtk_button_get_type(), in: bar).allSatisfy { gtk_button_get_label($0.cast()) == nil })
    gtk_window_destroy(window)
  }

  @Test func brokenFilesAreToldInOneMessageWithAList() async throws {
    defer { gtk_window_destroy(window) }
    func broken(_ ids: ClosedRange<Int>) -> [LibraryProblem] {
      ids.map {
        LibraryProblem(
          id: $0, path: "/some/\($0).xml", kind: .failed(FeedError(file: "/some/\($0).xml", reason: .empty)))
      }
    }
    func bars() -> [WidgetPointer] { find(gtk_info_bar_get_type(), in: area.widget) }
    // Three have a bar each.
    area.show(broken(1...3))
    #expect(bars().count == 3)
    var dismissed: Set<LibraryProblem.ID> = []
    area.onDismiss = { dismissed = $0 }
    let note = problem(99, .notWatched)
    area.show(broken(1...25) + [note])
    #expect(bars().count == 2)
    let expander = try #require(find(gtk_expander_get_type(), in: area.widget).first)
    let texts = find(gtk_label_get_type(), in: bars()[0]).map(text)
    #expect(texts.contains("25 files can’t be read"))
    // The list opens below the sentence, and scrolls.
    #expect(try await MainLoop.settle { gtk_widget_get_height(area.widget) > 0 })
    // The keyboard reaches the closed expander only, from both sides, without a warning.
    for direction in [GTK_DIR_UP, GTK_DIR_DOWN] {
      gtk_window_set_focus(window, nil)
      #expect(gtk_widget_child_focus(expander, direction) != 0)
      #expect(gtk_window_get_focus(window) == expander)
    }
    let height = gtk_widget_get_height(area.widget)
    gtk_expander_set_expanded(expander.opaque, 1)
    #expect(try await MainLoop.settle { gtk_widget_get_height(area.widget) > height })
    #expect(gtk_widget_get_height(area.widget) <= 200)
    let list = try #require(find(gtk_label_get_type(), in: bars()[0]).map(text).first { $0.contains("\n") })
    #expect(list.split(separator: "\n").count == 25 && list.contains("7.xml: "))
    let button = try #require(
      find(gtk_button_get_type(), in: bars()[0]).first { gtk_button_get_label($0.cast()) != nil })
    gtk_widget_activate(button)
    #expect(try await MainLoop.settle { dismissed == Set(1...25) })
    area.show([note])
    #expect(bars().count == 1)
    area.show([])
    #expect(gtk_widget_get_visible(area.widget) == 0)
  }

  @Test func allOfManyBrokenFilesAreListedAndDismissed() async throws {
    let fixture = try await WindowFixture([["a"]])
    let window = fixture.window
    defer { fixture.close() }
    window.library.close(window.library.files[0].path)
    window.open(try (1...25).map { try fixture.folder.write("no feed", to: "broken \($0).xml") })
    #expect(
      try await fixture.settle {
        if case .failed(25, let errors) = window.contentState { errors.count == 25 } else { false }
      })
    let texts = WidgetTree.widgets(below: window.content.widget)
      .filter { g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0 }
      .map { String(cString: gtk_label_get_text($0.opaque)) }
    #expect(texts.contains { $0.split(separator: "\n").count == 25 && $0.contains("broken 25.xml: ") })
    fixture.activate("dismiss-problems")
    #expect(window.contentState == .nothingOpen && window.library.problems.isEmpty)
  }

  @Test func repairedFilesAreGroupedApartFromBrokenOnes() {
    defer { gtk_window_destroy(window) }
    let error = FeedError(file: "/some/blog.xml", reason: .empty)
    let problems =
      (1...4).map { problem($0, .failed(error)) } + (5...9).map { problem($0, .repaired(repairs)) }
    let (groups, others) = ProblemGroup.split(problems + [problem(10, .outdated(error))])
    #expect(groups.map(\.title) == ["4 files can’t be read", "5 files had to be repaired"])
    #expect(others.map(\.id) == [10])
  }

  @Test func thousandsOfMessagesShowAFewBarsAndACount() async throws {
    var dismissed: Set<LibraryProblem.ID> = []
    area.onDismiss = { dismissed = $0 }
    let problems = (1...5_000).map { problem($0, .continuesRemotely("https://far.example/\($0)")) }
    area.show(Array(problems.prefix(4_000)))
    area.show(problems)
    let bars = find(gtk_info_bar_get_type(), in: area.widget)
    #expect(bars.count == 13)
    let rest = try #require(bars.last)
    #expect(find(gtk_label_get_type(), in: rest).map(text).contains("4988 more messages"))
    gtk_info_bar_response(rest.opaque, GTK_RESPONSE_CLOSE.rawValue)
    #expect(dismissed == Set(13...5_000))
    // The other messages move up.
    area.show(Array(problems.dropFirst(2).prefix(13)))
    #expect(find(gtk_info_bar_get_type(), in: area.widget).count == 13)
    area.show(Array(problems.dropFirst(2).prefix(12)))
    #expect(find(gtk_info_bar_get_type(), in: area.widget).count == 12)
    area.show([])
    #expect(gtk_widget_get_visible(area.widget) == 0)
    gtk_window_destroy(window)
  }
}
