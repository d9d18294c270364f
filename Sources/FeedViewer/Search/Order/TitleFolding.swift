import FeedViewerBase

/// Makes the bytes by which a title is compared: its folded text without punctuation, and numbers by their values.
enum TitleFolding {
  /// What ASCII characters count as; 0 for those that do not count. A number has its own rule.
  private static let letters: [UInt8] = (0..<128).map { byte -> UInt8 in
    switch UInt8(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x20: UInt8(byte)
    default: 0
    }
  }

  /// Stands beside what only became digits, so that it is no part of a number: 300½ is not 3001.
  private static let separator: UInt8 = 1

  /// Folds the text of a title.
  ///
  /// - Parameter title: Valid UTF-8.
  static func append(_ title: UnsafeBufferPointer<UInt8>, to folder: inout TextFolder) {
    var (start, place) = (0, 0)
    while place < title.count {
      guard title[place] >= 0x80 else {
        place += 1
        continue
      }
      let scalar = TextFolder.scalar(at: title.baseAddress! + place)
      let next = place + UTF8.width(scalar)
      if TextFolder.becomesDigits(scalar) {
        for part in [start..<place, place..<next] {
          folder.append(UnsafeBufferPointer(rebasing: title[part]))
          folder.endField(with: separator)
        }
        start = next
      }
      place = next
    }
    folder.append(UnsafeBufferPointer(rebasing: title[start...]))
    folder.endField()
  }

  /// The most bytes that folded text of some length is compared by: a number has one more.
  static func maximumLength(of length: Int) -> Int { 2 * length }

  /// - Parameters:
  ///   - title: Text from `append(_:to:)`.
  ///   - bytes: Room for the longest result. None of the bytes is 0.
  /// - Returns: The number of bytes.
  static func fold(_ title: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutablePointer<UInt8>) -> Int {
    letters.withUnsafeBufferPointer { letters in
      var (place, end) = (0, 0)
      while place < title.count {
        let byte = title[place]
        if byte >= 0x80 {
          place = foldCharacter(title, from: place, into: bytes, &end)
        } else if isDigit(byte) {
          place = foldNumber(title, from: place, into: bytes, &end)
        } else {
          place += 1
          let letter = letters[Int(byte)]
          // Spaces separate words.
          guard letter != 0, letter != 0x20 || end > 0 && bytes[end - 1] != 0x20 else { continue }
          bytes[end] = letter
          end += 1
        }
      }
      return end
    }
  }

  /// The most digits that are told apart by their count.
  private static let digitLimit = 30

  /// Whether a byte of a key is the first one of a number.
  static func beginsNumber(_ byte: UInt8) -> Bool { Int(byte &- UInt8(ascii: "0")) <= digitLimit }

  /// Appends a number so that longer ones come later: the count of its digits, then the digits.
  private static func foldNumber(
    _ title: UnsafeBufferPointer<UInt8>, from start: Int, into bytes: UnsafeMutablePointer<UInt8>,
    _ end: inout Int
  ) -> Int {
    var first = start
    while first < title.count, title[first] == UInt8(ascii: "0") { first += 1 }
    var last = first
    while last < title.count, isDigit(title[last]) { last += 1 }
    // Above the space and below all letters.
    bytes[end] = UInt8(ascii: "0") + UInt8(min(last - first, digitLimit))
    end += 1
    for place in first..<last {
      bytes[end] = title[place]
      end += 1
    }
    return last
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Appends a character that is not ASCII, unless it is punctuation or a symbol.
  private static func foldCharacter(
    _ title: UnsafeBufferPointer<UInt8>, from start: Int, into bytes: UnsafeMutablePointer<UInt8>,
    _ end: inout Int
  ) -> Int {
    let scalar = TextFolder.scalar(at: title.baseAddress! + start)
    let next = start + UTF8.width(scalar)
    guard counts(scalar) else { return next }
    for place in start..<next {
      bytes[end] = title[place]
      end += 1
    }
    return next
  }

  private static func counts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      false
    default: true
    }
  }
}
