/// The folded form of a part of a text, with the place in the text of each of its units.
///
/// A unit is a scalar with those after it that may change with it: marks, parts of a Korean syllable, scalars that are
/// removed. Units are folded independently of each other. Apostrophes after the rest of a unit are seen, and have a place of
/// their own.
package struct FoldedUnits: ~Copyable {
  private var folder: TextFolder
  /// Where each unit begins in the text, in bytes, and in the folded form; then both ends.
  private var starts: [(text: Int, folded: Int)] = []

  /// - Parameters:
  ///   - range: In bytes; begins with a unit and ends before one.
  ///   - isWhole: Whether white space at the end is removed, as after it nothing follows.
  package init(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>, isWhole: Bool = true) {
    folder = TextFolder(capacity: range.count)
    guard let base = text.baseAddress else {
      starts = [(0, 0)]
      return
    }
    var position = range.lowerBound
    while position < range.upperBound {
      let end = Self.endOfUnit(base, from: position, before: range.upperBound)
      starts.append((position, folder.count))
      folder.append(UnsafeBufferPointer(start: base + position, count: end - position))
      let letterEnd = Self.withoutApostrophes(base, position..<end)
      if letterEnd < end { starts.append((letterEnd, folder.count)) }
      position = end
    }
    if isWhole { folder.endField() }
    starts.append((position, folder.count))
  }

  /// - Returns: The end of the unit that begins at `start`, in bytes.
  static func endOfUnit(_ base: UnsafePointer<UInt8>, from start: Int, before end: Int) -> Int {
    var position = start
    repeat {
      position += UTF8.width(TextFolder.scalar(at: base + position))
    } while position < end && !TextFolder.startsUnit(TextFolder.scalar(at: base + position))
    return position
  }

  /// The end of a unit before the apostrophes at its end.
  private static func withoutApostrophes(_ base: UnsafePointer<UInt8>, _ unit: Range<Int>) -> Int {
    var end = unit.upperBound
    var start = end
    while start > unit.lowerBound {
      repeat { start -= 1 } while start > unit.lowerBound && base[start] & 0xC0 == 0x80
      guard start > unit.lowerBound, TextFolder.isApostrophe(TextFolder.scalar(at: base + start)) else {
        break
      }
      end = start
    }
    return end
  }

  package var view: UnsafeBufferPointer<UInt8> { folder.view }

  /// The part of the text that stands for a range of folded bytes: whole units, in bytes of the text.
  package func textRange(of folded: Range<Int>) -> Range<Int> {
    // Units that fold to nothing begin where the next one does.
    let first = firstUnit { $0.folded > folded.lowerBound } - 1
    let end = firstUnit { $0.folded >= folded.upperBound }
    return starts[max(0, first)].text..<starts[min(end, starts.count - 1)].text
  }

  private func firstUnit(where isReached: ((text: Int, folded: Int)) -> Bool) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if isReached(starts[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
