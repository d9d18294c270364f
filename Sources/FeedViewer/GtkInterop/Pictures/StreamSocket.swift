import Glibc

/// One end of a pair of connected stream sockets.
///
/// Reads and writes whole messages, by one thread at a time. Deadlines are instants of the monotonic clock.
nonisolated final class StreamSocket: Sendable {
  enum Failure: Error {
    /// The other end is closed.
    case closed
    case deadlinePassed
  }

  let descriptor: Int32

  /// - Parameter descriptor: Closed with this object.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Two connected ends, closed on exec; nil if there are too many open files.
  static func pair() -> (StreamSocket, StreamSocket)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      return nil
    }
    return (StreamSocket(descriptor: ends[0]), StreamSocket(descriptor: ends[1]))
  }

  func write(_ bytes: UnsafeRawBufferPointer, deadline: ContinuousClock.Instant?) throws(Failure) {
    var position = 0
    while position < bytes.count {
      // A closed end must cause an error here, not SIGPIPE.
      let count = send(
        descriptor, bytes.baseAddress! + position, bytes.count - position,
        Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      if count >= 0 {
        position += count
      } else {
        try wait(for: Int16(POLLOUT), until: deadline)
      }
    }
  }

  func write(_ bytes: [UInt8], deadline: ContinuousClock.Instant?) throws(Failure) {
    let failure = bytes.withUnsafeBytes { bytes in
      do throws(Failure) {
        try write(bytes, deadline: deadline)
        return Failure?.none
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  func read(into bytes: UnsafeMutableRawBufferPointer, deadline: ContinuousClock.Instant?) throws(Failure) {
    var position = 0
    while position < bytes.count {
      let count = recv(
        descriptor, bytes.baseAddress! + position, bytes.count - position, Int32(MSG_DONTWAIT))
      if count == 0 { throw .closed }
      if count > 0 {
        position += count
      } else {
        try wait(for: Int16(POLLIN), until: deadline)
      }
    }
  }

  func write<Message: BitwiseCopyable>(
    _ message: Message, deadline: ContinuousClock.Instant?
  ) throws(Failure) {
    try withUnsafeBytes(of: message) { (bytes) throws(Failure) in try write(bytes, deadline: deadline) }
  }

  func read<Message: BitwiseCopyable>(
    into message: inout Message, deadline: ContinuousClock.Instant?
  ) throws(Failure) {
    try withUnsafeMutableBytes(of: &message) { (bytes) throws(Failure) in
      try read(into: bytes, deadline: deadline)
    }
  }

  /// Waits after a failed call if that can help.
  private func wait(for events: Int16, until deadline: ContinuousClock.Instant?) throws(Failure) {
    if errno == EINTR { return }
    guard errno == EAGAIN else { throw .closed }
    var milliseconds: Int32 = -1
    if let deadline {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      if left <= 0 { throw .deadlinePassed }
      milliseconds = Int32(min(left.rounded(.up), Double(Int32.max)))
    }
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    _ = poll(&entry, 1, milliseconds)
  }
}
