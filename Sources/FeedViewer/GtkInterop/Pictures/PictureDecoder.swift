import Dispatch
import Synchronization

/// Decodes foreign pictures in processes of its own, which have limits and can be abandoned. For any thread.
///
/// Processes are started when they are needed, kept, and replaced when a picture has broken one.
public nonisolated final class PictureDecoder: Sendable {
  private let executable: String
  private let arguments: [String]
  private let budget: PictureBudget
  private let slots: DispatchSemaphore
  private let idle = Mutex<[PictureProcess]>([])
  private let startedProcesses = Atomic(0)
  /// Pictures that broke a limit: asked for once more, as an article does after its row, they would break it again.
  private let broken = Mutex<[Fingerprint: Broken]>([:])
  private static let maximumBrokenCount = 1_000
  /// Pictures that are being decoded: one that is asked for twice, by its row and by its article, may break a limit.
  private let decoding = Mutex<[Fingerprint: Turn]>([:])

  /// Who decodes a picture next.
  private final class Turn: Sendable {
    let semaphore = DispatchSemaphore(value: 1)
    /// Guarded by `decoding`.
    nonisolated(unsafe) var userCount = 0
  }

  /// Stands for the content of a file.
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
    /// What it was to be decoded for; a smaller picture may be within the limits.
    let size: Int
  }

  /// - Parameters:
  ///   - executable: The path of a program that runs `PictureService` when it gets the arguments.
  ///   - arguments: Without the program's name.
  ///   - maximumProcesses: How many pictures may be decoded at once; positive.
  public init(
    executable: String, arguments: [String], maximumProcesses: Int, budget: PictureBudget = PictureBudget()
  ) {
    precondition(maximumProcesses > 0, "Nothing is decoded by \(maximumProcesses) processes.")
    self.executable = executable
    self.arguments = arguments
    self.budget = budget
    slots = DispatchSemaphore(value: maximumProcesses)
  }

  /// How many processes were started so far.
  public var startCount: Int { startedProcesses.load(ordering: .relaxed) }

  /// Decodes an image no larger than it is shown, turned as its file says, cut evenly to its shape. Blocks.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - shape: In pixels; positive.
  ///   - maximumPixelCount: Images whose headers announce more are refused.
  public func decode(
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
      if error.isOfLimits {
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
      let result: Result<ScaledImage, PictureFailure>
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
      return try result.get()
    }
  }

  private func start() -> PictureProcess? {
    guard let process = PictureProcess(executable: executable, arguments: arguments) else { return nil }
    startedProcesses.add(1, ordering: .relaxed)
    return process
  }
}
