import FeedViewerBase
import Glibc

/// A file that stays open as long as its text is used, even after it was moved, deleted or replaced.
final class OpenedFile: Sendable {
  let descriptor: Int32

  /// - Parameter descriptor: Is closed at the end.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The present state; nil if the system can't tell it.
  var status: FileStatus? { FileStatus(ofFile: descriptor) }
}
