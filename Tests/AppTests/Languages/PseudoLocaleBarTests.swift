import CGtk
import Testing

@testable import FeedViewer

/// Bars over the list and notifications in the pseudo-locale.
extension PseudoLocaleTests {
  @Test func openedGroupOfProblemsIsTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let window = fixture.window
      window.open(try (0..<6).map { try fixture.folder.write("", to: "empty\($0).xml") })
      #expect(try await fixture.settle { window.library.files.count == 7 })
      let expander = try #require(
        WidgetTree.widgets(below: window.pointer.cast()).first {
          g_type_check_instance_is_a($0.cast(), gtk_expander_get_type()) != 0
        })
      gtk_expander_set_expanded(expander.opaque, 1)
      let labels = WidgetTree.widgets(below: expander).filter {
        g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0
      }
      #expect(labels.count == 2)
      #expect(
        try await fixture.settle {
          labels.allSatisfy { gtk_widget_get_mapped($0) != 0 && gtk_widget_get_width($0) > 0 }
        })
      check(window.pointer.cast(), "opened group of problems")
      // Names of files must not hide that the reason is not translated.
      for line in labels.flatMap({ String(cString: gtk_label_get_text($0.opaque)).split(separator: "\n") }) {
        #expect(line.contains("⟦"), "“\(line)” is not translated.")
      }
    }
  }

  @Test func notificationOfNewEntriesIsTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let notifier = NewEntryNotifier(of: fixture.window.pointer.cast())
      var bodies: [String] = []
      notifier.show = { bodies.append($0.body) }
      notifier.isActive = { false }
      notifier.found(1, in: "a.xml", feed: "alpha")
      notifier.found(4, in: "a.xml", feed: "alpha")
      #expect(bodies.count == 2 && bodies.allSatisfy { $0.contains("⟦") }, "\(bodies)")
    }
  }
}
