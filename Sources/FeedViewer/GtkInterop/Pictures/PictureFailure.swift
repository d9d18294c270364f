import FeedViewerBase

/// The reason why a picture is not shown.
public nonisolated enum PictureFailure: Error, Hashable, Sendable {
  /// The file does not exist, is not readable, or is not a regular file.
  case unreadable
  /// The file would be outside the folder of the feed that shows it; nothing was opened.
  case outsideFolder
  /// The file has more bytes than allowed; nothing was read.
  case fileTooLarge
  /// No loader knows the format, or the file is broken.
  case undecodable
  /// The picture has more pixels than allowed; nothing was decoded.
  case tooManyPixels(width: Int, height: Int)
  /// Decoding exceeded the memory limit.
  case memoryLimit
  /// Decoding exceeded the time limit.
  case timeLimit
  /// The decoding process crashed on the picture.
  case crashed
  /// No decoding process is running, and none could be started.
  case noDecoder

  /// A sentence for the user.
  public var message: String {
    switch self {
    case .unreadable: localized("Can’t read this picture")
    case .outsideFolder: localized("This picture is outside the folder of the feed.")
    case .fileTooLarge: localized("Picture file too large")
    case .undecodable: localized("Damaged picture or unknown format")
    case .tooManyPixels(let width, let height):
      localized("This picture is too large: \(width) × \(height) pixels.")
    case .memoryLimit: localized("This picture needs too much memory.")
    case .timeLimit: localized("Picture takes too long")
    case .crashed: localized("Can’t show this picture")
    case .noDecoder: localized("Pictures can’t be shown at the moment.")
    }
  }

  /// Whether decoding was aborted, as opposed to refused because of the file's header.
  var exceedsLimits: Bool {
    switch self {
    case .memoryLimit, .timeLimit, .crashed: true
    default: false
    }
  }
}
