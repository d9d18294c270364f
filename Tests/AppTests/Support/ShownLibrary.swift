@testable import FeedViewer

/// The library that shows marks which its reading state has loaded late. The state exists before the library.
final class ShownLibrary {
  weak var library: FeedLibrary?
}
