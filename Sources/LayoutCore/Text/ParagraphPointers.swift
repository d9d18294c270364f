/// The arrays of a paragraph as `PangoLineBreaker` reads them; valid as long as the `TextStorage` that owns them.
struct ParagraphPointers: BitwiseCopyable {
  let sums: UnsafePointer<Int32>
  let breakAttributes: UnsafePointer<BreakAttributes>
  let items: UnsafePointer<PreparedParagraph.Item>
  let splits: UnsafeBufferPointer<PreparedParagraph.Split>
  /// The number of characters.
  let count: Int
  let itemCount: Int
  let hasOneHyphen: Bool
  let hyphen: Int
  let widestHyphen: Int
  let isUniform: Bool
  let isEllipsisUniform: Bool
  let hasCommonEllipses: Bool
  let hasDetail: Bool

  init(_ paragraph: PreparedParagraph, in rest: inout TextStorage.Rest) {
    items = rest.copy(paragraph.items).baseAddress!
    sums = rest.copy(paragraph.sums).baseAddress!
    splits = rest.copy(paragraph.splits)
    breakAttributes = rest.copy(paragraph.breakAttributes).baseAddress!
    count = paragraph.breakAttributes.count - 1
    itemCount = paragraph.items.count
    hasOneHyphen = paragraph.hasOneHyphen
    hyphen = paragraph.hyphen
    widestHyphen = paragraph.widestHyphen
    isUniform = paragraph.isUniform
    isEllipsisUniform = paragraph.isEllipsisUniform
    hasCommonEllipses = paragraph.hasCommonEllipses
    hasDetail = paragraph.hasDetail
  }

  @inline(__always)
  func split(at place: Int) -> UnsafePointer<PreparedParagraph.Split>? {
    PreparedParagraph.Split.find(place, in: splits)
  }

  /// The item that contains the character at `place`.
  func itemIndex(at place: Int) -> Int {
    var low = 0
    var high = itemCount &- 1
    while low < high {
      let middle = (low &+ high &+ 1) >> 1
      if Int(items[middle].start) <= place { low = middle } else { high = middle &- 1 }
    }
    return low
  }
}

/// The values that all paragraphs of a text share, as `PangoLineBreaker` reads them.
struct TextPointers: BitwiseCopyable {
  let classes: UnsafePointer<LineHeightClass>
  let hasFlatBaselines: Bool
  let knowsFontHeights: Bool
  let tabWidth: Int
}
