/// Why a picture is not shown.
public nonisolated enum PictureFailure: Error, Hashable, Sendable {
  /// The file does not exist, can't be read, or is no regular file.
  case unreadable
  /// The file has more bytes than are allowed: none of it was read.
  case fileTooLarge
  /// No loader knows the format, or the file is broken.
  case undecodable
  /// The picture has more pixels than are allowed: none was decoded.
  case tooManyPixels(width: Int, height: Int)
  /// Decoding needed more memory than it may take.
  case memoryLimit
  /// Decoding took longer than it may.
  case timeLimit
  /// The decoding process ended in the middle of the picture.
  case crashed
  /// There is no decoding process, and none could be started.
  case noDecoder

  /// A sentence for readers.
  public var message: String {
    switch self {
    case .unreadable: "This picture can’t be read."
    case .fileTooLarge: "The file of this picture is too large."
    case .undecodable: "The file of this picture is broken, or its format is not known."
    case .tooManyPixels(let width, let height): "This picture is too large: \(width) × \(height) pixels."
    case .memoryLimit: "This picture needs too much memory."
    case .timeLimit: "This picture takes too long to decode."
    case .crashed: "Decoding this picture failed."
    case .noDecoder: "Pictures can’t be decoded at the moment."
    }
  }

  /// Whether decoding was given up, rather than refused by what the file says of itself.
  var isOfLimits: Bool {
    switch self {
    case .memoryLimit, .timeLimit, .crashed: true
    default: false
    }
  }
}
