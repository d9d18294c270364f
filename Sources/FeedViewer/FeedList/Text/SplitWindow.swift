import CGtk
import LayoutCore

/// Measures what splitting an item does, by shaping both sides in windows that end where splits do nothing.
nonisolated struct SplitWindow {
  private let preparation: ParagraphPreparation
  private let start: Int
  private let end: Int
  private let font: ShapingFont
  private let level: UInt8
  /// Characters; only a starting point, a window grows to the next safe place.
  private static let length = 12

  init(preparation: ParagraphPreparation, start: Int, end: Int, font: ShapingFont, level: UInt8) {
    self.preparation = preparation
    self.start = start
    self.end = end
    self.font = font
    self.level = level
  }

  func split(at place: Int) -> PreparedParagraph.Split {
    let right = measureRight(of: place)
    let left = measureLeft(of: place)
    return PreparedParagraph.Split(
      place: place, reach: right.reach, leftReach: left.reach, right: right.change, left: left.change,
      lastWidth: left.lastWidth)
  }

  /// The whole item with a hyphen at its end; nothing is split.
  func hyphenatedEnd() -> PreparedParagraph.Split {
    let left = measureLeft(of: end)
    return PreparedParagraph.Split(
      place: end, reach: end, leftReach: left.reach, right: 0, left: left.change, lastWidth: left.lastWidth)
  }

  /// Whether a mark without a letter goes without its circle in the whole item, but not in every part of it.
  ///
  /// HarfBuzz numbers syllables from 1 to 15 again and again, and leaves out the circle of a broken one that has the
  /// number of the one before that got its circle (hb-ot-shaper-syllabic.cc, `hb_syllabic_insert_dotted_circles`).
  ///
  /// - Parameter circles: Characters with circles, in order.
  func lacksCircle(behind circles: [Int]) -> Bool {
    for (circle, next) in zip(circles, circles.dropFirst() + [end])
    where next - circle >= Self.syllableNumbers {
      var first = circle + 1
      while first < next, !isSafe(first) { first += 1 }
      var last = next
      while last > first, !isSafe(last) { last -= 1 }
      if first == last { return true }
      shape(first..<last, hyphen: .none)
      if preparation.shaper.total != preparation.sums[last] - preparation.sums[first] { return true }
    }
    return false
  }

  private static let syllableNumbers = 15

  private func measureRight(of place: Int) -> (reach: Int, change: Int32) {
    var far = min(place + Self.length, end)
    while far < end, !isSafe(far) { far += 1 }
    shape(place..<far, hyphen: .none)
    let shaper = preparation.shaper
    var reach = far
    var index = far - 1
    while index > place, shaper.characters[index - place].width == width(index) {
      if isSafe(index), isUntouched(shaper.characters[index - place]) { reach = index }
      index -= 1
    }
    return (reach, shaper.total - (preparation.sums[far] - preparation.sums[place]))
  }

  private func measureLeft(of place: Int) -> (reach: Int, change: Int32, lastWidth: Int32) {
    var far = max(place - Self.length, start)
    while far > start, !isSafe(far) { far -= 1 }
    let here = preparation.facts[place]
    shape(
      far..<place,
      hyphen: here.contains(.removesPreceding) ? .replacing : here.contains(.hyphen) ? .appended : .none)
    let shaper = preparation.shaper
    var reach = far
    for index in far..<place {
      let character = shaper.characters[index - far]
      if index > far, isSafe(index), isUntouched(character) { reach = index }
      if character.width != width(index) { break }
    }
    return (
      reach, shaper.total - (preparation.sums[place] - preparation.sums[far]),
      widthOfLastGlyph(shaper.characters)
    )
  }

  /// 0 if it shares its cluster with others.
  private func widthOfLastGlyph(_ characters: some BidirectionalCollection<PieceShaper.Character>) -> Int32 {
    guard let last = characters.last, !last.flags.contains(.hasSeveralGlyphs) else { return 0 }
    var width: Int32 = 0
    for character in characters.reversed() {
      width += character.width
      if character.flags.contains(.startsCluster) { break }
    }
    return width
  }

  private func width(_ place: Int) -> Int32 { preparation.sums[place + 1] - preparation.sums[place] }

  private func isSafe(_ place: Int) -> Bool {
    place == start || place == end
      || (preparation.facts[place].isSuperset(of: [.cluster, .grapheme]) && !preparation.isUnsafe[place])
  }

  private func isUntouched(_ character: PieceShaper.Character) -> Bool {
    character.flags.intersection([.startsCluster, .isUnsafeToBreak]) == .startsCluster
  }

  private func shape(_ range: Range<Int>, hyphen: PieceShaper.Hyphen) {
    let starts = preparation.starts
    let bytes = Int(starts[range.lowerBound])..<Int(starts[range.upperBound])
    preparation.shaper.shape(
      .init(text: preparation.text, range: bytes, font: font, level: level), characterCount: range.count,
      hyphen: hyphen)
  }
}
