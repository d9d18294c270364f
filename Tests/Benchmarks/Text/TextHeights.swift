import FeedViewerRows
import Foundation
import LayoutCore
import PangoText
import VirtualList

/// `text-heights --font DESC --width PX [--wrap word|char|word-char] [--max-lines N] [--round on|off] FILE`:
/// for each line of FILE, taken as one text, its line count and its height in Pango units.
struct TextHeights {
  enum Failure: Error, CustomStringConvertible {
    case usage(String)

    var description: String {
      switch self {
      case .usage(let problem):
        "\(problem). Usage: text-heights --font DESC --width PX [--wrap word|char|word-char] [--max-lines N] "
          + "[--round on|off] FILE"
      }
    }
  }

  private var font = "Sans 11"
  private var width: Double?
  private var wrapMode = WrapMode.wordCharacter
  private var maximumLineCount = 0
  private var roundsGlyphPositions = true
  private var file: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        file = argument
        continue
      }
      guard let value = rest.popFirst() else { throw Failure.usage("\(argument) needs a value") }
      try apply(argument, value)
    }
  }

  private mutating func apply(_ option: String, _ value: String) throws {
    switch (option, value) {
    case ("--font", _): font = value
    case ("--width", _):
      guard let pixels = Double(value), pixels.isFinite, abs(pixels) < 2_000_000 else {
        throw Failure.usage("\(value) is not a width in pixels")
      }
      width = pixels
    case ("--wrap", "word"): wrapMode = .word
    case ("--wrap", "char"): wrapMode = .character
    case ("--wrap", "word-char"): wrapMode = .wordCharacter
    case ("--max-lines", _):
      guard let count = Int(value), (0...100_000).contains(count) else {
        throw Failure.usage("\(value) is not a number of lines")
      }
      maximumLineCount = count
    case ("--round", "on"): roundsGlyphPositions = true
    case ("--round", "off"): roundsGlyphPositions = false
    default: throw Failure.usage("\(option) \(value) is unknown")
    }
  }

  func run() throws -> String {
    guard let file, let width else { throw Failure.usage("The width or the file is missing") }
    let data = try Data(contentsOf: URL(filePath: file))
    var lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
    if data.last == 0x0A { lines.removeLast() }
    let measurer = PlainTextMeasurer(font: font, roundsGlyphPositions: roundsGlyphPositions)
    let constraint = LineConstraint(
      width: width < 0 ? nil : Int(width * 1024), wrapMode: wrapMode, maximumLineCount: maximumLineCount)
    var askedPango = 0
    let answers = lines.map { line in
      let (extents, byArithmetic) = measurer.extents(
        of: String(decoding: line, as: UTF8.self), in: constraint)
      askedPango += byArithmetic ? 0 : 1
      return "\(extents.lineCount) \(extents.height)"
    }
    say("\(lines.count) texts, \(askedPango) of them measured by PangoLayout")
    return answers.joined(separator: "\n")
  }
}
