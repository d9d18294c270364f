import CGtk
import Expectations
import Foundation
import ProgramRuns
import Testing
import WidgetTesting

/// Warnings of libraries are faults, also in windows of the application.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowWarningTests {
  @Test func libraryWarningsFailTheTest() throws {
    try require(TestDisplay.isReady)
    withKnownIssue {
      // GTK has no window to present here, and warns.
      GLibWarnings.provoke { gtk_window_present(nil) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("Gtk: gtk_window_present") }
    }
  }

  @Test func libraryWarningsEndTheProgram() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleFeed.rss(entries: ["a"]), to: "one.xml")
    // GTK warns of style sheets that it can't read.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/gtk-4.0", withIntermediateDirectories: true)
    try folder.write("window { no-such-property: 3; }", to: "gtk-4.0/gtk.css")
    let result = try await Program.run(
      ["--screenshot", folder.path + "/picture.png", path], environment: ["XDG_CONFIG_HOME": folder.path])
    expect(result.status != 0)
    expect(result.errors.contains("no-such-property"))
  }
}
