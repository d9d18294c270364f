import FileNames
import Glibc

/// Writes lines to standard error, unbuffered.
nonisolated enum StandardError {
  static func write(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // The reader has closed the stream, and there is no other place for messages.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// Writes to standard output, unbuffered.
nonisolated enum StandardOutput {
  static func write(_ text: String, terminator: String = "\n") {
    var text = text + terminator
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      // The reader has closed the stream.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Reads lines from standard input as soon as they arrive.
nonisolated struct StandardInput: Sequence, IteratorProtocol {
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var read: ArraySlice<UInt8> = []
  private var isAtEnd = false

  /// The next line without its terminator, in the form of `PathText`; `nil` at the end.
  mutating func next() -> String? {
    var line: [UInt8] = []
    while true {
      if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
        line += read[..<end]
        read = read[(end + 1)...]
        return PathText.text(of: line)
      }
      line += read
      read = []
      guard !isAtEnd else { return line.isEmpty ? nil : PathText.text(of: line) }
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      isAtEnd = count <= 0
      read = buffer[..<Swift.max(0, count)]
    }
  }
}
