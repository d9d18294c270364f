import Glibc

/// The fields of an entry, which never change: dates and texts in a block of memory that entries share, and lists, which most
/// entries do not have.
///
/// One string for each text would take a dozen allocations for each entry, which cost as much as finding its texts.
struct EntryRecord: @unchecked Sendable {
  /// The fields that are no texts.
  struct Header: Sendable {
    var identity: EntryIdentity
    var published: PackedDate
    var updated: PackedDate
    /// Nil if all of them are empty.
    var lists: Lists?
  }

  /// Fields that most entries do not have.
  final class Lists: Sendable {
    let enclosures: [Enclosure]
    let thumbnails: [String]
    let imageReferences: [String]
    /// What the references to images are resolved against; nil if all are addresses as they are written.
    let imageBases: ImageBases?
    /// The link as it is written, if a base made another address of it.
    let linkReference: String?
    /// Out of line, so that other entries take no memory for them; nil if no field is set.
    private let box: Box?

    private final class Box: Sendable {
      let details: EntryDetails

      init(_ details: EntryDetails) { self.details = details }
    }

    var details: EntryDetails { box?.details ?? EntryDetails() }

    init(
      enclosures: [Enclosure], thumbnails: [String], imageReferences: [String], imageBases: ImageBases? = nil,
      linkReference: String? = nil, details: EntryDetails
    ) {
      self.linkReference = linkReference
      self.enclosures = enclosures
      self.thumbnails = thumbnails
      self.imageReferences = imageReferences
      self.imageBases = imageBases
      box = details.isEmpty ? nil : Box(details)
    }
  }

  /// Where the texts of an entry are in a buffer; nil for those that it does not have.
  struct Texts {
    var identifier: Range<Int>?
    var title: Range<Int>?
    var link: Range<Int>?
    var author: Range<Int>?
    var byline: Range<Int>?
    var language: Range<Int>?
    var summary: Range<Int>?
    var content: Range<Int>?
    /// The tags, with separators between them.
    var tags: Range<Int>?
  }

  /// Stands between tags: no UTF-8 holds this byte.
  static let tagSeparator: UInt8 = 0xFF

  /// Where a text is in the memory behind the fixed fields.
  private struct Place {
    var start: UInt32
    /// The length in bytes; `UInt32.max` if the entry does not have the text.
    var count: UInt32

    static let none = Place(start: 0, count: .max)
  }

  /// What is in front of the texts.
  private struct Fixed {
    var published: PackedDate
    var updated: PackedDate
    /// The halves of the key: entries are aligned to eight bytes.
    var keyHigh: UInt64
    var keyLow: UInt64
    var check: UInt32
  }

  /// The number of the place of the tags, which follows those of the texts.
  private static let tagsNumber = EntryText.allCases.count
  private static let placesStart = MemoryLayout<Fixed>.stride
  private static let textsStart = placesStart + (tagsNumber + 1) * MemoryLayout<Place>.stride

  private let block: EntryBlock
  private let start: UnsafeRawPointer
  let lists: Lists?

  /// - Parameters:
  ///   - texts: Ranges of `bytes`, of valid UTF-8. Equal ranges of the author and the byline are kept once.
  ///   - blocks: Where the memory is taken from.
  /// - Complexity: O(length of the texts).
  init(
    _ header: Header, _ texts: Texts, in bytes: UnsafePointer<UInt8>, to blocks: inout EntryBlocks
  ) {
    let sharesByline = texts.author == texts.byline
    let size =
      Self.textsStart + Self.count(texts.identifier) + Self.count(texts.title) + Self.count(texts.link)
      + (sharesByline ? 0 : Self.count(texts.author)) + Self.count(texts.byline) + Self.count(texts.language)
      + Self.count(texts.summary) + Self.count(texts.content) + Self.count(texts.tags)
    precondition(size < UInt32.max, "The texts of an entry take less than 4 GB.")
    let memory: UnsafeMutableRawPointer
    (block, memory) = blocks.take(size)
    start = UnsafeRawPointer(memory)
    lists = header.lists
    let identity = header.identity
    memory.storeBytes(
      of: Fixed(
        published: header.published, updated: header.updated,
        keyHigh: UInt64(truncatingIfNeeded: identity.key >> 64),
        keyLow: UInt64(truncatingIfNeeded: identity.key),
        check: identity.check), as: Fixed.self)
    var end = Self.textsStart
    @inline(never) func put(_ range: Range<Int>?, _ number: Int) -> Place {
      var place = Place.none
      if let range {
        memcpy(memory + end, bytes + range.lowerBound, range.count)
        place = Place(start: UInt32(end), count: UInt32(range.count))
        end += range.count
      }
      store(place, number)
      return place
    }
    func store(_ place: Place, _ number: Int) {
      memory.storeBytes(
        of: place, toByteOffset: Self.placesStart + number * MemoryLayout<Place>.stride, as: Place.self)
    }
    _ = put(texts.identifier, EntryText.identifier.rawValue)
    _ = put(texts.title, EntryText.title.rawValue)
    _ = put(texts.link, EntryText.link.rawValue)
    let byline = put(texts.byline, EntryText.byline.rawValue)
    if sharesByline {
      store(byline, EntryText.author.rawValue)
    } else {
      _ = put(texts.author, EntryText.author.rawValue)
    }
    _ = put(texts.language, EntryText.language.rawValue)
    _ = put(texts.summary, EntryText.summary.rawValue)
    _ = put(texts.content, EntryText.content.rawValue)
    _ = put(texts.tags, Self.tagsNumber)
  }

  private static func count(_ range: Range<Int>?) -> Int { range?.count ?? 0 }

  var published: PackedDate { withExtendedLifetime(block) { start.load(as: Fixed.self).published } }
  var updated: PackedDate { withExtendedLifetime(block) { start.load(as: Fixed.self).updated } }

  var identity: EntryIdentity {
    withExtendedLifetime(block) {
      let fixed = start.load(as: Fixed.self)
      return EntryIdentity(key: UInt128(fixed.keyHigh) << 64 | UInt128(fixed.keyLow), check: fixed.check)
    }
  }

  @inline(__always)
  private func place(_ number: Int) -> Place {
    withExtendedLifetime(block) {
      start.load(
        fromByteOffset: Self.placesStart + number * MemoryLayout<Place>.stride, as: Place.self)
    }
  }

  /// Whether the entry has a text.
  func has(_ text: EntryText) -> Bool { place(text.rawValue).count != .max }

  /// Passes the UTF-8 of a text to `body`; nil if the entry does not have it.
  @inline(__always)
  func withUTF8<Result>(
    of text: EntryText, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withBytes(text.rawValue, body)
  }

  @inline(__always)
  private func withBytes<Result>(
    _ number: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    let place = place(number)
    guard place.count != .max else { return nil }
    return try withExtendedLifetime(block) {
      let bytes = start.assumingMemoryBound(to: UInt8.self) + Int(place.start)
      return try body(UnsafeBufferPointer(start: bytes, count: Int(place.count)))
    }
  }

  /// A text as a string. O(length).
  @inline(never)
  func string(_ text: EntryText) -> String? { withUTF8(of: text) { $0.validString } }

  /// The tags. O(length).
  var tags: [String] {
    var tags: [String] = []
    withTags { tags.append($0.validString) }
    return tags
  }

  var hasTags: Bool { place(Self.tagsNumber).count != .max }

  /// Calls `body` with each tag. O(length).
  @inline(__always)
  func withTags(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withBytes(Self.tagsNumber) { bytes in
      var start = 0
      for index in 0...bytes.count where index == bytes.count || bytes[index] == Self.tagSeparator {
        body(UnsafeBufferPointer(rebasing: bytes[start..<index]))
        start = index + 1
      }
    }
  }
}

extension ByteBuffer {
  /// Appends tags, with separators between them, and returns where they are in the buffer; nil if there are none.
  mutating func place(ofTags tags: [String]) -> Range<Int>? {
    if tags.isEmpty { return nil }
    let start = count
    for (number, tag) in tags.enumerated() {
      if number > 0 { append(EntryRecord.tagSeparator) }
      _ = place(of: tag)
    }
    return start..<count
  }
}
