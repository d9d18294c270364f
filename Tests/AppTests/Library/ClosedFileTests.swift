import Expectations
import FeedViewerBase
import FeedViewerFeeds
import Testing

@testable import FeedViewer

/// Closing and moving open files.
struct ClosedFileTests {
  private let fixture = LibraryFixture()
  private var library: FeedLibrary { fixture.library }
  private var paths: [FilePath] { library.files.map(\.path) }

  init() async {
    for (path, keys) in [("a", ["1", "2"]), ("b", ["3"]), ("c", ["4", "5"])] {
      await fixture.open(path, title: "Feed \(path)", keys)
    }
  }

  @Test func closedFileGoesWithItsRowsAndMessages() {
    library.addProblem(.outdated(FeedError(file: "b", reason: .empty)), of: "b")
    expect(library.close("b")?.title, equals: "Feed b")
    expect(fixture.keys == [["1", "2"], ["4", "5"]] && fixture.listAgrees)
    expect(paths == ["a", "c"] && library.problems.isEmpty)
    expect(library.index(ofFile: "b") == nil && library.index(ofFile: "c") == 1)
    expect(library.close("b") == nil)
    // It is not watched any more.
    fixture.change("b")
    expect(!library.isLoading)
  }

  @Test func reopenedFileIsWhereItWasAndReadAgain() async throws {
    let closed = try require(library.close("b"))
    library.reopen(closed)
    // None of its rows were kept.
    expect(fixture.keys == [["1", "2"], ["4", "5"]] && fixture.listAgrees)
    expect(library.files[1].title, equals: "Feed b")
    expect(paths == ["a", "b", "c"] && ["a", "b", "c"].map { library.index(ofFile: $0) } == [0, 1, 2])
    await fixture.finish("b", title: "Feed b", ["3", "6"])
    expect(
      fixture.keys == [["1", "2"], ["3", "6"], ["4", "5"]] && fixture.listAgrees && !library.isLoading)
  }

  @Test func fileClosedWhileItIsReadStaysClosed() async throws {
    library.open(["d"])
    let closed = try require(library.close("d"))
    await fixture.finish("d", title: "Feed d", ["7"], within: .milliseconds(100))
    expect(paths == ["a", "b", "c"] && fixture.keys.count == 3 && !library.isLoading)
    library.reopen(closed)
    await fixture.finish("d", title: "Feed d", ["7"])
    expect(fixture.keys.last == ["7"] && fixture.listAgrees)
  }

  @Test func sectionsFollowTheirMovedFile() {
    library.moveFile(from: 2, to: 0)
    expect(fixture.keys == [["4", "5"], ["1", "2"], ["3"]] && fixture.listAgrees)
    expect(paths == ["c", "a", "b"] && paths.map { library.index(ofFile: $0) } == [0, 1, 2])
    library.moveFile("a", by: 9)
    expect(
      paths == ["c", "b", "a"] && fixture.keys == [["4", "5"], ["3"], ["1", "2"]] && fixture.listAgrees)
    library.moveFile(from: 1, to: 1)
    library.moveFile(from: 1, to: 7)
    expect(paths, equals: ["c", "b", "a"])
  }
}
