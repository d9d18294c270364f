/// The messages between the viewer and its decoding process: a header of fixed size, then bytes.
///
/// Both ends are the same program on the same machine, so headers are sent in their in-memory form.
nonisolated enum PictureMessage {
  /// What is requested.
  enum Kind: UInt8 {
    /// A picture, of an animated one its first frame.
    case picture
    /// An animated picture, to be played: its first frame.
    case animation
    /// The next frame of the animated picture that was requested last. No bytes follow.
    case nextFrame
  }

  /// Requests one picture; the bytes of its file follow.
  struct Request: BitwiseCopyable {
    var kind = Kind.picture.rawValue
    var isSquare: UInt8 = 0
    var size: UInt32 = 0
    var maximumPixelCount: UInt64 = 0
    var byteCount: UInt64 = 0
    var memory: UInt64 = 0
    var processorTime: UInt64 = 0
    var processorTimePerPixel: UInt64 = 0
  }

  /// Answers a request. After `.decoded` the pixels follow in tightly packed rows: red, green, blue and, if present,
  /// alpha, one byte each.
  struct Answer: BitwiseCopyable {
    var signature = Self.signature
    var outcome = Outcome.decoded.rawValue
    var width: UInt32 = 0
    var height: UInt32 = 0
    var channels: UInt32 = 0
    /// The size of the picture before it was made to fit.
    var naturalWidth: UInt32 = 0
    var naturalHeight: UInt32 = 0
    /// Whether the file has more frames than the first one.
    var isAnimated: UInt32 = 0
    /// How long the frame is shown, in milliseconds; -1 for the last one.
    var delay: Int32 = -1

    /// Distinguishes an answer from the output of another program.
    static let signature: UInt32 = 0x5049_4358
  }

  enum Outcome: UInt32 {
    case decoded, undecodable, tooManyPixels, memoryLimit
  }
}
