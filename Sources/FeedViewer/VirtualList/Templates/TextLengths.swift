import LayoutCore

/// The lengths of an item's texts in UTF-8 bytes by their tags, from which its height is estimated.
public nonisolated struct TextLengths: Sendable, Hashable {
  /// The number of texts with lengths; at most four.
  package private(set) var count = 0
  private var tags = SIMD4<UInt16>()
  /// In the order in which they were set.
  private(set) var lengths = SIMD4<Int32>()

  /// Creates lengths without texts.
  public init() {}

  /// The length of the text with a tag; 0 if there is no such text.
  ///
  /// - Precondition: Four different tags have lengths at most, and no length is negative.
  public subscript(tag: ElementTag) -> Int {
    get {
      for index in 0..<count where tags[index] == tag.rawValue { return Int(lengths[index]) }
      return 0
    }
    set {
      precondition(newValue >= 0, "A text's length is not negative.")
      var index = 0
      while index < count, tags[index] != tag.rawValue { index += 1 }
      precondition(index < 4, "An item tells the lengths of four texts at most.")
      tags[index] = tag.rawValue
      lengths[index] = Int32(clamping: newValue)
      count = max(count, index + 1)
    }
  }

  /// A value that is equal for all items whose texts have the same tags in the same order.
  var pattern: SIMD4<UInt32> {
    (SIMD4<UInt32>(truncatingIfNeeded: tags) &+ 1).replacing(with: 0, where: lengths .<= 0)
  }

  /// The index of a tag's length in `lengths`; nil if there is no such text.
  func index(of tag: ElementTag) -> Int? {
    (0..<count).first { tags[$0] == tag.rawValue }
  }
}

extension TextLengths: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (ElementTag, Int)...) {
    self.init()
    for (tag, length) in elements { self[tag] = length }
  }
}
