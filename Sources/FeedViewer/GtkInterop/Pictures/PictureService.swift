import CGtk
import Glibc

/// The decoding process: answers requests from a socket at its standard input one by one until the other end is
/// closed.
///
/// Needs no display. It ends by itself when a picture takes too long or the viewer exits, and after an answer if it
/// has become old or large.
public nonisolated enum PictureService {
  /// The greatest address space in use after a picture, in bytes; a larger process ends.
  private static let retainedMemory = 128_000_000

  /// Runs until the viewer closes its end.
  ///
  /// - Returns: The exit status.
  public static func run() -> Int32 {
    guard ProcessLimits.dropPrivileges() else { return 1 }
    let memory = AddressSpaceMeter()
    guard let memoryAtStart = memory.bytes else { return 1 }
    let socket = StreamSocket(descriptor: STDIN_FILENO)
    var isLimited = false
    var animation: AnimationDecoder?
    while true {
      var request = PictureMessage.Request()
      guard let bytes = try? read(&request, from: socket) else { return 0 }
      if !isLimited {
        guard ProcessLimits.limitMemory(inUse: memoryAtStart, more: Int(request.memory)) else { return 1 }
        isLimited = true
      }
      endWithViewer(true)
      let answer = decode(bytes, request, &animation)
      ProcessLimits.limitProcessorTime(microseconds: 0)
      endWithViewer(false)
      guard (try? write(answer, to: socket)) != nil else { return 0 }
      // An animation is kept for its next frames.
      if animation != nil { continue }
      let growth = (memory.bytes ?? .max) - memoryAtStart
      if growth > retainedMemory || ProcessLimits.usedProcessorTime > ProcessLimits.lifetime / 2 { return 0 }
    }
  }

  private static func read(
    _ request: inout PictureMessage.Request, from socket: StreamSocket
  ) throws(StreamSocket.Failure) -> [UInt8] {
    try socket.read(into: &request, deadline: nil)
    let count = Int(request.byteCount)
    var failure: StreamSocket.Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(StreamSocket.Failure) {
        try socket.read(into: UnsafeMutableRawBufferPointer(buffer), deadline: nil)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// - Parameter animation: The animated picture that is played.
  private static func decode(
    _ bytes: [UInt8], _ request: PictureMessage.Request, _ animation: inout AnimationDecoder?
  ) -> Result<PixelDecoder.Pixels, PictureFailure> {
    ProcessLimits.limitProcessorTime(microseconds: Int(request.processorTime))
    let shape: ScaledImage.Shape =
      request.isSquare != 0 ? .square(side: Int(request.size)) : .whole(width: Int(request.size))
    func limitTime(pixelCount: Int) {
      ProcessLimits.limitProcessorTime(
        microseconds: Int(request.processorTime) + pixelCount * Int(request.processorTimePerPixel) / 1_000)
    }
    return Result { () throws(PictureFailure) in
      let maximum = Int(request.maximumPixelCount)
      switch PictureMessage.Kind(rawValue: request.kind) {
      case .picture:
        animation = nil
        return try PixelDecoder.decode(
          bytes, as: shape, maximumPixelCount: maximum, onBitmapSize: limitTime)
      case .animation:
        animation = nil
        let new = try AnimationDecoder(
          bytes, as: shape, maximumPixelCount: maximum, onBitmapSize: limitTime)
        animation = new
        return try new.next()
      case .nextFrame:
        guard let animation else { throw .undecodable }
        return try animation.next()
      case nil: throw .undecodable
      }
    }
  }

  /// If the viewer closes its end while a picture is decoded, SIGIO ends this process.
  ///
  /// The signal may be late: the kernel sends it for the request, too, if that is read before the viewer's call of `send`
  /// has returned. So it ends the process only if the other end is closed.
  private static func endWithViewer(_ isOn: Bool) {
    _ = Glibc.signal(SIGIO) { _ in
      var viewer = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      if poll(&viewer, 1, 0) > 0, viewer.revents & Int16(POLLHUP) != 0 { _exit(0) }
    }
    _ = fcntl(STDIN_FILENO, F_SETOWN, getpid())
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    _ = fcntl(STDIN_FILENO, F_SETFL, isOn ? flags | O_ASYNC : flags & ~O_ASYNC)
  }

  private static func write(
    _ result: Result<PixelDecoder.Pixels, PictureFailure>, to socket: StreamSocket
  ) throws(StreamSocket.Failure) {
    var answer = PictureMessage.Answer()
    switch result {
    case .success(let pixels):
      answer.width = UInt32(pixels.width)
      answer.height = UInt32(pixels.height)
      answer.channels = UInt32(pixels.channels)
      answer.naturalWidth = UInt32(pixels.naturalSize.width)
      answer.naturalHeight = UInt32(pixels.naturalSize.height)
      answer.isAnimated = pixels.isAnimated ? 1 : 0
      answer.delay = pixels.delay.map { Int32(clamping: $0) } ?? -1
      try socket.write(answer, deadline: nil)
      try socket.write(pixels.bytes, deadline: nil)
    case .failure(let failure):
      switch failure {
      case .tooManyPixels(let width, let height):
        answer.outcome = PictureMessage.Outcome.tooManyPixels.rawValue
        answer.width = UInt32(clamping: width)
        answer.height = UInt32(clamping: height)
      case .memoryLimit: answer.outcome = PictureMessage.Outcome.memoryLimit.rawValue
      default: answer.outcome = PictureMessage.Outcome.undecodable.rawValue
      }
      try socket.write(answer, deadline: nil)
    }
  }
}
