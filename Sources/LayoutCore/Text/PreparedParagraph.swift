/// One paragraph of a text, shaped once as a whole: the widths of its characters, the places where it may break, and
/// the changes of width that breaks cause.
///
/// Places are counted in characters (Unicode scalars): place p is before character p, and the last place is the end of
/// the paragraph.
public struct PreparedParagraph: Sendable {
  /// The sum of the logical widths of the characters before each place, in Pango units.
  let sums: [Int32]
  let breakAttributes: [BreakAttributes]
  let items: [Item]
  let splits: [Split]
  let emptyClass: Int

  /// Whether the hyphens of all items that may break at one are equally wide. Pango keeps one hyphen width for each
  /// paragraph, that of the item for which it computes one first (pango-layout.c, `find_break_extra_width`).
  let hasOneHyphen: Bool
  let hyphen: Int
  let widestHyphen: Int
  /// Whether every line has the height of the first item.
  let isUniform: Bool
  /// Whether every line and every ellipsis has the height of the first item.
  let isEllipsisUniform: Bool
  /// Whether a line may be cut after each of its words, and has one of the first item's two ellipses then.
  let hasCommonEllipses: Bool
  /// Whether the widths of single characters are known, and not only the values that all of them share.
  let hasDetail: Bool

  /// Creates a paragraph.
  ///
  /// - Parameters:
  ///   - sums: The sum of the widths before each place, in Pango units; not decreasing, one more than characters.
  ///   - breakAttributes: The attributes of each place.
  ///   - items: In logical order, without gaps; empty for an empty paragraph.
  ///   - splits: In ascending order of their places.
  ///   - emptyClass: The height class of the paragraph's line if it has no characters.
  public init(
    sums: [Int32], breakAttributes: [BreakAttributes], items: [Item], splits: [Split], emptyClass: Int
  ) {
    precondition(
      sums.count == breakAttributes.count && !sums.isEmpty,
      "Every place of a paragraph has a sum and attributes.")
    self.sums = sums
    self.breakAttributes = breakAttributes
    self.items = items
    self.splits = splits
    self.emptyClass = emptyClass
    hasDetail = true

    var first: Int?
    var hasOne = true
    var widest = 0
    for item in items {
      let range = Int(item.start)...Int(item.start + item.count)
      guard range.contains(where: { breakAttributes[$0].contains(.hyphen) }) else { continue }
      if let first, first != Int(item.hyphen) { hasOne = false }
      first = first ?? Int(item.hyphen)
      widest = max(widest, Int(item.hyphen))
    }
    hasOneHyphen = hasOne
    hyphen = first ?? 0
    widestHyphen = widest
    let leading = items.first?.heightClass ?? 0
    isUniform = items.allSatisfy { $0.heightClass == leading && $0.missingClass < 0 && !$0.isUnknown }
    isEllipsisUniform =
      isUniform
      && items.allSatisfy { $0.ellipsis.heightClass == leading && $0.wideEllipsis.heightClass == leading }
    hasCommonEllipses =
      !isEllipsisUniform
      && items.allSatisfy {
        $0.missingClass < 0 && $0.ellipsis == items[0].ellipsis && $0.wideEllipsis == items[0].wideEllipsis
      }
      && Self.wordsBeginWithGlyphs(sums, breakAttributes)
  }

  /// Whether an ellipsis can stand at each place between words: what begins there is a grapheme with a width.
  private static func wordsBeginWithGlyphs(_ sums: [Int32], _ breakAttributes: [BreakAttributes]) -> Bool {
    let end = breakAttributes.count - 1
    return !breakAttributes[end].has(.hyphen)
      && breakAttributes.indices.dropFirst().dropLast().allSatisfy { place in
        let here = breakAttributes[place]
        return !here.has(.lineBreak)
          || here.isSuperset(of: [.grapheme, .cluster]) && sums[place + 1] > sums[place]
      }
  }

  /// The paragraph without the widths of its characters: the values that a walk over words needs.
  var withoutDetail: PreparedParagraph { PreparedParagraph(commonOf: self) }

  private init(commonOf other: PreparedParagraph) {
    sums = [0]
    breakAttributes = [[]]
    items = Array(other.items.prefix(1))
    splits = []
    emptyClass = other.emptyClass
    hasOneHyphen = other.hasOneHyphen
    hyphen = other.hyphen
    widestHyphen = other.widestHyphen
    isUniform = other.isUniform
    isEllipsisUniform = other.isEllipsisUniform
    hasCommonEllipses = other.hasCommonEllipses
    hasDetail = false
  }

  /// The size of its arrays in a `TextStorage`, in bytes.
  var byteCount: Int {
    TextStorage.Rest.size(of: sums) + TextStorage.Rest.size(of: breakAttributes)
      + TextStorage.Rest.size(of: items)
      + TextStorage.Rest.size(of: splits)
  }

  func split(at place: Int) -> Split? {
    splits.withUnsafeBufferPointer { Split.find(place, in: $0)?.pointee }
  }

  /// Characters that Pango shapes at once: of one font, script, language and direction.
  public struct Item: Sendable, BitwiseCopyable {
    /// The place of its first character.
    public var start: Int32
    /// The number of its characters.
    public var count: Int32
    /// What the characters are.
    public var kind: Kind = .text
    /// The height class of a piece without missing glyphs.
    public var heightClass: Int16 = 0
    /// The height class of a piece of missing glyphs (hex boxes) only; negative if no glyph is missing.
    public var missingClass: Int16 = -1
    /// The height class of a piece with missing and ordinary glyphs; negative if no glyph is missing.
    public var mixedClass: Int16 = -1
    /// The width beyond a line's end in which Pango looks for a better place to break: three average characters, in
    /// Pango units. If it is unknown, lines whose end must be searched are indeterminate.
    public var searchMargin: Int32 = unknownSearchMargin
    /// Stands for an unknown `searchMargin`.
    public static var unknownSearchMargin: Int32 { -1 }
    /// The width of a hyphen in the item's font, in Pango units.
    public var hyphen: Int32 = 0
    /// The ellipsis of a line that is cut in this item before an ordinary character.
    public var ellipsis = Ellipsis()
    /// The ellipsis of a line that is cut in this item before a wide character.
    public var wideEllipsis = Ellipsis()
    /// Whether all results that depend on this item are indeterminate.
    public var isUnknown = false

    /// Creates an item of text.
    public init(start: Int, count: Int) {
      self.start = Int32(start)
      self.count = Int32(count)
    }

    /// The place after its last character.
    public var end: Int { Int(start) &+ Int(count) }
  }

  /// What the characters of an item are.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// Characters with glyphs.
    case text
    /// A tab, whose width depends on its position in the line.
    case tab
    /// A line separator (U+2028), which ends a line.
    case separator
  }

  /// An ellipsis, in Pango units.
  public struct Ellipsis: Equatable, Sendable, BitwiseCopyable {
    /// The width in Pango units.
    public var width: Int32 = 0
    /// The index of its height class.
    public var heightClass: Int16 = 0

    /// Creates an ellipsis from its width in Pango units and its height class.
    public init(width: Int32 = 0, heightClass: Int16 = 0) {
      self.width = width
      self.heightClass = heightClass
    }
  }

  /// The changes of width when an item is split at a place, measured by shaping both sides once.
  ///
  /// The width of a piece [a, b) is the difference of the sums, plus `right` of the split at a, plus `left` of the
  /// split at b, if b >= `reach` of a, a <= `leftReach` of b, and the reaches do not overlap.
  public struct Split: Sendable, BitwiseCopyable {
    /// The place of the split.
    public var place: Int32
    /// The right piece is exact for ends from this place on.
    public var reach: Int32
    /// The left piece is exact for starts up to this place.
    public var leftReach: Int32
    /// The change of the right piece's width in Pango units.
    public var right: Int32
    /// The change of the left piece's width in Pango units, with a hyphen where a break inserts one.
    public var left: Int32
    /// The width of the left piece's last glyph, which Pango blanks at the end of a line after white space; 0 if the
    /// glyph shares its cluster and is not blanked.
    public var lastWidth: Int32

    /// Creates a split from its parts.
    public init(place: Int, reach: Int, leftReach: Int, right: Int32, left: Int32, lastWidth: Int32) {
      self.place = Int32(place)
      self.reach = Int32(reach)
      self.leftReach = Int32(leftReach)
      self.right = right
      self.left = left
      self.lastWidth = lastWidth
    }

    static func find(_ place: Int, in splits: UnsafeBufferPointer<Split>) -> UnsafePointer<Split>? {
      var low = 0
      var high = splits.count &- 1
      while low <= high {
        let middle = (low &+ high) >> 1
        let found = Int(splits[middle].place)
        if found == place { return splits.baseAddress.map { $0 + middle } }
        if found < place { low = middle &+ 1 } else { high = middle &- 1 }
      }
      return nil
    }
  }
}

/// Attributes of a character and of the place before it, from `PangoLogAttr` and from shaping.
public struct BreakAttributes: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A line may end here.
  @inlinable public static var lineBreak: BreakAttributes { BreakAttributes(rawValue: 1 << 0) }
  /// A line may end here if words may be broken.
  @inlinable public static var characterBreak: BreakAttributes { BreakAttributes(rawValue: 1 << 1) }
  /// The character is white space, whose width is dropped at the end of a line.
  @inlinable public static var whiteSpace: BreakAttributes { BreakAttributes(rawValue: 1 << 2) }
  /// A break here inserts a hyphen.
  @inlinable public static var hyphen: BreakAttributes { BreakAttributes(rawValue: 1 << 3) }
  /// That hyphen replaces the character before (U+2027).
  @inlinable public static var removesPreceding: BreakAttributes { BreakAttributes(rawValue: 1 << 4) }
  /// A split here changes widths; without a `Split` for this place, results that depend on it are indeterminate.
  @inlinable public static var changesWidths: BreakAttributes { BreakAttributes(rawValue: 1 << 5) }
  /// A grapheme starts here: an ellipsis may stand here.
  @inlinable public static var grapheme: BreakAttributes { BreakAttributes(rawValue: 1 << 6) }
  /// A cluster of the unbroken item starts here.
  @inlinable public static var cluster: BreakAttributes { BreakAttributes(rawValue: 1 << 7) }
  /// The character is wide, so that an ellipsis here is U+22EF.
  @inlinable public static var wide: BreakAttributes { BreakAttributes(rawValue: 1 << 8) }
  /// The character's cluster has a missing glyph (a hex box).
  @inlinable public static var missingGlyph: BreakAttributes { BreakAttributes(rawValue: 1 << 9) }
  /// The character's cluster has an ordinary glyph.
  @inlinable public static var ordinaryGlyph: BreakAttributes { BreakAttributes(rawValue: 1 << 10) }
  /// The character's cluster has several glyphs, none of which is blanked at the end of a line.
  @inlinable public static var severalGlyphs: BreakAttributes { BreakAttributes(rawValue: 1 << 11) }
  /// The end of a paragraph where white space must fit on the line, and no hyphen is inserted, as by Pango 1.51.2 and
  /// later.
  @inlinable public static var keepsWidth: BreakAttributes { BreakAttributes(rawValue: 1 << 12) }

  /// Whether any attribute of `other` is set.
  @inlinable public func has(_ other: BreakAttributes) -> Bool { rawValue & other.rawValue != 0 }
}
