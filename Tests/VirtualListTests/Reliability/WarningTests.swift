import CGtk
import Testing
import WidgetTesting

/// Warnings of libraries fail tests.
@Suite("Warnings", .serialized, .needsDisplay)
struct WarningTests {
  @Test func libraryWarningsFailTheTest() {
    withKnownIssue {
      // GTK warns that there is nothing to destroy.
      GLibWarnings.provoke { gtk_window_destroy(nil) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("Gtk: gtk_window_destroy") }
    }
  }
}
