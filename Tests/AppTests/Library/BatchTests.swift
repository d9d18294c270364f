import Expectations
import FeedViewerFeeds
import Foundation
import GtkInterop
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Parts of files being read, which are shown at once, and pages of feeds, which a list fetches as batches.
struct BatchTests {
  /// The results of a library's batches.
  private final class Answers {
    var outcomes: [BatchOutcome] = []
    /// The new rows of each batch; nil if it failed.
    var counts: [Int?] {
      outcomes.map { if case .fetched(let count) = $0 { count } else { nil } }
    }

    func ask(_ library: FeedLibrary, section: Int = 0) {
      library.fetchBatch(ofSection: section) { self.outcomes.append($0) }
    }
  }

  /// A list that moves fast asks for a page as long before its end as the last one took.
  @Test func slowPagesAreFetchedEarlier() {
    let duration = BatchDuration()
    expect(duration.isNeeded(secondsLeft: 9, hint: true) && !duration.isNeeded(secondsLeft: 0, hint: false))
    duration.note(.milliseconds(80))
    let slow = duration.seconds
    expect(slow, equals: 0.08)
    expect(duration.isNeeded(secondsLeft: slow / 2, hint: false))
    expect(!duration.isNeeded(secondsLeft: slow * 2, hint: false))
    duration.note(.milliseconds(1))
    expect(duration.seconds, equals: slow * 3 / 4)
  }

  @Test func partsAreShownAsTheyAreRead() async {
    func part(_ keys: [String]) -> LoadEvent {
      .part(LibraryFixture.heading("Feed", "/a.xml"), [LibraryFixture.section(keys, path: "/a.xml")])
    }
    let fixture = LibraryFixture()
    fixture.library.open(["/a.xml"])
    await fixture.report(part(["1", "2"]), of: "/a.xml")
    expect(fixture.keys, equals: [["1", "2"]])
    await fixture.report(part(["3"]), part(["4", "5"]), of: "/a.xml")
    expect(fixture.keys == [["1", "2", "3", "4", "5"]] && fixture.listAgrees)
    // Only pages are fetched when the list asks for them.
    expect(fixture.library.growingSections, equals: [])
  }

  private func page(_ entries: Range<Int>, next: String?) -> String {
    let items = entries.map {
      "<item><guid isPermaLink='false'>\($0)</guid><title>Entry \($0)</title></item>"
    }
    let link = next.map { "<atom:link rel='next' href='\($0)'/>" } ?? ""
    return "<rss><channel><title>Feed</title>\(link)\(items.joined())</channel></rss>"
  }

  @Test func theNextPageIsFetchedAsABatch() async throws {
    let folder = try TemporaryFolder()
    try folder.write(page(0..<2, next: "two.xml"), to: "one.xml")
    try folder.write(page(2..<5, next: "three.xml"), to: "two.xml")
    try folder.write(page(5..<6, next: "http://feed.example/four.xml"), to: "three.xml")
    let library = FeedLibrary(watch: { _, _ in NSObject() })
    library.open([folder.path + "/one.xml"])
    try await expect(MainLoop.settle { !library.isLoading })
    let answers = Answers()
    for count in 1...2 {
      expect(library.growingSections, equals: [0])
      answers.ask(library)
      try await expect(MainLoop.settle { answers.outcomes.count == count })
    }
    expect(answers.counts, equals: [3, 1])
    expect(library.entryCount, equals: 6)
    // The following page is not on this machine.
    expect(library.growingSections, equals: [])
    answers.ask(library)
    try await expect(MainLoop.settle { answers.outcomes.count == 3 })
    expect(answers.counts, equals: [3, 1, 0])
    answers.ask(library, section: 7)
    expect(answers.counts, equals: [3, 1, 0, nil])
  }
}
