import Expectations
import FeedViewerBase
import Foundation
import ProgramRuns
import Synchronization
import TestRuns
import Testing

@testable import FeedViewer

/// Changes of a file that are reported when they have settled.
@Suite(.serialized)
struct FileWatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func theLastOfManyChangesIsReported() async throws {
    let path = try folder.write("0", to: "f")
    var seen: [Int] = []
    let watch = FileWatch.watching(FilePath(path)) {
      seen.append((try? String(contentsOfFile: path, encoding: .utf8)).flatMap(Int.init) ?? -1)
    }
    expect(watch != nil)
    // A thousand a second, half of them by replacing the file.
    let count = TestRun.count(1_000, quick: 600, full: 3_000)
    let isDone = Atomic(false)
    let other = folder.path + "/g"
    let start = ContinuousClock.now
    let before = threadSeconds()
    Thread.detachNewThread {
      for number in 1...count {
        let name = number % 2 == 0 ? path : other
        if let file = fopen(name, "w") {
          fputs("\(number)", file)
          fclose(file)
        }
        if name == other { rename(other, path) }
        usleep(1_000)
      }
      isDone.store(true, ordering: .releasing)
    }
    try await expect(MainLoop.settle { isDone.load(ordering: .acquiring) && seen.last == count })
    let duration = ContinuousClock.now - start
    // It is not read each time, and waiting takes no processor.
    expect(!seen.isEmpty && seen.count <= 3 + Int(duration / .milliseconds(200)))
    expect(threadSeconds() - before < (duration / .seconds(1)) / 2)
    withExtendedLifetime(watch) {}
  }

  @Test func readingAgainNeedsNoChange() async throws {
    let path = try folder.write(SampleFeed.rss(entries: ["1"]), to: "f.xml")
    // A file system that tells nothing.
    let library = FeedLibrary(watch: { _, _ in NSObject() })
    library.open([path])
    try await expect(MainLoop.settle { !library.isLoading && library.entryCount == 1 })
    let other = try folder.write(SampleFeed.rss(entries: ["1", "2"]), to: "new.xml")
    expect(rename(other, path), equals: 0)
    library.reload()
    try await expect(MainLoop.settle { !library.isLoading && library.entryCount == 2 })
    try FileManager.default.removeItem(atPath: path)
    library.reload(path)
    try await expect(MainLoop.settle { !library.isLoading && library.problems.count == 1 })
    try folder.write(SampleFeed.rss(entries: ["1", "2", "3"]), to: "f.xml")
    library.reload(path)
    try await expect(MainLoop.settle { !library.isLoading && library.entryCount == 3 })
    expect(library.problems.isEmpty)
  }
}
