import CGtk
import Expectations
import FeedViewerBase
import FeedViewerReadingState
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// A real window on feeds that are read as if they had some size, with its own marks, settings and heights.
///
/// Tests of it are about what a reader sees and does. All that they need to know of the program's insides is here and in
/// `SizedWindow+Screen.swift` and `SizedWindow+Reader.swift`.
final class SizedWindow {
  let size: FeedSize
  let folder: TemporaryFolder
  private(set) var window: ViewerWindow
  /// The feeds as they are on the disk, by path.
  private(set) var feeds: [FilePath: SizedFeed] = [:]
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let settings = Settings()
  private var keeper: StateKeeper

  /// Writes feeds and opens them.
  ///
  /// - Parameter waits: Whether the window is at rest before this returns.
  init(_ size: FeedSize, _ feeds: SizedFeed..., waits: Bool = true) async throws {
    self.size = size
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    keeper = Self.makeKeeper(folder, settings)
    window = Self.makeWindow(application, keeper, size)
    let paths = try feeds.map { try write($0) }
    window.open(paths)
    guard waits else { return }
    try await settle { rowCount == feeds.reduce(0) { $0 + $1.entries.count } }
    // The size is what the test says it is.
    try require(keepsItsSize)
  }

  /// Whether the feeds are still read in the way of their size.
  var keepsItsSize: Bool {
    feeds.keys.allSatisfy { window.library.isArchive($0) == (size == .archive) }
      && window.library.awaitsEntries == (size == .archive)
  }

  private static func makeKeeper(_ folder: TemporaryFolder, _ settings: Settings) -> StateKeeper {
    StateKeeper(
      path: folder.path + "/state.sqlite", settings: settings,
      heightFolder: HeightFolder(path: folder.path + "/heights"))
  }

  private static func makeWindow(
    _ application: GObjectReference<UnsafeMutablePointer<GtkApplication>>, _ keeper: StateKeeper,
    _ size: FeedSize
  ) -> ViewerWindow {
    let window = ViewerWindow(
      application: application.pointer, options: ViewerOptions(size: WindowSize(width: 480, height: 600)),
      keeper: keeper,
      load: { path, earlier in
        FeedLoader.events(path: path, state: keeper.state, sizes: size.loadingSizes, since: earlier)
      },
      watch: FileWatch.prompt)
    window.present()
    return window
  }

  /// Writes a feed into the file that has its name.
  ///
  /// - Parameter text: What the file contains; nil for the text of the feed.
  @discardableResult func write(_ feed: SizedFeed, text: String? = nil) throws -> FilePath {
    let path = self.path(of: feed)
    feeds[path] = feed
    try folder.write(text ?? feed.xml, to: "\(feed.title).xml")
    return path
  }

  /// Gives another file the name of a feed's.
  func replace(_ feed: SizedFeed, by new: SizedFeed, at other: String) throws {
    let path = path(of: feed)
    feeds[path] = new
    try require(rename(other, path.text) == 0)
  }

  func path(of feed: SizedFeed) -> FilePath { FilePath(folder.path + "/\(feed.title).xml") }

  func close() { gtk_window_destroy(window.pointer) }

  /// Ends the program as the user does, starts it again without files, and waits until the window is as it was.
  ///
  /// - Parameters:
  ///   - meanwhile: Done while the program does not run.
  ///   - measures: Whether the new window measures rows that it does not show.
  ///   - count: The number of rows of the new window; nil for as many as before.
  func restart(
    measures: Bool = true, count: Int? = nil, meanwhile: () throws -> Void = {}
  ) async throws {
    let count = count ?? rowCount
    window.close()
    let closed = window
    try await require(MainLoop.settle { gtk_widget_get_visible(closed.pointer.cast()) == 0 })
    try require(keeper.state.close(within: .seconds(20)))
    try meanwhile()
    keeper = Self.makeKeeper(folder, settings)
    keeper.loadSession()
    window = Self.makeWindow(application, keeper, size)
    window.list.pausesPrecache = !measures
    window.restoreSession()
    try await settle { rowCount == count }
  }

  // MARK: Waiting

  /// Waits until the window is at rest, and a condition holds.
  func settle(
    sourceLocation: SourceLocation = #_sourceLocation, until isReached: () -> Bool = { true }
  ) async throws {
    try await Self.settle([self], sourceLocation: sourceLocation, until: isReached)
  }

  /// Waits until several windows are at rest.
  static func settle(
    _ windows: [SizedWindow], sourceLocation: SourceLocation = #_sourceLocation,
    until isReached: () -> Bool = { true }
  ) async throws {
    var rest = ContinuousClock.now
    let isSettled = try await MainLoop.settle {
      if !windows.allSatisfy({ $0.isIdle }) { rest = .now }
      // Long enough for a frame. What rows show takes long to find out.
      return ContinuousClock.now - rest >= .milliseconds(20)
        && !windows.contains(where: { $0.hasPlaceholders })
        && isReached()
    }
    try require(isSettled, "The window does not come to rest.", sourceLocation: sourceLocation)
  }

  private var isIdle: Bool { window.isComplete && !window.entries.isBusy && !window.search.isBusy }

  /// Waits until the window shows what a file contains now.
  ///
  /// - Parameter change: Changes the file.
  func follow(sourceLocation: SourceLocation = #_sourceLocation, _ change: () throws -> Void) async throws {
    try await settle(sourceLocation: sourceLocation) { isReadyForChanges }
    let version = window.library.contentVersion
    try change()
    try await settle(sourceLocation: sourceLocation) {
      window.library.contentVersion != version && !window.library.isLoading
    }
  }

  /// Whether what was read is known well enough to be compared with what is read next: it is prepared after rows are shown.
  var isReadyForChanges: Bool {
    size == .small
      || window.library.files.allSatisfy { file in
        // A file that had to be repaired is read again.
        if file.loaded == nil { return size == .complete && file.reportedRepairs != nil }
        return file.loaded?.known?.fingerprints != nil
      }
  }

  /// Waits until the heights of all rows that were read are known, and remembered for the next time.
  func measureAll() async throws {
    try await settle { window.list.isPrecacheFinished && window.list.geometry.unmeasuredCount == 0 }
    var known: [Data] = []
    let isStored = try await MainLoop.settle(lasting: .milliseconds(100)) {
      let now = storedHeights
      defer { known = now }
      return now == known && !now.isEmpty
    }
    try require(isStored, "No heights are stored.")
  }

  private var storedHeights: [Data] {
    let path = folder.path + "/heights"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap { FileManager.default.contents(atPath: "\(path)/\($0)") }
  }
}
