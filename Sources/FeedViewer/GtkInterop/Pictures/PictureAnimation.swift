import Dispatch
import Synchronization

/// A frame of a picture.
package nonisolated struct PictureFrame: Sendable {
  /// The frame.
  package let image: ScaledImage
  /// How long it is shown, in milliseconds; nil for the last one.
  package let delay: Int?
}

/// An animated picture that is decoded frame by frame, as its frames are asked for. Safe on any thread.
///
/// Its process has the limits of other pictures, those of time for each frame. It ends with the animation, and uses the
/// processor only while a frame is asked for. No frame is kept.
package nonisolated final class PictureAnimation: Sendable {
  private let shape: ScaledImage.Shape
  private let maximumPixelCount: Int
  private let budget: PictureBudget
  private let bytes: @Sendable () throws(PictureFailure) -> [UInt8]
  private let start: @Sendable () -> PictureProcess?
  private let queue = DispatchQueue(label: "animation", qos: .utility)
  private let process = Mutex<PictureProcess?>(nil)

  /// - Parameters:
  ///   - bytes: Reads the file.
  ///   - start: Starts a process; nil on failure.
  init(
    as shape: ScaledImage.Shape, maximumPixelCount: Int, budget: PictureBudget,
    bytes: @escaping @Sendable () throws(PictureFailure) -> [UInt8],
    start: @escaping @Sendable () -> PictureProcess?
  ) {
    self.shape = shape
    self.maximumPixelCount = maximumPixelCount
    self.budget = budget
    self.bytes = bytes
    self.start = start
  }

  deinit {
    // Ending a process may take a moment.
    let process = process.withLock { $0 }
    queue.async { withExtendedLifetime(process) {} }
  }

  /// Decodes the next frame, at first the first one; after the last frame of an endless animation the first one follows.
  ///
  /// - Throws: The reason why the animation can't go on. It must not be used again.
  package func next() async throws(PictureFailure) -> PictureFrame {
    let result: Result<PictureFrame, PictureFailure> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(PictureFailure) in try self.decodeNext() })
      }
    }
    return try result.get()
  }

  private func decodeNext() throws(PictureFailure) -> PictureFrame {
    if let known = process.withLock({ $0 }) { return try decode([], .nextFrame, in: known) }
    let bytes = try bytes()
    guard let new = start() else { throw .noDecoder }
    process.withLock { $0 = new }
    return try decode(bytes, .animation, in: new)
  }

  private func decode(
    _ bytes: [UInt8], _ kind: PictureMessage.Kind, in process: PictureProcess
  ) throws(PictureFailure) -> PictureFrame {
    let result: Result<PictureFrame, PictureFailure>
    do throws(PictureProcess.Failure) {
      result = try process.decode(
        bytes, kind, as: shape, maximumPixelCount: maximumPixelCount, budget: budget)
    } catch {
      switch error {
      case .picture(let failure): throw failure
      case .ended: throw .noDecoder
      }
    }
    return try result.get()
  }
}
