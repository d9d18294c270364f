import CGtk
import Expectations
import Testing

@testable import FeedViewer

/// Notifications in the pseudo-locale.
extension PseudoLocaleTests {
  @Test func notificationOfNewEntriesIsTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let notifier = NewEntryNotifier(of: fixture.window.pointer.cast())
      var bodies: [String] = []
      notifier.show = { bodies.append($0.body) }
      notifier.isActive = { false }
      notifier.found(1, in: "a.xml", feed: "alpha")
      notifier.found(4, in: "a.xml", feed: "alpha")
      expect(bodies.count == 2 && bodies.allSatisfy { $0.contains("⟦") }, "\(bodies)")
    }
  }
}
