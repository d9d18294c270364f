import CGtk
import Glibc

/// A decoding process, seen from the viewer. For any thread, one at a time.
nonisolated final class PictureProcess: Sendable {
  /// What the process inherits; it gets no display, no session bus and no settings for debugging.
  private static let inheritedVariables = [
    "HOME=", "PATH=", "LANG=", "LC_", "XDG_DATA_", "XDG_CONFIG_", "XDG_CACHE_HOME=", "FONTCONFIG_",
    "GDK_PIXBUF_", "LD_LIBRARY_PATH=",
  ]
  /// Decoders get one thread and one heap: the others' time and address space would count against their limits.
  private static let ownVariables = [
    "RAYON_NUM_THREADS=1", "MALLOC_ARENA_MAX=1", "SWIFT_BACKTRACE=enable=no",
  ]
  /// How long a process that has closed its end may take to be gone, in milliseconds.
  private static let exitTime = 1_000

  /// How a picture was not decoded.
  enum Failure: Error {
    /// There is a reason for readers.
    case picture(PictureFailure)
    /// The process had ended, on its own, before it took the request.
    case ended
  }

  private let process: pid_t
  private let socket: StreamSocket

  /// Starts a process; nil if that is not possible.
  ///
  /// - Parameters:
  ///   - executable: The program's path.
  ///   - arguments: What makes it run `PictureService`.
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
    // Libraries complain about foreign pictures, which is nothing to tell the user.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a queue block signals, and the program may ignore some: the process must not inherit either.
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

  /// Decodes one picture. After a failure that is not the picture's the process is of no use any more.
  func decode(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, maximumPixelCount: Int, budget: PictureBudget
  ) throws(Failure) -> Result<ScaledImage, PictureFailure> {
    let deadline = ContinuousClock.now + .milliseconds(budget.deadline)
    var request = PictureMessage.Request()
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

  /// - Throws: If there is no answer that makes sense: a decoder may do anything once a picture has taken it over.
  private func answer(
    as shape: ScaledImage.Shape, maximumPixelCount: Int, deadline: ContinuousClock.Instant
  ) throws(StreamSocket.Failure) -> Result<ScaledImage, PictureFailure> {
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
    let count = width * height * channels
    guard let memory = g_try_malloc(gsize(count)) else { return .failure(.memoryLimit) }
    let pixels = UnsafeMutableRawBufferPointer(start: memory, count: count)
    do throws(StreamSocket.Failure) {
      try socket.read(into: pixels, deadline: deadline)
    } catch {
      g_free(memory)
      throw error
    }
    return .success(ScaledImage(width: width, height: height, channels: channels, bytes: pixels))
  }

  /// Why a process has closed its end.
  private func exitReason() -> Failure {
    for _ in 0..<Self.exitTime {
      var information = siginfo_t()
      // The status stays for the deinitializer, which waits for the process once more.
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
