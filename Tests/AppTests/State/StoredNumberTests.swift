import Expectations
import HostileFiles
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// Places in the database with numbers near the limits of their types.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct StoredNumberTests {
  @Test func placesOfListsAreRestoredOrIgnoredWhateverTheirNumbers() async throws {
    let fixture = try await WindowFixture([(0..<60).map { "e\($0)" }])
    defer { fixture.close() }
    let row = RowIndexPath(section: 0, row: 20)
    for number in BoundaryNumbers.texts where number.count < 100 {
      for place in 0..<5 {
        var numbers = ["-1", "0", "0", "0", "0"]
        numbers[place] = number
        guard let stored = SessionPlace(text: numbers.joined(separator: " ") + "#\(number)|key") else {
          continue
        }
        expect(stored.ordinal.map { (0...Int(UInt32.max)).contains($0) } != false, "\(number)")
        if let found = stored.readingPlace(at: row) { fixture.window.list.restore(found) }
        expect(fixture.window.library.archiveRow(at: stored) == nil)
        try await expect(fixture.settle())
      }
    }
    expect(SessionPlace(text: "-1 0 0 0 0#20|key")?.ordinal, equals: 20)
  }
}
