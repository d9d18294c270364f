/// The ends of the words of a simple paragraph, which are enough to break it into lines.
///
/// A paragraph is simple if it has no tabs or separators, and no white space that shares its cluster or adjoins other
/// white space at an item's edge. Pango adds whole items to a line and rolls back; in a simple paragraph that gives the
/// same lines as a greedy walk, in which a line takes words as long as the width up to the word's end, without one
/// white space, fits. Only lines that end near a `special` word end, start at a `badStart`, or contain no whole word
/// need `PangoLineBreaker`.
struct WordEnds: Sendable {
  /// The width up to each word's end, without the white space that is dropped at the end of a line; at last
  /// `Int32.max`.
  private(set) var visibleEnds: [Int32] = []
  /// The width up to each word's end, with that white space: where the next line starts.
  private(set) var ends: [Int32] = []
  private(set) var places: [Int32] = []
  /// The height classes in each word, one bit for each; empty in a uniform paragraph.
  private(set) var classes: [UInt16] = []
  /// The height class at each word's start; empty in a uniform paragraph.
  private(set) var firstClasses: [UInt8] = []
  private(set) var kinds: [Kind] = []
  private(set) var hasSpecialEnds = false
  /// The distance from the end of a line within which a special word end matters, in Pango units.
  private(set) var margin = 0

  struct Kind: OptionSet, Sendable, BitwiseCopyable {
    let rawValue: UInt8
    /// A break here changes widths or inserts a hyphen.
    static let special = Kind(rawValue: 1)
    /// The width of a line that starts here is not the difference of the sums.
    static let badStart = Kind(rawValue: 2)
  }

  var count: Int { ends.count }

  /// The size of its arrays in a `TextStorage`, in bytes.
  var byteCount: Int {
    TextStorage.Rest.size(of: visibleEnds) + TextStorage.Rest.size(of: ends)
      + TextStorage.Rest.size(of: places) + TextStorage.Rest.size(of: classes)
      + TextStorage.Rest.size(of: firstClasses) + TextStorage.Rest.size(of: kinds)
  }

  /// Nil if the paragraph is not simple.
  init?(_ paragraph: PreparedParagraph) {
    guard Self.isSimple(paragraph) else { return nil }
    let breakAttributes = paragraph.breakAttributes
    let sums = paragraph.sums
    let last = breakAttributes.count - 1
    var item = 0
    var start = 0
    reserve(breakAttributes.reduce(1) { $1.has(.lineBreak) ? $0 &+ 1 : $0 }, isUniform: paragraph.isUniform)
    for place in 1...last {
      let isEnd = place == last
      guard isEnd || breakAttributes[place].has(.lineBreak) else { continue }
      // White space at the end of a paragraph before a separator is not dropped: Pango has no break there.
      let dropsSpace =
        breakAttributes[place].has(.lineBreak) && !breakAttributes[place].has(.keepsWidth)
        && breakAttributes[place - 1].has(.whiteSpace)
      visibleEnds.append(dropsSpace ? sums[place - 1] : sums[place])
      ends.append(sums[place])
      places.append(Int32(place))
      kinds.append(isEnd ? [] : Self.kind(of: place, in: paragraph))
      if !paragraph.isUniform {
        while paragraph.items[item].end <= start { item += 1 }
        firstClasses.append(UInt8(paragraph.items[item].heightClass))
        classes.append(Self.classes(of: start..<place, from: item, in: paragraph))
      }
      start = place
    }
    visibleEnds.append(Int32.max)
    hasSpecialEnds = kinds.contains { !$0.isEmpty }
    let isMarginKnown = paragraph.items.allSatisfy { $0.searchMargin >= 0 }
    margin =
      isMarginKnown
      ? paragraph.items.reduce(0) { max($0, Int($1.searchMargin)) } + paragraph.widestHyphen + 1
      : Int(Int32.max)
  }

  private mutating func reserve(_ count: Int, isUniform: Bool) {
    visibleEnds.reserveCapacity(count + 1)
    ends.reserveCapacity(count)
    places.reserveCapacity(count)
    kinds.reserveCapacity(count)
    if isUniform { return }
    firstClasses.reserveCapacity(count)
    classes.reserveCapacity(count)
  }

  private static func isSimple(_ paragraph: PreparedParagraph) -> Bool {
    let breakAttributes = paragraph.breakAttributes
    guard let last = breakAttributes.last, !paragraph.items.isEmpty, !last.has(.hyphen) else { return false }
    for place in 0..<(breakAttributes.count - 1)
    where breakAttributes[place].has(.whiteSpace) && !breakAttributes[place].has(.cluster) {
      return false
    }
    for (index, item) in paragraph.items.enumerated() {
      if item.isUnknown || item.kind != .text { return false }
      if item.heightClass >= 16 || item.missingClass >= 16 { return false }
      guard index > 0 else { continue }
      let place = Int(item.start)
      let here = breakAttributes[place]
      if breakAttributes[place - 1].has(.whiteSpace),
        here.has(.whiteSpace) || paragraph.sums[place + 1] == paragraph.sums[place]
      {
        return false
      }
      if here.isSuperset(of: [.lineBreak, .hyphen]) { return false }
      let meetsMissing = item.missingClass >= 0 || paragraph.items[index - 1].missingClass >= 0
      if meetsMissing, here.has(.hyphen) { return false }
    }
    return true
  }

  private static func kind(of place: Int, in paragraph: PreparedParagraph) -> Kind {
    guard paragraph.breakAttributes[place].has([.changesWidths, .hyphen, .removesPreceding]) else {
      return []
    }
    guard let split = paragraph.split(at: place) else {
      return [.special, .badStart]
    }
    return Int(split.reach) != place || split.right != 0 ? [.special, .badStart] : .special
  }

  private static func classes(
    of range: Range<Int>, from first: Int, in paragraph: PreparedParagraph
  ) -> UInt16 {
    var bits: UInt16 = 0
    for item in paragraph.items[first...] {
      if Int(item.start) >= range.upperBound { break }
      guard item.missingClass >= 0 else {
        bits |= 1 << UInt16(item.heightClass)
        continue
      }
      for place in max(range.lowerBound, Int(item.start))..<min(range.upperBound, item.end) {
        if paragraph.breakAttributes[place].has(.missingGlyph) { bits |= 1 << UInt16(item.missingClass) }
        if paragraph.breakAttributes[place].has(.ordinaryGlyph) { bits |= 1 << UInt16(item.heightClass) }
      }
    }
    return bits
  }
}
