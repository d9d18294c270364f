import Synchronization

/// Finds the lines of places in a text. Lines are counted once; places are remembered from which counting can go on.
final class LineCounter: Sendable {
  /// The distance of places that are remembered, in bytes.
  private static let stride = 64 << 20
  private static let pieceSize = 256 << 10

  /// Ascending; the first one is the beginning.
  private let known = Mutex([TextPlace()])

  /// - Parameters:
  ///   - offset: Of the text, in bytes.
  ///   - read: Reads the text at an offset; returns whether all of it is there.
  /// - Returns: Nil if the text can't be read.
  /// - Complexity: O(distance from the last known place before).
  func place(
    of offset: Int, _ read: (_ target: UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool
  ) -> TextPlace? {
    var place = known.withLock { $0.last { $0.offset <= offset } } ?? TextPlace()
    guard place.offset < offset else { return place }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
    defer { memory.deallocate() }
    while place.offset < offset {
      let nextStop = (place.offset / Self.stride + 1) * Self.stride
      let count = min(Self.pieceSize, offset - place.offset, nextStop - place.offset)
      let target = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
      guard read(target, place.offset) else { return nil }
      place = target.withMemoryRebound(to: UInt8.self) { place.after(UnsafeBufferPointer($0)) }
      if place.offset == nextStop { remember(place) }
    }
    return place
  }

  private func remember(_ place: TextPlace) {
    known.withLock { known in
      if known[known.count - 1].offset < place.offset { known.append(place) }
    }
  }
}
