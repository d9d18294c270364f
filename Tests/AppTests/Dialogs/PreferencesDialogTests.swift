import CGtk
import Expectations
import GtkInterop
import Testing
import WidgetTesting

@testable import FeedViewer

/// Settings change what is shown at once.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct PreferencesDialogTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(size: WindowSize(width: 1_100, height: 600), [["a", "b"], ["c"]])
  }

  private func open() async throws -> [WidgetPointer] {
    fixture.activate("preferences")
    try await expect(fixture.settle { !DialogWindows.over(window).isEmpty })
    return WidgetTree.widgets(below: try require(DialogWindows.over(window).first).cast())
  }

  private func controls(_ type: GType, among widgets: [WidgetPointer]) -> [WidgetPointer] {
    widgets.filter { g_type_check_instance_is_a($0.cast(), type) != 0 }
  }

  @Test func wordsThatAreDividedInANarrowDialogGetNoHyphens() throws {
    let label = WrappingLabel.make("Unterstützungsmöglichkeiten")
    let layout = gtk_label_get_layout(label.opaque)
    pango_layout_set_width(layout, 40 * PANGO_SCALE)
    expect(pango_layout_get_line_count(layout) > 2)
    let attributes = try require(gtk_label_get_attributes(label.opaque))
    let text = try require(pango_attr_list_to_string(attributes))
    defer { g_free(text) }
    expect(String(cString: text).contains("insert-hyphens false"), "\(String(cString: text))")
    g_object_unref(g_object_ref_sink(label.raw))
  }

  @Test func settingsAreInGroupsAndTakeEffectAtOnce() async throws {
    let style = try TestStyleSheet()
    defer {
      fixture.close()
      style.remove()
    }
    let widgets = try await open()
    let headings = widgets.filter { gtk_widget_has_css_class($0, "heading") != 0 }
    expect(
      headings.map(WidgetTree.text), equals: ["Appearance", "Reading", "Files", "Keyboard"])
    expect(controls(gtk_drop_down_get_type(), among: widgets).count, equals: 5)
    expect(controls(gtk_switch_get_type(), among: widgets).count, equals: 4)
    // Lines stand between the rows of a group only.
    let lists = widgets.filter { gtk_widget_has_css_class($0, "boxed-list") != 0 }
    expect(lists.count, equals: 4)
    for list in lists {
      var lines: [Int16] = []
      var next = gtk_widget_get_first_child(list)
      while let row = next {
        var border = GtkBorder()
        gtk_style_context_get_border(gtk_widget_get_style_context(row), &border)
        lines.append(border.bottom)
        next = gtk_widget_get_next_sibling(row)
      }
      expect(lines.last == 0 && lines.dropLast().allSatisfy { $0 == 1 }, "\(lines)")
    }
    // The slider of the text size shows its value.
    let slider = try require(controls(gtk_scale_get_type(), among: widgets).first)
    func isShown(_ text: String) -> Bool {
      controls(gtk_label_get_type(), among: widgets).contains { WidgetTree.text(of: $0) == text }
    }
    expect(isShown("100 %"))
    gtk_range_set_value(slider.cast(), gtk_range_get_value(slider.cast()) + 3)
    expect(window.article.view.zoom == 1.5 && isShown("150 %"))
    // Choices take effect at once.
    var styles: [ColorScheme] = []
    Signal.connect(window.pointer, "action-state-changed::style") {
      if let style = window.chosenColorScheme { styles.append(style) }
    }
    let choices = controls(gtk_drop_down_get_type(), among: widgets)
    let settings = window.keeper.settings
    for (choice, value) in zip(choices, [2, 0, 0, 1, 1]) {
      gtk_drop_down_set_selected(choice.opaque, guint(value))
    }
    expect(styles == [.dark] && settings[ViewerSetting.colorScheme] == .dark)
    expect(window.article.view.lineLength == .narrow && settings[ViewerSetting.lineLength] == .narrow)
    expect(settings[ViewerSetting.density], equals: .titles)
    expect(window.entries.arrangement.order == .newest && window.entries.arrangement.grouping == .time)
    // Switches are stored.
    for control in controls(gtk_switch_get_type(), among: widgets) {
      gtk_switch_set_active(control.opaque, 1 - gtk_switch_get_active(control.opaque))
    }
    expect(!settings[ViewerSetting.marksReadOnOpen] && !settings[ViewerSetting.restoresSession])
    expect(settings[ViewerSetting.notifiesOfNewEntries] && !settings[ViewerSetting.singleKeyShortcuts])
  }

  /// The article has colours of its own, which follow the theme.
  @Test func theArticleFollowsTheTheme() async throws {
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setDark(false)
    window.list.select(.init(section: 0, row: 0))
    try await expect(fixture.settle { window.article.isShown })
    let light = window.article.view.list.textColors
    settings.setDark(true)
    try await expect(fixture.settle { window.article.view.list.textColors != light })
    settings.setDark(false)
    try await expect(fixture.settle { window.article.view.list.textColors == light })
  }

  @Test func questionsHaveAHeaderBarOfTheirOwn() throws {
    let dialog = NoticeDialog.present("Title", ["Line"], over: window.pointer)
    expect(gtk_window_get_titlebar(dialog.cast()) != nil)
    gtk_window_destroy(dialog.cast())
  }
}
