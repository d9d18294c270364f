import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import ProgramRuns
import Testing

@testable import FeedViewer

/// Windows that a test closes and opens again as the user does the program, with files, marks and settings of their own.
struct SessionFixture {
  let folder: TemporaryFolder
  let settings = Settings()
  private let size: WindowSize
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>

  init(width: Int, height: Int) throws {
    folder = try TemporaryFolder()
    size = WindowSize(width: width, height: height)
    application = try TestDisplay.makeApplication()
  }

  func path(_ name: String) -> FilePath { FilePath("\(folder.path)/\(name)") }

  /// What the program keeps from one time to the next.
  func makeKeeper() -> StateKeeper {
    StateKeeper(path: folder.path + "/state.sqlite", settings: settings)
  }

  /// A window without files that is presented.
  ///
  /// - Parameters:
  ///   - hasSize: Whether it has the size of this fixture, and not that of the settings.
  ///   - load: Reads files; nil reads them as the program does.
  ///   - watch: Watches files; nil watches them as the program does.
  func makeWindow(
    _ keeper: StateKeeper, hasSize: Bool = true, scrollTo: ScrollTarget? = nil, load: FeedLibrary.Load? = nil,
    watch: FeedLibrary.Watch? = nil
  ) -> ViewerWindow {
    let window = ViewerWindow(
      application: application.pointer,
      options: ViewerOptions(picture: "unused.png", size: hasSize ? size : nil, scrollTo: scrollTo),
      keeper: keeper, load: load, watch: watch)
    window.present()
    return window
  }

  /// Starts the program without files.
  func reopen() -> (ViewerWindow, StateKeeper) {
    let keeper = makeKeeper()
    keeper.loadSession()
    let window = makeWindow(keeper)
    window.restoreSession()
    return (window, keeper)
  }

  /// Closes a window as the user does, and ends the program.
  func close(_ window: ViewerWindow, _ keeper: StateKeeper) async throws {
    window.close()
    try await expect(MainLoop.settle { gtk_widget_get_visible(window.pointer.cast()) == 0 })
    expect(keeper.state.close(within: .seconds(20)))
  }
}
