import CGtk
import LayoutCore

/// Measures the effect of splitting an item, by shaping both sides in windows that end where splits have no effect.
nonisolated struct SplitWindow {
  private let preparation: ParagraphPreparation
  private let start: Int
  private let end: Int
  private let font: ShapingFont
  private let level: UInt8
  /// The initial size in characters; a window grows to the next safe boundary.
  private static let length = 12
  /// The maximum size in characters. Without this limit, a long item without safe boundaries would be shaped as a
  /// whole for each of its boundaries.
  private static let maximumLength = 512

  init(preparation: ParagraphPreparation, start: Int, end: Int, font: ShapingFont, level: UInt8) {
    self.preparation = preparation
    self.start = start
    self.end = end
    self.font = font
    self.level = level
  }

  /// - Returns: nil if the effect depends on more than the neighbourhood.
  func split(at place: Int) -> PreparedParagraph.Split? {
    guard let right = measureRight(of: place), let left = measureLeft(of: place) else { return nil }
    return PreparedParagraph.Split(
      place: place, reach: right.reach, leftReach: left.reach, right: right.change, left: left.change,
      lastWidth: left.lastWidth)
  }

  /// Shapes the whole item with a hyphen at its end; nothing is split.
  func hyphenatedEnd() -> PreparedParagraph.Split? {
    guard let left = measureLeft(of: end) else { return nil }
    return PreparedParagraph.Split(
      place: end, reach: end, leftReach: left.reach, right: 0, left: left.change, lastWidth: left.lastWidth)
  }

  private func measureRight(of place: Int) -> (reach: Int, change: Int32)? {
    var far = safePlace(from: min(place + Self.length, end))
    var reach = far
    while true {
      guard far - place <= Self.maximumLength else { return nil }
      shape(place..<far, hyphen: .none)
      reach = reachOfRight(place, far)
      // Agreement at the window's end proves nothing: differences, such as ligatures that start at every second
      // letter, may continue after it.
      if far == end || reach < far { break }
      far = safePlace(from: far + 1)
    }
    guard hasGlyphsOfWholeItem(place..<reach, shapedFrom: place) else { return nil }
    let change = change(place..<far)
    if showsNewCircle(from: place), let circle = circles[circles.index(from: far)...].first,
      changeOfRight(of: place, with: circle) != change
    {
      return nil
    }
    return (reach, change)
  }

  /// The first boundary after which the shaped piece equals the whole item.
  private func reachOfRight(_ place: Int, _ far: Int) -> Int {
    let characters = preparation.shaper.characters
    var reach = far
    var index = far - 1
    while index > place, characters[index - place].width == width(index) {
      if isSafe(index), isUntouched(characters[index - place]) { reach = index }
      index -= 1
    }
    return reach
  }

  private func measureLeft(of place: Int) -> (reach: Int, change: Int32, lastWidth: Int32)? {
    var far = safePlace(upTo: max(place - Self.length, start))
    var reach = far
    while true {
      guard place - far <= Self.maximumLength else { return nil }
      shapeLeft(far..<place)
      reach = reachOfLeft(far, place)
      if far == start || reach > far { break }
      far = safePlace(upTo: far - 1)
    }
    guard hasGlyphsOfWholeItem(reach..<place, shapedFrom: far) else { return nil }
    let change = change(far..<place)
    let lastWidth = widthOfLastGlyph(preparation.shaper.characters)
    if showsNewCircle(from: far), let circle = circles[..<circles.index(from: place)].last,
      !agrees(behind: circle, until: place)
    {
      return nil
    }
    return (reach, change, lastWidth)
  }

  /// Whether the shaped piece has missing and ordinary glyphs at the same characters as the whole item: they
  /// determine the height of a line, and a split inside a cluster may leave all of one kind on one side.
  private func hasGlyphsOfWholeItem(_ range: Range<Int>, shapedFrom first: Int) -> Bool {
    let characters = preparation.shaper.characters
    var (hasMissing, hasOrdinary, hadMissing, hadOrdinary) = (false, false, false, false)
    for place in range {
      let flags = characters[place - first].flags
      hasMissing = hasMissing || flags.contains(.hasMissingGlyph)
      hasOrdinary = hasOrdinary || flags.contains(.hasOrdinaryGlyph)
      let breakAttributes = preparation.breakAttributes[place]
      hadMissing = hadMissing || breakAttributes.contains(.missingGlyph)
      hadOrdinary = hadOrdinary || breakAttributes.contains(.ordinaryGlyph)
    }
    return hasMissing == hadMissing && hasOrdinary == hadOrdinary
  }

  /// The last boundary before which the shaped piece equals the whole item.
  private func reachOfLeft(_ far: Int, _ place: Int) -> Int {
    let characters = preparation.shaper.characters
    var reach = far
    for index in far..<place {
      let character = characters[index - far]
      if index > far, isSafe(index), isUntouched(character) { reach = index }
      if character.width != width(index) { break }
    }
    return reach
  }

  private func shapeLeft(_ range: Range<Int>) {
    let here = preparation.breakAttributes[range.upperBound]
    shape(
      range,
      hyphen: here.contains(.removesPreceding) ? .replacing : here.contains(.hyphen) ? .appended : .none)
  }

  /// The width of the shaped piece minus that of the same characters in the whole item.
  private func change(_ range: Range<Int>) -> Int32 {
    preparation.shaper.total - (preparation.sums[range.upperBound] - preparation.sums[range.lowerBound])
  }

  /// 0 if the character shares its cluster with others.
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

  private func safePlace(from place: Int) -> Int {
    var found = place
    while found < end, !isSafe(found) { found += 1 }
    return found
  }

  private func safePlace(upTo place: Int) -> Int {
    var found = place
    while found > start, !isSafe(found) { found -= 1 }
    return found
  }

  private func isSafe(_ place: Int) -> Bool {
    place == start || place == end
      || (preparation.breakAttributes[place].isSuperset(of: [.cluster, .grapheme])
        && !preparation.isUnsafe[place])
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

/// HarfBuzz numbers syllables cyclically from 1 to 15, and does not insert a circle into a broken syllable with the
/// same number as the previous one that got a circle (hb-ot-shaper-syllabic.cc, `hb_syllabic_insert_dotted_circles`).
/// So circles depend on distant ones.
extension SplitWindow {
  private nonisolated static let syllableNumbers = 15

  /// The characters of the item that have circles.
  private nonisolated var circles: ArraySlice<Int> {
    let all = preparation.circles[...]
    return all[all.index(from: start)..<all.index(from: end)]
  }

  /// Whether the shaped piece has a circle that the whole item does not have.
  private nonisolated func showsNewCircle(from start: Int) -> Bool {
    let characters = preparation.shaper.characters
    let circles = circles
    return characters.indices.contains {
      guard characters[$0].flags.contains(.hasDottedCircle) else { return false }
      let index = circles.index(from: start + $0)
      return index == circles.endIndex || circles[index] != start + $0
    }
  }

  /// Whether some mark without a base has no circle in the whole item, but may have one in a part of it.
  nonisolated var lacksCircle: Bool {
    for (circle, next) in zip(circles, circles.dropFirst() + [end])
    where next - circle >= Self.syllableNumbers {
      let safe = safePlace(from: circle + 1)
      // If no boundary is safe, a part may start inside a broken syllable.
      for first in safe < next ? [safe] : [circle + 1, circle + 2, circle + 3] {
        shape(first..<next, hyphen: .none)
        // A part may start after that boundary: then all of it is far away.
        let far = preparation.shaper.characters.dropFirst(max(circle + Self.syllableNumbers - first, 0))
        if far.contains(where: { $0.flags.contains(.hasDottedCircle) }) { return true }
      }
    }
    return false
  }

  /// The change of a piece that starts at a boundary and contains a circle after it.
  private nonisolated func changeOfRight(of place: Int, with circle: Int) -> Int32 {
    let range = place..<safePlace(from: circle + 1)
    shape(range, hyphen: .none)
    return change(range)
  }

  /// Whether a piece that ends at a boundary changes its end in the same way with and without the circle.
  private nonisolated func agrees(behind circle: Int, until place: Int) -> Bool {
    let without = safePlace(from: circle + 1)
    guard without < place else { return false }
    let with = safePlace(upTo: circle)
    shapeLeft(with..<place)
    let changeWith = change(with..<place)
    shapeLeft(without..<place)
    return changeWith == change(without..<place)
  }
}

extension ArraySlice<Int> {
  /// The index of the first element that is not less than `place`, in ascending elements.
  fileprivate nonisolated func index(from place: Int) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
