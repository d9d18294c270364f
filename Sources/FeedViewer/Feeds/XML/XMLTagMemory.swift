/// Start tags that were read before: most entries of a feed have the same tags in the same order, byte for byte, or up to the
/// value of the last attribute, such as an address.
///
/// A tag that follows another one as it did earlier is found by comparing its bytes, without looking for its name and
/// attributes.
struct XMLTagMemory: Sendable {
  /// A start tag from `<` to `>`, or its beginning up to the quotation mark before the value of the last attribute.
  struct Tag {
    fileprivate let bytes: TagBytes
    /// The quotation mark with which a beginning ends; nil for a whole tag.
    fileprivate(set) var quote: UInt8?
    /// The ranges count from the start of the tag. The last value of a beginning is empty.
    fileprivate(set) var name: Range<Int>
    fileprivate(set) var attributes: [XMLScanner.Attribute]
    /// Whether the name of an attribute begins like `xml:lang` and `xmlns`.
    let mayTellWhatIsInherited: Bool
    /// The symbol of its name; nil until the reader has looked it up.
    fileprivate var symbol: Int32?
    fileprivate var field: KnownField?
    fileprivate var link: KnownLink?

    fileprivate init(
      _ start: UnsafePointer<UInt8>, length: Int, quote: UInt8?, name: Range<Int>,
      attributes: [XMLScanner.Attribute]
    ) {
      bytes = TagBytes(start, length: length)
      (self.quote, self.name, self.attributes) = (quote, name, attributes)
      mayTellWhatIsInherited = attributes.contains { ASCII.lowercased(start[$0.name.lowerBound]) == 0x78 }
    }

    /// In bytes.
    @inline(__always)
    var length: Int { bytes.length }
  }

  /// The field of an entry that a tag begins.
  struct KnownField {
    var field: Field
    /// The version of the namespace declarations for which this is so.
    var declarations: Int
    var format: FeedFormat
  }

  /// What the attributes of a link tell, apart from its address.
  struct KnownLink {
    var relation: XMLFeedReader.LinkRelation
    /// Whether its type is that of a web page.
    var namesPage: Bool
    var hasAddress: Bool
  }

  /// Longer tags and beginnings are not remembered.
  static let greatestLength = TagBytes.limit
  /// Feeds have fewer. Once there are so many, no others are looked for.
  private static let greatestCount = 32
  /// So many tags that differ in their last value only are remembered as a whole, such as those of a few types of text.
  /// Of others the beginning is.
  private static let variantLimit = 3
  /// Comes before the first tag.
  private static let none = 0

  /// What followed a tag, the last one first.
  private struct Successors {
    var first = XMLTagMemory.none
    var second = XMLTagMemory.none
    var third = XMLTagMemory.none
    var fourth = XMLTagMemory.none
  }

  /// The first one is at no address.
  private(set) var tags: [Tag] = []
  private var successors = [Successors()]
  /// The number of the remembered tag that was read last.
  private var last = Self.none

  init() {
    let nothing = [UInt8](repeating: 0, count: Self.greatestLength)
    tags.append(
      nothing.withUnsafeBufferPointer {
        Tag($0.baseAddress!, length: 0, quote: nil, name: 0..<0, attributes: [])
      })
  }

  /// The number of the tag at an address, if it is one of those that followed the last one before.
  ///
  /// - Parameter start: `greatestLength` bytes must be readable.
  @inline(__always)
  mutating func next(at start: UnsafePointer<UInt8>) -> Int? {
    let expected = successors[last]
    if isTag(expected.first, at: start) {
      last = expected.first
    } else if isTag(expected.second, at: start) {
      last = expected.second
    } else if isTag(expected.third, at: start) {
      last = expected.third
    } else if isTag(expected.fourth, at: start) {
      last = expected.fourth
    } else {
      return nil
    }
    return last
  }

  @inline(__always)
  private func isTag(_ number: Int, at start: UnsafePointer<UInt8>) -> Bool {
    number != Self.none && tags[number].bytes.begin(start)
  }

  /// The symbol of a tag's name.
  func symbol(of number: Int) -> Int32? { tags[number].symbol }

  func field(of number: Int) -> KnownField? { tags[number].field }

  /// Remembers the field that a whole tag begins: that of a beginning may depend on the value.
  mutating func setField(_ field: KnownField, of number: Int) {
    if tags[number].quote == nil { tags[number].field = field }
  }

  func link(of number: Int) -> KnownLink? { tags[number].link }

  /// Remembers what a tag tells of a link. In a beginning, nothing but the address may be another one.
  mutating func setLink(_ link: KnownLink, of number: Int) { tags[number].link = link }

  mutating func setSymbol(_ symbol: Int32, of number: Int) { tags[number].symbol = symbol }

  /// Remembers a tag that was read, without repairs.
  ///
  /// - Parameters:
  ///   - start: `greatestLength` bytes must be readable.
  ///   - length: From `<` to `>`.
  ///   - isSelfClosing: Then only its beginning is remembered.
  ///   - name, attributes: Counted from the start of the tag.
  /// - Returns: The number of the whole tag; nil if only its beginning is remembered, or nothing.
  mutating func add(
    _ start: UnsafePointer<UInt8>, length: Int, isSelfClosing: Bool, name: Range<Int>,
    attributes: @autoclosure () -> [XMLScanner.Attribute]
  ) -> Int? {
    guard tags.count <= Self.greatestCount, ReaderShortcuts.areTaken else { return nil }
    if let number = tags.indices.dropFirst().first(where: { tags[$0].bytes.begin(start) }) {
      follow(number)
      return tags[number].quote == nil ? number : nil
    }
    let attributes = attributes()
    // Nothing but the end of the tag may follow the last value.
    let ending = isSelfClosing ? 3 : 2
    let value = attributes.last?.value
    let beginning = value.flatMap { $0.upperBound == length - ending ? $0.lowerBound : nil }
    // Other tags differ in their last value only.
    let isVaried =
      beginning.map { beginning in
        let variants = tags.count {
          $0.quote == nil && $0.attributes.last?.value.lowerBound == beginning
            && $0.bytes.begin(start, count: beginning)
        }
        return variants >= Self.variantLimit
      } ?? false
    if length <= Self.greatestLength, !isSelfClosing, !isVaried {
      return insert(Tag(start, length: length, quote: nil, name: name, attributes: attributes))
    }
    guard let beginning, beginning <= Self.greatestLength, beginning > name.upperBound else { return nil }
    var prefix = attributes
    prefix[prefix.count - 1].value = beginning..<beginning
    _ = insert(
      Tag(start, length: beginning, quote: start[beginning - 1], name: name, attributes: prefix))
    return nil
  }

  private mutating func insert(_ tag: Tag) -> Int {
    tags.append(tag)
    successors.append(Successors())
    follow(tags.count - 1)
    return tags.count - 1
  }

  /// Takes note of what followed the last tag.
  private mutating func follow(_ number: Int) {
    let before = successors[last]
    successors[last] = Successors(
      first: number, second: before.first, third: before.second, fourth: before.third)
    last = number
  }
}
