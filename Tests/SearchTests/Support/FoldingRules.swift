import Foundation
import Synchronization

/// The rules of `TextFolder`, written down plainly with Foundation and the properties of scalars: the model for its
/// tests, and the source of `FoldingTable`.
enum FoldingRules {
  /// The folded form of one scalar before marks are sorted and composed; white space is a space.
  static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let known = folded.withLock({ $0[scalar] }) { return known }
    let result = makeFolded(scalar)
    folded.withLock { $0[scalar] = result }
    return result
  }

  /// Foundation's normalization is slow.
  private static let folded = Mutex<[Unicode.Scalar: [Unicode.Scalar]]>([:])

  private static func makeFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // Foundation's normalization is meant for text that XML allows, without NUL.
    guard scalar.value > 0 else { return [] }
    if isInvisible(scalar) { return [] }
    let letters = decompose(scalar).filter { !isDiacritic($0) }
    return letters.flatMap(foldCase).flatMap(decompose).flatMap(simplified)
  }

  private static func decompose(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars)
  }

  private static func foldCase(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    scalar.properties.lowercaseMapping.unicodeScalars
      .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }

  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 1, 10...36, 200...240: true
    default: false
    }
  }

  private static func simplified(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if isInvisible(scalar) || isDiacritic(scalar) { return [] }
    if scalar.properties.isWhitespace { return [" "] }
    return letters[scalar].map { Array($0.unicodeScalars) } ?? [scalar]
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isDefaultIgnorableCodePoint || scalar == "\u{640}"
      || properties.generalCategory == .control && !properties.isWhitespace
  }

  /// Letters with strokes and ligatures, which have no decomposition, apostrophes and what is written like them, and
  /// punctuation that keyboards do not have.
  private static let letters: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe",
    "'": "", "‘": "", "’": "", "‚": "", "‛": "", "ʻ": "", "ʼ": "", "ʽ": "", "ʾ": "", "ʿ": "", "՚": "",
    "׳": "",
    "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "״": "\"",
    "‐": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
  ]

  /// The folded form of a text.
  static func fold(_ text: String) -> String {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars.flatMap(fold) where scalar != " " || (scalars.last ?? " ") != " " {
      scalars.append(scalar)
    }
    if scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(composed(sorted(scalars))))
  }

  private static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in scalars {
      if let last = result.last, let composed = compositions[Pair(first: last, second: scalar)] {
        result[result.count - 1] = composed
      } else {
        result.append(scalar)
      }
    }
    return result
  }

  /// Marks in canonical order.
  private static func sorted(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
      scalar.properties.canonicalCombiningClass.rawValue
    }
    var result: [Unicode.Scalar] = []
    var run: [Unicode.Scalar] = []
    for scalar in scalars + ["a"] {
      if combiningClass(scalar) > 0 {
        run.append(scalar)
        continue
      }
      let classes = Set(run.map(combiningClass)).sorted()
      for one in classes { result += run.filter { combiningClass($0) == one } }
      run = []
      result.append(scalar)
    }
    return result.dropLast()
  }

  private struct Pair: Hashable {
    var first: Unicode.Scalar
    var second: Unicode.Scalar
  }

  /// The Korean syllables and kana that two scalars form, from their canonical decompositions.
  private static let compositions: [Pair: Unicode.Scalar] = {
    var compositions: [Pair: Unicode.Scalar] = [:]
    for value in Array(0x3041...0x30FF) + Array(0xAC00...0xD7A3) {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      var parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
      // The syllable without its last part comes before.
      if parts.count == 3, let syllable = compositions[Pair(first: parts[0], second: parts[1])] {
        parts = [syllable, parts[2]]
      }
      if parts.count == 2 { compositions[Pair(first: parts[0], second: parts[1])] = scalar }
    }
    return compositions
  }()

  // MARK: Table

  /// The contents of `FoldingTable`: first the marks that stay, with their classes, then all other scalars that change.
  static var table: String {
    var marks: [(value: Int, target: [Int])] = []
    var others: [(value: Int, target: [Int])] = []
    for value in 0..<0x3_0000 {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let folded = composed(sorted(fold(scalar)))
      let combiningClass = scalar.properties.canonicalCombiningClass
      if folded == [scalar], combiningClass != .notReordered {
        marks.append((value, [Int(combiningClass.rawValue)]))
      } else if folded != [scalar] || isJamo(value) || value == 0x20 {
        others.append((value, folded.map { Int($0.value) }))
      }
    }
    return (records(marks, sign: ":") + records(others, sign: "=")).joined(separator: " ")
  }

  /// Vowels and trailing consonants of Korean syllables, which are composed.
  private static func isJamo(_ value: Int) -> Bool {
    (0x1161...0x1175).contains(value) || (0x11A8...0x11C2).contains(value)
  }

  /// One record for as many scalars as possible, each one or two after the one before, whose targets are equal or ascend
  /// like them.
  private static func records(_ entries: [(value: Int, target: [Int])], sign: String) -> [String] {
    var records: [String] = []
    var rest = entries[...]
    while let first = rest.first {
      var best = (count: 1, step: 1, sign: sign)
      for step in [1, 2] {
        let run = rest.enumerated().prefix { $1.value == first.value + $0 * step }
        let equal = run.prefix { $1.target == first.target }.count
        let ascending = run.prefix { first.target.count == 1 && $1.target == [first.target[0] + $0 * step] }
          .count
        if equal > best.count { best = (equal, step, sign) }
        if sign == "=", ascending > best.count { best = (ascending, step, ">") }
      }
      let last = first.value + (best.count - 1) * best.step
      let end = best.count > 1 ? "-" + hex(last) + (best.step > 1 ? "/2" : "") : ""
      records.append(hex(first.value) + end + best.sign + first.target.map(hex).joined(separator: "."))
      rest = rest.dropFirst(best.count)
    }
    return records
  }

  private static func hex(_ value: Int) -> String { String(value, radix: 16, uppercase: true) }
}
