import Expectations
import ProgramRuns
import Testing

@testable import FeedViewerFeeds

/// A debug build stops where the thread that draws reads entries from the disk.
struct DrawingThreadTests {
  private static func structure() throws -> FeedStructure {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>", to: "a.xml")
    return try FeedReader.structure(contentsOf: path)
  }

  private static func expectSentence(_ output: [UInt8]?) {
    let errors = String(decoding: output ?? [], as: UTF8.self)
    expect(errors.contains("Entries are read by workers"), "\(errors.prefix(2_000))")
  }

  @Test func theThreadThatDrawsReadsNoEntries() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let structure = try Self.structure()
      await MainActor.run {
        DrawingThread.begin()
        _ = structure.entries(0..<2)
      }
    }
    Self.expectSentence(result?.standardErrorContent)
  }

  @Test func itReadsNoArticle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let structure = try Self.structure()
      let place = try require(structure.place(ofEntry: 1))
      await MainActor.run {
        DrawingThread.begin()
        _ = structure.text.article(at: place, feedLanguage: nil)
      }
    }
    Self.expectSentence(result?.standardErrorContent)
  }

  @Test func itReadsTheEntriesOfRowsThatAreShownAndWorkersReadAll() async {
    await #expect(processExitsWith: .success) {
      let structure = try Self.structure()
      let place = try require(structure.place(ofEntry: 1))
      await MainActor.run {
        DrawingThread.begin()
        expect(structure.text.entries(at: [place], areShown: true)?.first?.title, equals: "b")
      }
      let titles = await Task.detached { structure.entries(0..<2).map { $0?.entry.title } }.value
      expect(titles, equals: ["a", "b"])
    }
  }
}
