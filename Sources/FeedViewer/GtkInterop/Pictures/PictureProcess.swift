import CGtk
import Glibc

/// The viewer's side of a decoding process. Safe on any thread, one thread at a time.
nonisolated final class PictureProcess: Sendable {
  /// The environment variables that are passed on; display, session bus and debug settings are not.
  private static let inheritedVariables = [
    "HOME=", "PATH=", "LANG=", "LC_", "XDG_DATA_", "XDG_CONFIG_", "XDG_CACHE_HOME=", "FONTCONFIG_",
    "GDK_PIXBUF_", "LD_LIBRARY_PATH=",
  ]
  /// One thread and one heap: additional threads would count against the limits of CPU time and address space.
  private static let ownVariables = [
    "RAYON_NUM_THREADS=1", "MALLOC_ARENA_MAX=1", "SWIFT_BACKTRACE=enable=no",
  ]
  /// The time in milliseconds that a process may take to exit after it has closed its end of the socket.
  private static let exitTime = 1_000

  /// Why a picture was not decoded.
  enum Failure: Error {
    /// A reason that is shown to the user.
    case picture(PictureFailure)
    /// The process had ended by itself before it received the request.
    case ended
  }

  private let process: pid_t
  private let socket: StreamSocket

  /// Starts a process; nil on failure.
  ///
  /// - Parameters:
  ///   - executable: The program's path.
  ///   - arguments: The arguments that make it run `PictureService`.
  init?(executable: String, arguments: [String]) {
    guard let (ours, theirs) = StreamSocket.pair(),
      let process = Self.spawn(executable, arguments, input: theirs.descriptor)
    else { return nil }
    self.process = process
    socket = ours
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func spawn(_ executable: String, _ arguments: [String], input: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    // Libraries print warnings about untrusted pictures, which are of no use to the user.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a dispatch queue block signals, and the program may ignore some; the process must inherit
    // neither.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let error = CStringArray.with([executable] + arguments) { arguments in
      CStringArray.with(environment()) { variables in
        posix_spawn(&process, executable, &actions, &attributes, arguments, variables)
      }
    }
    return error == 0 ? process : nil
  }

  private static func environment() -> [String] {
    guard let all = g_get_environ() else { return ownVariables }
    defer { g_strfreev(all) }
    var variables = ownVariables
    var index = 0
    while let text = all[index] {
      let variable = String(cString: text)
      if inheritedVariables.contains(where: variable.hasPrefix) { variables.append(variable) }
      index += 1
    }
    return variables
  }

  /// Decodes one picture. After a failure other than the picture's own, the process must not be used again.
  ///
  /// - Parameters:
  ///   - bytes: The file; none for the next frame of an animation.
  ///   - kind: What of the file is decoded.
  func decode(
    _ bytes: [UInt8], _ kind: PictureMessage.Kind = .picture, as shape: ScaledImage.Shape,
    maximumPixelCount: Int, budget: PictureBudget
  ) throws(Failure) -> Result<PictureFrame, PictureFailure> {
    let deadline = ContinuousClock.now + .milliseconds(budget.deadline)
    var request = PictureMessage.Request()
    request.kind = kind.rawValue
    if case .square = shape { request.isSquare = 1 }
    request.size = UInt32(shape.size)
    request.maximumPixelCount = UInt64(maximumPixelCount)
    request.byteCount = UInt64(bytes.count)
    request.memory = UInt64(budget.memory)
    request.processorTime = UInt64(budget.processorTime)
    request.processorTimePerPixel = UInt64(budget.processorTimePerPixel)
    do throws(StreamSocket.Failure) {
      try socket.write(request, deadline: deadline)
      try socket.write(bytes, deadline: deadline)
    } catch {
      throw error == .closed ? .ended : .picture(.timeLimit)
    }
    do throws(StreamSocket.Failure) {
      return try answer(as: shape, maximumPixelCount: maximumPixelCount, deadline: deadline)
    } catch .deadlinePassed {
      throw .picture(.timeLimit)
    } catch {
      throw exitReason()
    }
  }

  /// - Throws: If the answer is invalid: a picture may have taken control of the decoder.
  private func answer(
    as shape: ScaledImage.Shape, maximumPixelCount: Int, deadline: ContinuousClock.Instant
  ) throws(StreamSocket.Failure) -> Result<PictureFrame, PictureFailure> {
    var answer = PictureMessage.Answer()
    answer.signature = 0
    try socket.read(into: &answer, deadline: deadline)
    guard answer.signature == PictureMessage.Answer.signature,
      let outcome = PictureMessage.Outcome(rawValue: answer.outcome)
    else { throw .closed }
    let (width, height, channels) = (Int(answer.width), Int(answer.height), Int(answer.channels))
    switch outcome {
    case .undecodable: return .failure(.undecodable)
    case .tooManyPixels: return .failure(.tooManyPixels(width: width, height: height))
    case .memoryLimit: return .failure(.memoryLimit)
    case .decoded: break
    }
    let maximumHeight =
      if case .square(let side) = shape { side } else { ScaledImage.maximumHeight }
    guard (1...shape.size).contains(width), (1...maximumHeight).contains(height), (3...4).contains(channels)
    else { throw .closed }
    let natural = (width: Int(answer.naturalWidth), height: Int(answer.naturalHeight))
    guard (width...max(width, maximumPixelCount)).contains(natural.width),
      (height...max(height, ScaledImage.maximumHeight)).contains(natural.height)
    else { throw .closed }
    let count = width * height * channels
    guard let memory = g_try_malloc(gsize(count)) else { return .failure(.memoryLimit) }
    let pixels = UnsafeMutableRawBufferPointer(start: memory, count: count)
    do throws(StreamSocket.Failure) {
      try socket.read(into: pixels, deadline: deadline)
    } catch {
      g_free(memory)
      throw error
    }
    let image = ScaledImage(
      width: width, height: height, naturalSize: natural, channels: channels,
      isAnimated: answer.isAnimated != 0, bytes: pixels)
    return .success(PictureFrame(image: image, delay: answer.delay < 0 ? nil : Int(answer.delay)))
  }

  /// Why the process has closed its end of the socket.
  private func exitReason() -> Failure {
    for _ in 0..<Self.exitTime {
      var information = siginfo_t()
      // Leaves the exit status for the deinitializer, which waits for the process.
      let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
      if result == 0, information.si_signo == SIGCHLD {
        let status = information._sifields._sigchld.si_status
        if information.si_code == CLD_EXITED { return status == 0 ? .ended : .picture(.noDecoder) }
        return .picture(status == SIGPROF || status == SIGXCPU ? .timeLimit : .crashed)
      }
      usleep(1_000)
    }
    return .picture(.crashed)
  }
}
