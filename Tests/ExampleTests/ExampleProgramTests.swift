import Expectations
import Foundation
import ProgramRuns
import Testing
import WidgetTesting

/// Runs each example as a program, and checks the picture of its window.
@Suite("Examples", .serialized, .enabled("needs a display") { ProgramRun.hasDisplay })
struct ExampleProgramTests {
  /// - Parameter minimumInk: The part of the pixels that do not have the background's colour, at least.
  @Test(
    arguments: [("ChatLog", 0.2), ("FileBrowser", 0.04), ("TemplateDemo", 0.05)])
  func examplesShowTheirLists(name: String, minimumInk: Double) async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/picture.png"
    let result = try await ProgramRun.run(try ProgramRun.path(of: name), ["--screenshot", file])
    expect(result.status, equals: 0, "\(result.errors)")
    expect(result.errors, equals: "")
    let picture = try require(Picture(contentsOf: file))
    expect(picture.width, equals: 420)
    expect(picture.height, equals: 640)
    // Text at every height of the window, not only at its top.
    for quarter in 0..<4 {
      let rows = picture.height * quarter / 4..<picture.height * (quarter + 1) / 4
      expect(picture.ink(inRows: rows) > minimumInk / 2, "Quarter \(quarter) is empty.")
    }
    expect(picture.ink(inRows: 0..<picture.height) > minimumInk)
  }
}
