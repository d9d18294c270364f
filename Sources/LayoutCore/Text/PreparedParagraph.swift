/// One paragraph of a text, shaped once as a whole: what its widths are, where it may break, and what a break
/// changes. Places are counted in characters (Unicode scalars); place p is before character p, and the last
/// place is the paragraph's end.
public struct PreparedParagraph: Sendable {
  /// Sums of the logical widths of the characters before each place (Pango units); one more than characters.
  let sums: [Int32]
  let facts: [BreakAttributes]
  let items: [Item]
  let splits: [Split]
  let emptyClass: Int

  /// Whether all items that could ask for a hyphen have one of the same width: Pango keeps ONE width a
  /// paragraph, of the first item it looked at (pango-layout.c, `find_break_extra_width`).
  let hasOneHyphen: Bool
  let hyphen: Int
  let widestHyphen: Int
  /// Whether every line has the height of the first item.
  let isUniform: Bool
  /// Whether, besides, every ellipsis has that height.
  let isEllipsisUniform: Bool
  /// Whether characters are known, not only what all of them have in common.
  let hasDetail: Bool

  /// - Parameters:
  ///   - sums: At least one value; never falling.
  ///   - facts: As many as `sums`.
  ///   - items: In logical order, covering all characters; empty for an empty paragraph.
  ///   - splits: In order of their places.
  ///   - emptyClass: The height class of the paragraph's line when it has no characters.
  public init(sums: [Int32], facts: [BreakAttributes], items: [Item], splits: [Split], emptyClass: Int) {
    precondition(sums.count == facts.count && !sums.isEmpty, "Every place has a sum and its facts.")
    self.sums = sums
    self.facts = facts
    self.items = items
    self.splits = splits
    self.emptyClass = emptyClass
    hasDetail = true

    var first: Int?
    var hasOne = true
    var widest = 0
    for item in items {
      let range = Int(item.start)...Int(item.start + item.count)
      guard range.contains(where: { facts[$0].contains(.hyphen) }) else { continue }
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
  }

  /// What a walk over words needs of the paragraph besides them.
  var withoutDetail: PreparedParagraph { PreparedParagraph(commonOf: self) }

  private init(commonOf other: PreparedParagraph) {
    sums = [0]
    facts = [[]]
    items = Array(other.items.prefix(1))
    splits = []
    emptyClass = other.emptyClass
    hasOneHyphen = other.hasOneHyphen
    hyphen = other.hyphen
    widestHyphen = other.widestHyphen
    isUniform = other.isUniform
    isEllipsisUniform = other.isEllipsisUniform
    hasDetail = false
  }

  /// What its arrays take in a `TextStorage`.
  var byteCount: Int {
    TextStorage.Rest.size(of: sums) + TextStorage.Rest.size(of: facts) + TextStorage.Rest.size(of: items)
      + TextStorage.Rest.size(of: splits)
  }

  func split(at place: Int) -> Split? {
    splits.withUnsafeBufferPointer { Split.find(place, in: $0)?.pointee }
  }

  /// Characters that Pango shapes in one go: one font, script, language and direction.
  public struct Item: Sendable, BitwiseCopyable {
    public var start: Int32
    public var count: Int32
    public var kind: Kind = .text
    /// The class of a piece without missing glyphs.
    public var heightClass: Int16 = 0
    /// The class of a piece of nothing but missing glyphs (hex boxes), and of a piece with both; negative if
    /// none is missing.
    public var missingClass: Int16 = -1
    public var mixedClass: Int16 = -1
    /// How far beyond a line's end Pango looks for a better place to break: three average characters. Where it is
    /// unknown, no line that must be searched for its end is told.
    public var searchMargin: Int32 = unknownSearchMargin
    public static var unknownSearchMargin: Int32 { -1 }
    public var hyphen: Int32 = 0
    /// The ellipsis of a line that is cut in this item, before an ordinary and before a wide character.
    public var ellipsis = Ellipsis()
    public var wideEllipsis = Ellipsis()
    /// Whether nothing that depends on this item can be told.
    public var isUnknown = false

    public init(start: Int, count: Int) {
      self.start = Int32(start)
      self.count = Int32(count)
    }

    /// The place after its last character.
    public var end: Int { Int(start) &+ Int(count) }
  }

  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    case text
    /// A tab; its width depends on where it stands.
    case tab
    /// U+2028, which ends a line.
    case separator
  }

  public struct Ellipsis: Equatable, Sendable, BitwiseCopyable {
    public var width: Int32 = 0
    public var heightClass: Int16 = 0
    public init(width: Int32 = 0, heightClass: Int16 = 0) {
      self.width = width
      self.heightClass = heightClass
    }
  }

  /// What splitting an item at a place changes, measured by shaping both sides once.
  ///
  /// A piece [a, b) is as wide as the sums say, plus `right` of the split at a, plus `left` of the split at b,
  /// as long as b >= `reach` of a, a <= `leftReach` of b, and the reaches do not overlap.
  public struct Split: Sendable, BitwiseCopyable {
    public var place: Int32
    /// The right piece is exact for ends from here on.
    public var reach: Int32
    /// The left piece is exact for starts up to here.
    public var leftReach: Int32
    /// Corrections in Pango units; `left` includes a hyphen where a break inserts one.
    public var right: Int32
    public var left: Int32
    /// The width of the left piece's last glyph, 0 if it shares its cluster: what the piece is narrower when Pango
    /// blanks that glyph, at a line's end behind white space.
    public var lastWidth: Int32

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

/// What is true of the place before a character, and of that character (PangoLogAttr, and the shaping).
public struct BreakAttributes: OptionSet, Sendable, BitwiseCopyable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A line may end here.
  @inlinable public static var lineBreak: BreakAttributes { BreakAttributes(rawValue: 1 << 0) }
  /// A line may end here when words may be broken.
  @inlinable public static var characterBreak: BreakAttributes { BreakAttributes(rawValue: 1 << 1) }
  /// The character is white: a line that ends after it is forgiven its width.
  @inlinable public static var whiteSpace: BreakAttributes { BreakAttributes(rawValue: 1 << 2) }
  /// A break here inserts a hyphen.
  @inlinable public static var hyphen: BreakAttributes { BreakAttributes(rawValue: 1 << 3) }
  /// That hyphen replaces the character before (U+2027).
  @inlinable public static var removesPreceding: BreakAttributes { BreakAttributes(rawValue: 1 << 4) }
  /// Splitting here changes widths: a `Split` is needed, and where there is none nothing can be told.
  @inlinable public static var changesWidths: BreakAttributes { BreakAttributes(rawValue: 1 << 5) }
  /// A grapheme starts here: an ellipsis may stand here.
  @inlinable public static var grapheme: BreakAttributes { BreakAttributes(rawValue: 1 << 6) }
  /// A cluster of the unbroken item starts here.
  @inlinable public static var cluster: BreakAttributes { BreakAttributes(rawValue: 1 << 7) }
  /// The character is wide: an ellipsis here is U+22EF.
  @inlinable public static var wide: BreakAttributes { BreakAttributes(rawValue: 1 << 8) }
  /// The character's cluster has a missing glyph (a hex box).
  @inlinable public static var missingGlyph: BreakAttributes { BreakAttributes(rawValue: 1 << 9) }
  /// The character's cluster has an ordinary glyph.
  @inlinable public static var ordinaryGlyph: BreakAttributes { BreakAttributes(rawValue: 1 << 10) }
  /// The character's cluster has several glyphs: none of them is blanked at a line's end.
  @inlinable public static var severalGlyphs: BreakAttributes { BreakAttributes(rawValue: 1 << 11) }

  /// Whether any of `other` is true here.
  @inlinable public func has(_ other: BreakAttributes) -> Bool { rawValue & other.rawValue != 0 }
}
