import Dispatch
import FeedViewerBase

/// What titles are compared by: their letters and numbers, without punctuation and the differences that a search ignores.
///
/// A key is a row of 64-bit words that ends with a zero byte. The first bytes of a title are the most significant ones of a word,
/// so that comparing words compares eight bytes at a time.
package struct TitleKeys: Sendable {
  /// Where a key begins, or goes on: its piece, and the index of a word there.
  package typealias Place = UInt32

  /// The words of consecutive keys, which stay where they are.
  private final class Piece: @unchecked Sendable {
    let words: UnsafeMutablePointer<UInt64>
    let capacity: Int

    init(capacity: Int) {
      words = .allocate(capacity: capacity)
      self.capacity = capacity
    }

    deinit { words.deallocate() }
  }

  /// The bits of a place that count words.
  fileprivate static let wordWidth: UInt32 = 20
  private static let smallestCapacity = 1 << 10

  /// A piece that others share is not written to.
  private var pieces: [(piece: Piece, end: Int)] = []
  /// Where each key begins.
  package private(set) var places: [Place] = []

  /// What follows in a longer folded title is not compared, in bytes: the words of a key are counted in few bits.
  private static let lengthLimit = 1 << 20

  /// Titles whose keys one processor makes at a time.
  private static let sliceLength = 8_192

  package init() {}

  /// Makes the keys of many titles.
  ///
  /// - Parameters:
  ///   - count: The number of titles.
  ///   - isConcurrent: Whether all processors may be used.
  ///   - withTitle: Passes the UTF-8 of the title with an index to a function. Called on several threads at once.
  /// - Complexity: O(length of the titles).
  package init(
    count: Int, isConcurrent: Bool = true,
    withTitle: @Sendable (Int, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
  ) {
    let sliceCount = (count + Self.sliceLength - 1) / Self.sliceLength
    var slices: [TitleKeys?] = Array(repeating: nil, count: sliceCount)
    slices.withUnsafeMutableBufferPointer { slices in
      // Each iteration writes an element of its own.
      nonisolated(unsafe) let slices = slices
      @Sendable func make(_ number: Int) {
        var keys = TitleKeys()
        for index in number * Self.sliceLength..<min((number + 1) * Self.sliceLength, count) {
          withTitle(index) { keys.append($0) }
        }
        slices[number] = keys
      }
      if isConcurrent {
        DispatchQueue.concurrentPerform(iterations: sliceCount, execute: make)
      } else {
        for number in 0..<sliceCount { make(number) }
      }
    }
    places.reserveCapacity(count)
    for number in slices.indices {
      append(slices[number]!)
      slices[number] = nil
    }
  }

  package var count: Int { places.count }

  /// Where the key with an index begins.
  package subscript(index: Int) -> Place { places[index] }

  /// The letter that a title begins with, in lower case and without accents, or another sign that counts; nil if it begins with a
  /// number, or if nothing of it counts.
  package func firstLetter(of index: Int) -> Unicode.Scalar? {
    let word = withWords { $0[places[index]] }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    guard bytes[0] != 0, !TitleFolding.beginsNumber(bytes[0]) else { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let letter) = decoder.decode(&iterator) else {
      preconditionFailure("A key has the bytes of valid characters.")
    }
    return letter
  }

  /// Adds the key of a title after all others.
  package mutating func append(_ title: String) {
    var title = title
    title.withUTF8 { append($0) }
  }

  /// Adds the key of a title after all others.
  ///
  /// - Parameter title: Valid UTF-8.
  package mutating func append(_ title: UnsafeBufferPointer<UInt8>) {
    var folder = TextFolder(capacity: title.count)
    TitleFolding.append(title, to: &folder)
    var limit = min(folder.count, Self.lengthLimit)
    // Between characters.
    while limit < folder.count, folder.view[limit] & 0xC0 == 0x80 { limit -= 1 }
    let title = UnsafeBufferPointer(rebasing: folder.view[..<limit])
    let words = reserve(TitleFolding.maximumLength(of: title.count) / 8 + 1)
    let bytes = UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self)
    let length = TitleFolding.fold(title, into: bytes)
    let wordCount = length / 8 + 1
    for place in length..<8 * wordCount { bytes[place] = 0 }
    for index in 0..<wordCount { words[index] = UInt64(bigEndian: words[index]) }
    places.append(end)
    pieces[pieces.count - 1].end += wordCount
  }

  /// Adds keys after all others.
  ///
  /// - Complexity: O(length of the keys).
  package mutating func append(_ other: TitleKeys) {
    var next = 0
    for (number, (piece, length)) in other.pieces.enumerated() {
      reserve(length).update(from: piece.words, count: length)
      let distance = end &- Self.place(number, 0)
      while next < other.count, Int(other.places[next] >> Self.wordWidth) == number {
        places.append(other.places[next] &+ distance)
        next += 1
      }
      pieces[pieces.count - 1].end += length
    }
  }

  /// Puts keys in the places of as many others.
  ///
  /// - Parameter first: The index of the first one that is replaced.
  /// - Complexity: O(length of the new keys). The words of those that are replaced stay in memory.
  package mutating func replace(from first: Int, by other: TitleKeys) {
    let end = count
    append(other)
    for index in 0..<other.count { places[first + index] = places[end + index] }
    places.removeLast(other.count)
  }

  /// Some of these keys in another order, in the same memory.
  ///
  /// - Parameter places: Where they begin; others are allowed that are replaced before they are read.
  package func rearranged(_ places: [Place]) -> TitleKeys {
    var keys = self
    keys.places = places
    return keys
  }

  /// Makes other keys reachable by places, without copying them.
  ///
  /// - Returns: What is to be added to a place of `other`.
  package mutating func share(_ other: TitleKeys) -> Place {
    let first = pieces.count
    pieces += other.pieces
    return Self.place(first, 0)
  }

  /// Where the next key begins in the last piece.
  private var end: Place { Self.place(pieces.count - 1, pieces[pieces.count - 1].end) }

  private static func place(_ piece: Int, _ word: Int) -> Place {
    precondition(piece < 1 << (32 - wordWidth), "Titles of more than 32 GB can't be sorted.")
    return UInt32(piece) << wordWidth | UInt32(word)
  }

  /// Makes room in the last piece.
  ///
  /// - Returns: The first unused word.
  private mutating func reserve(_ wordCount: Int) -> UnsafeMutablePointer<UInt64> {
    // The words of a key are counted from where it begins.
    precondition(wordCount <= 1 << Int(Self.wordWidth), "A key is shorter than a piece.")
    let last = pieces.count - 1
    if last >= 0, pieces[last].end + wordCount <= pieces[last].piece.capacity,
      isKnownUniquelyReferenced(&pieces[last].piece)
    {
      return pieces[last].piece.words + pieces[last].end
    }
    let capacity = last < 0 ? Self.smallestCapacity : 2 * pieces[last].piece.capacity
    let piece = Piece(capacity: max(min(capacity, 1 << Int(Self.wordWidth)), wordCount))
    pieces.append((piece, 0))
    return piece.words
  }

  /// Passes what reads the words of keys to `body`, for as long as that takes.
  func withWords<Result>(_ body: (Words) -> Result) -> Result {
    withExtendedLifetime(pieces) { body(Words(pieces: pieces.map { $0.piece.words })) }
  }

  /// Reads words of keys.
  struct Words: @unchecked Sendable {
    fileprivate let pieces: [UnsafeMutablePointer<UInt64>]

    subscript(place: Place) -> UInt64 {
      pieces[Int(place >> wordWidth)][Int(place & (1 << wordWidth - 1))]
    }
  }
}
