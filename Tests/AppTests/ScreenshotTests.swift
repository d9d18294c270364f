import Expectations
import Foundation
import ProgramRuns
import Testing
import WidgetTesting

/// Pictures that the program writes of its window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ScreenshotTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../data/samples").standardized.path
  /// Where the overlaid scroll bar fades, in pixels.
  private static let scrollBarWidth = 14

  private func picture(_ arguments: [String]) async throws -> PixelImage {
    let folder = try TemporaryFolder()
    let file = folder.path + "/picture.png"
    let result = try await Program.run(
      ["--screenshot", file, "--size", "480x640"] + arguments + [Self.samples + "/haiku.rdf"])
    expect(result.status, equals: 0, "\(result.errors)")
    return try require(PixelImage(contentsOf: file))
  }

  /// What comparisons of two versions of the program rely on.
  @Test func screenshotsOfASampleAreReproducible()
    async throws
  {
    let first = try await picture([])
    let second = try await picture([])
    let difference = first.difference(from: second, ignoringTrailing: Self.scrollBarWidth)
    expect(difference == nil, "\(difference?.description ?? "")")
    // And not because it shows nothing.
    let dark = try await picture(["--dark"])
    let other = try require(first.difference(from: dark, ignoringTrailing: Self.scrollBarWidth))
    expect(other.count > first.pixels.count / 2)
  }
}
