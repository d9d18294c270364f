import Dispatch
import Synchronization

/// Decodes untrusted pictures in separate processes, which have limits and can be abandoned. Safe on any thread.
///
/// Processes are started on demand, reused, and replaced after a picture has broken one.
public nonisolated final class PictureDecoder: Sendable {
  /// Whether symbolic links in the paths of pictures are followed.
  package let followsLinks: Bool
  private let executable: String
  private let arguments: [String]
  private let budget: PictureBudget
  private let slots: DispatchSemaphore
  private let idle = Mutex<[PictureProcess]>([])
  private let startedProcesses = Atomic(0)
  /// Pictures that exceeded a limit, which would do so again: an article requests the picture that its row requested.
  private let broken = Mutex<[Fingerprint: Broken]>([:])
  private static let maximumBrokenCount = 1_000
  /// Pictures that are being decoded: a second request for the same picture waits, because it may exceed a limit.
  private let decoding = Mutex<[Fingerprint: Turn]>([:])

  /// Serialises the requests for one picture.
  private final class Turn: Sendable {
    let semaphore = DispatchSemaphore(value: 1)
    /// Guarded by `decoding`.
    nonisolated(unsafe) var userCount = 0
  }

  /// Identifies the content of a file.
  private struct Fingerprint: Hashable {
    private let count: Int
    private let hash: Int

    init(_ bytes: [UInt8]) {
      count = bytes.count
      hash = bytes.withUnsafeBytes { bytes in
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
      }
    }
  }

  private struct Broken {
    let reason: PictureFailure
    /// The requested size; a smaller one may stay within the limits.
    let size: Int
  }

  /// Creates a decoder; processes are started on demand.
  ///
  /// - Parameters:
  ///   - executable: The path of a program that runs `PictureService` when it is started with `arguments`.
  ///   - arguments: Without the program's name.
  ///   - maximumProcesses: The number of pictures that may be decoded at once; positive.
  ///   - followsLinks: Whether the paths of pictures may have symbolic links. False if they are canonical and were checked: a
  ///     link that takes the place of a file or folder after the check is not followed then.
  public init(
    executable: String, arguments: [String], maximumProcesses: Int, budget: PictureBudget = PictureBudget(),
    followsLinks: Bool = true
  ) {
    precondition(
      maximumProcesses > 0, "The number of decoding processes must be positive, not \(maximumProcesses).")
    self.followsLinks = followsLinks
    self.executable = executable
    self.arguments = arguments
    self.budget = budget
    slots = DispatchSemaphore(value: maximumProcesses)
  }

  /// The number of processes started so far.
  package var startCount: Int { startedProcesses.load(ordering: .relaxed) }

  /// Decodes an image no larger than it is shown, rotated as its EXIF data say and cropped to its shape. Blocks.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - shape: In pixels; positive.
  ///   - maximumPixelCount: Images whose headers declare more pixels are refused.
  package func decode(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, maximumPixelCount: Int
  ) throws(PictureFailure) -> ScaledImage {
    let fingerprint = Fingerprint(bytes)
    takeTurn(fingerprint)
    defer { endTurn(fingerprint) }
    slots.wait()
    defer { slots.signal() }
    if let failure = broken.withLock({ $0[fingerprint] }), failure.size <= shape.size { throw failure.reason }
    do throws(PictureFailure) {
      return try decodeInProcess(bytes, as: shape, maximumPixelCount: maximumPixelCount)
    } catch {
      if error.exceedsLimits {
        broken.withLock {
          if $0.count >= Self.maximumBrokenCount { $0.removeAll() }
          $0[fingerprint] = Broken(reason: error, size: shape.size)
        }
      }
      throw error
    }
  }

  private func takeTurn(_ fingerprint: Fingerprint) {
    let turn = decoding.withLock { turns in
      let turn = turns[fingerprint] ?? Turn()
      turn.userCount += 1
      turns[fingerprint] = turn
      return turn
    }
    turn.semaphore.wait()
  }

  private func endTurn(_ fingerprint: Fingerprint) {
    decoding.withLock { turns in
      guard let turn = turns[fingerprint] else { return }
      turn.userCount -= 1
      if turn.userCount == 0 { turns[fingerprint] = nil }
      turn.semaphore.signal()
    }
  }

  private func decodeInProcess(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, maximumPixelCount: Int
  ) throws(PictureFailure) -> ScaledImage {
    while true {
      let known = idle.withLock { $0.popLast() }
      guard let process = known ?? start() else { throw .noDecoder }
      let result: Result<PictureFrame, PictureFailure>
      do throws(PictureProcess.Failure) {
        result = try process.decode(
          bytes, as: shape, maximumPixelCount: maximumPixelCount, budget: budget)
      } catch {
        switch error {
        case .picture(let failure): throw failure
        case .ended where known == nil: throw .noDecoder
        // A process that has become old or large ends between two pictures.
        case .ended: continue
        }
      }
      idle.withLock { $0.append(process) }
      return try result.get().image
    }
  }

  /// An animated picture that is decoded frame by frame, in a process of its own, which is started for the first frame.
  ///
  /// - Parameters:
  ///   - shape: In pixels; positive.
  ///   - maximumPixelCount: Animations whose headers declare more pixels are refused.
  ///   - bytes: Reads the file; called off the main thread.
  package func animation(
    as shape: ScaledImage.Shape, maximumPixelCount: Int,
    bytes: @escaping @Sendable () throws(PictureFailure) -> [UInt8]
  ) -> PictureAnimation {
    PictureAnimation(as: shape, maximumPixelCount: maximumPixelCount, budget: budget, bytes: bytes) {
      [self] in start()
    }
  }

  private func start() -> PictureProcess? {
    guard let process = PictureProcess(executable: executable, arguments: arguments) else { return nil }
    startedProcesses.add(1, ordering: .relaxed)
    return process
  }
}
