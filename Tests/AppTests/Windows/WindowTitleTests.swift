import CGtk
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import WidgetTesting

@testable import FeedViewer
@testable import VirtualList

/// The titles in the header bar of a real window: each stands over its pane.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowTitleTests {
  private func makeFixture(width: Int, _ feeds: [[String]]) async throws -> WindowFixture {
    try await WindowFixture(size: WindowSize(width: width, height: 500), feeds)
  }

  private func read(_ section: Int, in fixture: WindowFixture) async throws {
    let (window, place) = (fixture.window, RowIndexPath(section: section, row: 0))
    window.list.select(place)
    window.activate(place)
    #expect(try await fixture.settle { window.article.view.document.count > 0 })
  }

  /// The middles of the titles and of the panes below them, in the window's logical pixels.
  private func middles(_ fixture: WindowFixture) -> [(title: Double, pane: Double)] {
    let window = fixture.window
    func middle(_ widget: WidgetPointer, x: Double, width: Double) -> Double {
      var result = 0.0
      gtk_widget_translate_coordinates(widget, window.pointer.cast(), x + width / 2, 0, &result, nil)
      return result
    }
    let panes = [window.listPage, window.article.widget]
    return zip(window.header.title.frames, panes).compactMap { frame, pane in
      guard let frame else { return nil }
      return (
        middle(window.header.title.widget, x: Double(frame.x), width: Double(frame.width)),
        middle(pane, x: 0, width: Double(gtk_widget_get_width(pane)))
      )
    }
  }

  @Test(arguments: [false, true]) func titlesStandOverTheirPanes(isRightToLeft: Bool) async throws {
    try #require(TestDisplay.isReady)
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setRightToLeft(isRightToLeft)
    let fixture = try await makeFixture(width: 1_275, [["a", "b"], ["c"]])
    defer { fixture.close() }
    let window = fixture.window
    #expect(
      window.header.title.shownTexts
        == [TitleText(title: "2 feeds", subtitle: "3 entries", shorter: ["3"])])
    try await read(1, in: fixture)
    #expect(
      try await fixture.settle {
        window.header.title.shownTexts
          == [
            TitleText(title: "2 feeds", subtitle: "2 of 3 unread", shorter: ["2/3", "2"]),
            TitleText(title: "Feed 1", subtitle: ""),
          ]
      })
    for width in [400, 330] {
      window.panes.division.onDrag(width)
      #expect(
        try await fixture.settle {
          let found = middles(fixture)
          return found.count == 2 && found.allSatisfy { abs($0.title - $0.pane) <= 1 }
        }, "\(middles(fixture))")
    }
  }

  /// Fallback fonts may be higher than that of the window.
  @Test func titlesInEveryScriptHaveRoom() async throws {
    let fixture = try await makeFixture(width: 600, [["a"]])
    defer { fixture.close() }
    let title = fixture.window.header.title
    let window: WidgetPointer = fixture.window.pointer.cast()
    for text in ["Latin", "يوميات الطبيعة · יומן טבע", "हिन्दी में समाचार", "ข่าวภาษาไทยที่นี่"] {
      title.show(
        list: TitleText(title: text, subtitle: "1 entry"), article: TitleText(title: "", subtitle: ""))
      let labels = WidgetTree.widgets(below: title.widget).filter {
        gtk_widget_has_css_class($0, "title") != 0
          && gtk_widget_get_child_visible(gtk_widget_get_parent($0)) != 0
          && String(cString: gtk_label_get_text($0.opaque)) == text
      }
      let label = try #require(labels.first)
      // The label gets its height in the next frame.
      var ink = PangoRectangle()
      var y: Int32 = 0
      let hasRoom = try await fixture.settle {
        pango_layout_get_pixel_extents(gtk_label_get_layout(label.opaque), &ink, nil)
        var x: Int32 = 0
        gtk_label_get_layout_offsets(label.opaque, &x, &y)
        return fixture.window.isComplete && gtk_widget_get_height(label) > 0
          && y + ink.y >= 0 && y + ink.y + ink.height <= gtk_widget_get_height(label)
      }
      #expect(hasRoom, "\(text): \(y + ink.y), \(ink.height) in \(gtk_widget_get_height(label))")
      var top = 0.0
      gtk_widget_translate_coordinates(label, window, 0, Double(y + ink.y), nil, &top)
      #expect(top >= 0)
    }
  }

  @Test func aSubtitleWithoutRoomIsShort() async throws {
    let fixture = try await makeFixture(width: 360, [["a"]])
    defer { fixture.close() }
    let title = fixture.window.header.title
    let text = TitleText(
      title: "A", subtitle: "600,008 of 600,010 unread and a word or two",
      shorter: ["600,008 of 600,010 and more", "600,008"])
    title.show(list: text, article: TitleText(title: "", subtitle: ""))
    #expect(try await fixture.settle { title.shownSubtitles == ["600,008"] })
    let labels = WidgetTree.widgets(below: title.widget).filter {
      gtk_widget_has_css_class($0, "subtitle") != 0 && gtk_widget_is_drawable($0) != 0
        && gtk_widget_get_child_visible($0) != 0
        && gtk_widget_get_child_visible(gtk_widget_get_parent($0)) != 0
    }
    #expect(labels.map { String(cString: gtk_label_get_text($0.opaque)) } == ["600,008"])
    gtk_window_set_default_size(fixture.window.pointer, 640, 600)
    #expect(try await fixture.settle { title.shownSubtitles == [text.subtitle] })
  }

  @Test func whatTheListIsNamedIsNotRepeated() async throws {
    let fixture = try await makeFixture(width: 1_000, [["a", "b"]])
    defer { fixture.close() }
    try await read(0, in: fixture)
    #expect(fixture.window.header.title.shownTexts.map(\.title) == ["Feed 0"])
  }

  @Test func aNarrowWindowHasOneTitleIfThereIsRoomForIt() async throws {
    let fixture = try await makeFixture(width: 480, [["a"], ["b"]])
    defer { fixture.close() }
    let window = fixture.window
    #expect(window.header.title.shownTexts.map(\.title) == ["2 feeds"])
    try await read(0, in: fixture)
    #expect(window.header.title.shownTexts.map(\.title) == ["Feed 0"])
    for width in [320, 340, 360, 400, 440] {
      gtk_window_set_default_size(window.pointer, Int32(width), 500)
      #expect(
        try await fixture.settle { abs(Int(gtk_widget_get_width(window.panes.widget)) - width) <= 20 })
      for frame in window.header.title.frames.compactMap({ $0 }) { #expect(frame.width >= 40) }
    }
  }

  @Test func aFeedThatIsShownAloneIsNamedInTheHeaderBarOnly() async throws {
    let fixture = try await makeFixture(width: 480, [["a", "b"], ["c"], ["d"]])
    defer { fixture.close() }
    let (window, list) = (fixture.window, fixture.window.list)
    window.showFeed(window.library.files[1].path)
    #expect(try await fixture.settle { fixture.titles == [["c"]] })
    #expect(
      window.header.title.shownTexts.map(\.title) == ["Feed 1"] && !list.geometry.hasHeader(inSection: 0))
    window.showFeed(nil)
    #expect(try await fixture.settle { list.geometry.sectionCount == 3 })
    #expect((0..<3).allSatisfy { list.geometry.hasHeader(inSection: $0) })
  }
}
