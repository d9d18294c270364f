import Synchronization

/// Finds the lines of places in a text. Lines are counted once; places are remembered from which counting can go on.
final class LineCounter: Sendable {
  /// The distance of places that are remembered, in bytes.
  private static let stride = 64 << 20
  private static let pieceSize = 256 << 10

  fileprivate struct Stop {
    var place = TextPlace()
    /// Whether a CR is the last byte before it.
    var followsCarriageReturn = false
  }

  /// Ascending; the first one is the beginning.
  private let known = Mutex([Stop()])

  /// - Parameters:
  ///   - offset: Of the text, in bytes.
  ///   - read: Reads the text at an offset, which need not be cleaned; returns whether all of it is there.
  /// - Returns: Nil if the text can't be read.
  /// - Complexity: O(distance from the last known place before).
  func place(
    of offset: Int, _ read: (_ target: UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool
  ) -> TextPlace? {
    var stop = known.withLock { $0.last { $0.place.offset <= offset } } ?? Stop()
    guard stop.place.offset < offset else { return stop.place }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
    defer { memory.deallocate() }
    while stop.place.offset < offset {
      let next = (stop.place.offset / Self.stride + 1) * Self.stride
      let count = min(Self.pieceSize, offset - stop.place.offset, next - stop.place.offset)
      let target = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
      guard read(target, stop.place.offset) else { return nil }
      let end = stop.place.offset + count
      target.withMemoryRebound(to: UInt8.self) { stop.pass($0) }
      stop.place.offset = end
      if end == next { remember(stop) }
    }
    return stop.place
  }

  private func remember(_ stop: Stop) {
    known.withLock { known in
      if known[known.count - 1].place.offset < stop.place.offset { known.append(stop) }
    }
  }
}

extension LineCounter.Stop {
  /// Goes on after more text, cleaned as a reader does it: a CR ends a line, and other control characters do not count.
  fileprivate mutating func pass(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    let text = UnsafeBufferPointer(bytes)
    let controls = TextPlace.count(text) { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }
    let isClean = controls == 0 && !followsCarriageReturn
    let count =
      isClean ? bytes.count : TextCleaning.clean(start, bytes.count, &followsCarriageReturn) { _, _ in }
    place = place.after(UnsafeBufferPointer(rebasing: text[..<count]))
  }
}
