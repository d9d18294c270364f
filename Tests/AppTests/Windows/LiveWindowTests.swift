import CGtk
import Expectations
import FeedViewerRows
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Changes of files on the disk while a real window shows them.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LiveWindowTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow
  private let path: String
  private let entries = (0..<80).map { "e\($0)" }

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    window = ViewerWindow(application: application.pointer, options: options)
    path = try folder.write(SampleFeed.rss(entries: entries), to: "live.xml")
    window.open([path])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 80 })
    try await MainLoop.run(for: .milliseconds(100))
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: 40)), alignment: .top)
    try await MainLoop.run(for: .milliseconds(100))
    try await expect(MainLoop.settle { window.list.isComplete && key(window.list.row(atY: 20)) == "e40" })
    window.list.select(RowIndexPath(section: 0, row: 42))
    window.library.setRead(true, at: [RowIndexPath(section: 0, row: 41)])
    try await expect(MainLoop.settle { window.list.isComplete })
    expectPlaceKept()
  }

  private func key(_ place: RowIndexPath?) -> String? {
    place.flatMap { window.library.row(at: $0)?.entryKey }
  }

  /// The list still shows the same entry, has the same selection and the same read marks.
  private func expectPlaceKept() {
    expect(key(window.list.row(atY: 20)), equals: "e40")
    expect(key(window.list.selectedRow), equals: "e42")
    let read = window.library.sections.flatMap(\.rows).filter(\.isRead).map(\.entryKey)
    expect(read, equals: ["e41"])
  }

  private func settle(count: Int) async throws -> Bool {
    try await MainLoop.settle {
      window.list.isComplete && window.library.entryCount == count && !window.library.isLoading
    }
  }

  private func changed(_ entries: [String]) -> String { SampleFeed.rss(title: "Changed", entries: entries) }

  @Test func aFileWrittenInPlaceIsReloaded() async throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    let text = Data(changed(["new 1", "new 2"] + entries).utf8)
    try handle.write(contentsOf: text.prefix(3_000))
    try await Task.sleep(for: .milliseconds(50))
    try handle.write(contentsOf: text.dropFirst(3_000))
    try handle.close()
    try await expect(settle(count: 82))
    expectPlaceKept()
    expect(String(cString: gtk_window_get_title(window.pointer)), equals: "Changed")
    gtk_window_destroy(window.pointer)
  }

  @Test func aTruncatedFileKeepsItsRowsUntilItIsComplete() async throws {
    expect(truncate(path, 0), equals: 0)
    try await expect(MainLoop.settle { window.library.problems.count == 1 && !window.library.isLoading })
    expect(window.library.problems[0].message.contains("is now empty."))
    expect(window.library.entryCount, equals: 80)
    expectPlaceKept()
    let text = changed(["new"] + entries)
    try folder.write(String(text.prefix(text.count / 2)), to: "live.xml")
    try await expect(
      MainLoop.settle {
        window.library.problems.first?.message.contains("is now incomplete.") == true
      })
    expect(window.library.entryCount, equals: 80)
    try folder.write(text, to: "live.xml")
    try await expect(settle(count: 81))
    expect(window.library.problems.isEmpty)
    expectPlaceKept()
    gtk_window_destroy(window.pointer)
  }

  @Test func unchangedFilesAreNotReloaded() async throws {
    var readings = 0
    let watch = { if window.library.isLoading { readings += 1 } }
    _ = try Data(contentsOf: URL(fileURLWithPath: path))
    // Changes are reported in order and many times a second, so earlier changes have been read by then.
    let end = ContinuousClock.now + .milliseconds(500)
    try await expect(
      MainLoop.settle {
        watch()
        return ContinuousClock.now > end
      })
    expect(readings, equals: 0)
    try folder.write(changed(["new"] + entries), to: "live.xml")
    try await expect(
      MainLoop.settle {
        watch()
        return window.library.entryCount == 81
      })
    expect(readings > 0)
    gtk_window_destroy(window.pointer)
  }
}
