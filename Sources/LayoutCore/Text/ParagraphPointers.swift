/// A paragraph's arrays as the simulation reads them: valid inside `PreparedParagraph.withPointers` only.
struct ParagraphPointers {
  let sums: UnsafePointer<Int32>
  let facts: UnsafePointer<PlaceFacts>
  let items: UnsafePointer<PreparedParagraph.Item>
  let splits: UnsafeBufferPointer<PreparedParagraph.Split>
  /// Characters.
  let count: Int
  let itemCount: Int
  let hasOneHyphen: Bool
  let hyphen: Int
  let widestHyphen: Int
  let isUniform: Bool
  let isEllipsisUniform: Bool
  let hasDetail: Bool

  @inline(__always)
  func split(at place: Int) -> UnsafePointer<PreparedParagraph.Split>? {
    PreparedParagraph.Split.find(place, in: splits)
  }

  /// The item that holds the character at `place`.
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

/// What all paragraphs of a text share, as the simulation reads it.
struct TextPointers {
  let classes: UnsafePointer<LineHeightClass>
  let hasFlatBaselines: Bool
  let tabWidth: Int
}

extension PreparedParagraph {
  /// Calls `body` with pointers into the paragraph; it must have items.
  func withPointers<Result>(_ body: (ParagraphPointers) -> Result) -> Result {
    sums.withUnsafeBufferPointer { sums in
      facts.withUnsafeBufferPointer { facts in
        items.withUnsafeBufferPointer { items in
          splits.withUnsafeBufferPointer { splits in
            body(
              ParagraphPointers(
                sums: sums.baseAddress!, facts: facts.baseAddress!, items: items.baseAddress!,
                splits: splits, count: facts.count - 1, itemCount: items.count,
                hasOneHyphen: hasOneHyphen, hyphen: hyphen, widestHyphen: widestHyphen,
                isUniform: isUniform, isEllipsisUniform: isEllipsisUniform, hasDetail: hasDetail))
          }
        }
      }
    }
  }
}
