/// Start tags that were read before: most entries of a feed have the same tags in the same order, byte for byte.
///
/// A tag that follows another one as it did earlier is found by comparing its bytes, without looking for its name and
/// attributes. Tags that are not remembered, such as those with addresses, do not count.
struct XMLTagMemory: Sendable {
  /// A start tag, from `<` to `>`.
  struct Tag {
    /// In bytes.
    fileprivate(set) var length: Int
    /// The ranges count from the start of the tag.
    fileprivate(set) var name: Range<Int>
    fileprivate(set) var attributes: [XMLScanner.Attribute]
    /// The symbol of its name; nil until the reader has looked it up.
    fileprivate var symbol: Int32?
    fileprivate var field: KnownField?
    fileprivate var first: TextBlock.Bytes
    fileprivate var second: TextBlock.Bytes
    fileprivate var firstMask: TextBlock.Bytes
    fileprivate var secondMask: TextBlock.Bytes

    /// Whether the tag is at an address, from which `greatestLength` bytes must be readable.
    @inline(__always)
    fileprivate func isAt(_ start: UnsafePointer<UInt8>) -> Bool {
      let differences =
        (TextBlock.load(start) ^ first) & firstMask
        | (TextBlock.load(start + TextBlock.size) ^ second) & secondMask
      return withUnsafeBytes(of: differences) {
        $0.load(as: UInt64.self) | $0.load(fromByteOffset: 8, as: UInt64.self) == 0
      }
    }
  }

  /// The field of an entry that a tag begins.
  struct KnownField {
    var field: Field
    /// The version of the namespace declarations for which this is so.
    var declarations: Int
    var format: FeedFormat
  }

  /// Longer tags are not remembered.
  static let greatestLength = 2 * TextBlock.size
  /// Feeds have fewer.
  private static let greatestCount = 32
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
  private(set) var tags = [
    Tag(
      length: 0, name: 0..<0, attributes: [], first: .zero, second: .zero, firstMask: .zero, secondMask: .zero
    )
  ]
  private var successors = [Successors()]
  /// The number of the remembered tag that was read last.
  private var last = Self.none

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
    number != Self.none && tags[number].isAt(start)
  }

  /// The symbol of a tag's name.
  func symbol(of number: Int) -> Int32? { tags[number].symbol }

  func field(of number: Int) -> KnownField? { tags[number].field }

  mutating func setField(_ field: KnownField, of number: Int) { tags[number].field = field }

  mutating func setSymbol(_ symbol: Int32, of number: Int) { tags[number].symbol = symbol }

  /// Remembers a tag that was read.
  ///
  /// - Parameters:
  ///   - start: `greatestLength` bytes must be readable.
  ///   - length: From `<` to `>`.
  ///   - name, attributes: Counted from the start of the tag.
  /// - Returns: The number of the tag; nil if it is not remembered.
  mutating func add(
    _ start: UnsafePointer<UInt8>, length: Int, name: Range<Int>, attributes: [XMLScanner.Attribute]
  ) -> Int? {
    guard length <= Self.greatestLength, ReaderShortcuts.areTaken else { return nil }
    var number = tags.indices.dropFirst().first { tags[$0].length == length && tags[$0].isAt(start) }
    if number == nil, tags.count <= Self.greatestCount {
      number = tags.count
      var (firstMask, secondMask) = (TextBlock.Bytes.zero, TextBlock.Bytes.zero)
      for index in 0..<length {
        if index < TextBlock.size {
          firstMask[index] = 0xFF
        } else {
          secondMask[index - TextBlock.size] = 0xFF
        }
      }
      tags.append(
        Tag(
          length: length, name: name, attributes: attributes, first: TextBlock.load(start),
          second: TextBlock.load(start + TextBlock.size), firstMask: firstMask, secondMask: secondMask))
      successors.append(Successors())
    }
    guard let number else { return nil }
    let before = successors[last]
    successors[last] = Successors(
      first: number, second: before.first, third: before.second, fourth: before.third)
    last = number
    return number
  }
}
