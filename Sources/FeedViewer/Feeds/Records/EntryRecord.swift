import Glibc

/// The fields of an entry, which never change: a header, and behind it in the same block of memory the places and the
/// bytes of its texts.
///
/// One string for each text would take a dozen allocations for each entry, which cost as much as finding its texts.
struct EntryRecord: @unchecked Sendable {
  /// The fields that are no texts, and lists of texts, which most entries do not have.
  struct Header: Sendable {
    var published: PackedDate
    var updated: PackedDate
    var tags: [String]
    var enclosures: [Enclosure]
    var thumbnails: [String]
    var imageReferences: [String]
    var details: EntryDetails
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
  }

  /// Where a text is in the memory behind the header.
  private struct Place {
    var start: UInt32
    /// The length in bytes; `UInt32.max` if the entry does not have the text.
    var count: UInt32

    static let none = Place(start: 0, count: .max)
  }

  private static let placesSize = EntryText.allCases.count * MemoryLayout<Place>.stride

  private let memory: ManagedBuffer<Header, UInt8>

  var header: Header { memory.header }

  /// - Parameters:
  ///   - texts: Ranges of `bytes`, of valid UTF-8. Equal ranges of the author and the byline are kept once.
  /// - Complexity: O(length of the texts).
  init(_ header: consuming Header, _ texts: Texts, in bytes: UnsafePointer<UInt8>) {
    let sharesByline = texts.author == texts.byline
    let size =
      Self.placesSize + Self.count(texts.identifier) + Self.count(texts.title) + Self.count(texts.link)
      + (sharesByline ? 0 : Self.count(texts.author)) + Self.count(texts.byline) + Self.count(texts.language)
      + Self.count(texts.summary) + Self.count(texts.content)
    precondition(size < UInt32.max, "The texts of an entry take less than 4 GB.")
    // Moved, not copied: the closure is called once.
    var pending = Optional(consume header)
    memory = ManagedBuffer<Header, UInt8>.create(minimumCapacity: size) { _ in
      guard let header = pending.take() else { preconditionFailure("A record has one header.") }
      return header
    }
    memory.withUnsafeMutablePointerToElements { start in
      let places = UnsafeMutableRawPointer(start)
      var end = Self.placesSize
      @inline(never) func put(_ range: Range<Int>?, _ text: EntryText) -> Place {
        var place = Place.none
        if let range {
          memcpy(start + end, bytes + range.lowerBound, range.count)
          place = Place(start: UInt32(end), count: UInt32(range.count))
          end += range.count
        }
        places.storeBytes(
          of: place, toByteOffset: text.rawValue * MemoryLayout<Place>.stride, as: Place.self)
        return place
      }
      _ = put(texts.identifier, .identifier)
      _ = put(texts.title, .title)
      _ = put(texts.link, .link)
      let byline = put(texts.byline, .byline)
      if sharesByline {
        places.storeBytes(
          of: byline, toByteOffset: EntryText.author.rawValue * MemoryLayout<Place>.stride, as: Place.self)
      } else {
        _ = put(texts.author, .author)
      }
      _ = put(texts.language, .language)
      _ = put(texts.summary, .summary)
      _ = put(texts.content, .content)
    }
  }

  private static func count(_ range: Range<Int>?) -> Int { range?.count ?? 0 }

  private func place(of text: EntryText) -> Place {
    memory.withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0).loadUnaligned(
        fromByteOffset: text.rawValue * MemoryLayout<Place>.stride, as: Place.self)
    }
  }

  /// Whether the entry has a text.
  func has(_ text: EntryText) -> Bool { place(of: text).count != .max }

  /// Passes the UTF-8 of a text to `body`; nil if the entry does not have it.
  @inline(__always)
  func withUTF8<Result>(
    of text: EntryText, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    let place = place(of: text)
    guard place.count != .max else { return nil }
    return try memory.withUnsafeMutablePointerToElements {
      try body(UnsafeBufferPointer(start: $0 + Int(place.start), count: Int(place.count)))
    }
  }

  /// A text as a string. O(length).
  @inline(never)
  func string(_ text: EntryText) -> String? { withUTF8(of: text) { $0.validString } }

  /// Passes the fields that are no texts to `body`, without a copy of the lists.
  @inline(__always)
  func withHeader<Result>(_ body: (borrowing Header) -> Result) -> Result {
    memory.withUnsafeMutablePointerToHeader { body($0.pointee) }
  }
}
