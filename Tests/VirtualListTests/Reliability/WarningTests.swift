import CGtk
import GtkInterop
import Testing
import WidgetTesting

/// Messages of libraries are faults.
@Suite("Warnings", .serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct WarningTests {
  @Test func libraryWarningsFailTheTest() {
    withKnownIssue {
      // GTK has nothing to destroy here, and says so.
      GLibWarnings.provoke { gtk_window_destroy(nil) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("Gtk: gtk_window_destroy") }
    }
  }
}
