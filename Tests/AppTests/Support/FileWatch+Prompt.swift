@testable import FeedViewer

extension FileWatch {
  /// Watches files as a window does, but reports changes soon: tests write a file at once, and need not wait as long as for
  /// programs that write in many steps.
  static let prompt: FeedLibrary.Watch = { FileWatch.watching($0, restTime: 10, changed: $1) }
}
