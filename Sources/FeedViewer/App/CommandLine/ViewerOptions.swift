import FeedViewerRows
import VirtualList

/// The options of the window.
nonisolated struct ViewerOptions: Sendable {
  /// nil leaves the window's cache mode unchanged; it starts with index paths.
  var cacheMode: HeightCacheMode?
  var writesDebugLog = false
  /// The PNG file to write before exiting.
  var picture: String?
  var size: WindowSize?
  var scrollTo: ScrollTarget?
  /// The row whose entry is opened for the screenshot.
  var article: RowPosition?
  var isDark = false
  /// The path of this program, which decodes pictures in processes of its own; nil shows no pictures.
  var pictureProgram: String?
  /// The paths of the sample feeds; empty if they are not installed.
  var samples: [String] = []
  /// Whether the session bus started the program: wait for files instead of showing a window.
  var isService = false
}

/// What `--scroll-to` names: a row as `section:row`, or the number of a block of the article that is shown.
nonisolated enum ScrollTarget: OptionValue, Equatable, Sendable {
  case row(RowPosition)
  case block(Int)

  init?(argument: String) {
    if let row = RowPosition(argument: argument) {
      self = .row(row)
    } else if let block = Int(argument), block >= 0 {
      self = .block(block)
    } else {
      return nil
    }
  }
}

extension HeightCacheMode: OptionValue {
  nonisolated init?(argument: String) { self.init(rawValue: argument) }
}

/// A window's size in logical pixels, written `1000x700`.
nonisolated struct WindowSize: OptionValue, Equatable, Sendable {
  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...16_384).contains(width), (1...16_384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

/// A row as `section:row`, both counted from 0.
nonisolated struct RowPosition: OptionValue, Equatable, Sendable {
  var section: Int
  var row: Int

  init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let section = Int(parts[0]), let row = Int(parts[1]), section >= 0, row >= 0
    else { return nil }
    self.init(section: section, row: row)
  }
}
