import FeedViewerBase
import Glibc

/// Writes lines to standard error, unbuffered, without characters that a terminal would obey.
nonisolated enum StandardError {
  static func write(_ line: String) { StandardStream.write(line + "\n", to: STDERR_FILENO) }
}

/// Writes to standard output, unbuffered.
nonisolated enum StandardOutput {
  /// Writes text, without characters that a terminal would obey.
  static func write(_ text: String, terminator: String = "\n") {
    StandardStream.write(text + terminator, to: STDOUT_FILENO)
  }

  /// Writes JSON, in which such characters are escaped.
  static func write(json: UnsafeRawBufferPointer) { StandardStream.write(json, to: STDOUT_FILENO) }
}

/// The only way from text to the streams of the terminal.
private nonisolated enum StandardStream {
  static func write(_ text: String, to descriptor: Int32) {
    var text = TerminalCharacters.replaced(in: PathText.display(text))
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      // The reader has closed the stream, and there is no other place for messages.
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
