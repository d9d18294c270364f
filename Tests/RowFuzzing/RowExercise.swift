import FeedViewerFeeds
import FeedViewerRows
import FuzzInputs
import LayoutCore
import PangoText
import VirtualList

/// Exercises all steps from bytes to feed, rows, prepared text, heights at random widths and scales, and article
/// blocks.
public final class RowExercise {
  /// The settings used to measure text.
  public nonisolated struct Setting: Sendable, Hashable, CustomStringConvertible {
    public var font: String
    public var roundsGlyphPositions: Bool

    public init(font: String, roundsGlyphPositions: Bool) {
      self.font = font
      self.roundsGlyphPositions = roundsGlyphPositions
    }

    public var description: String { "\(font), rounding \(roundsGlyphPositions ? "on" : "off")" }

    /// Generic and named families, sizes from tiny to huge.
    public static let all: [Setting] = [
      "Sans 11", "DejaVu Serif 14", "Monospace 9", "Noto Sans CJK JP 12", "Sans 1", "Serif 96", "Sans 10.5",
    ].flatMap { font in
      [true, false].map { Setting(font: font, roundsGlyphPositions: $0) }
    }
  }

  /// The work done and the results.
  public nonisolated struct Counts: Sendable, Codable {
    public var files = 0
    public var rows = 0
    public var heights = 0
    /// The number of answers by arithmetic that were compared with PangoLayout's.
    public var comparisons = 0
    public var differences = 0

    public init() {}

    public static func + (one: Counts, other: Counts) -> Counts {
      var sum = one
      sum.files += other.files
      sum.rows += other.rows
      sum.heights += other.heights
      sum.comparisons += other.comparisons
      sum.differences += other.differences
      return sum
    }
  }

  /// Below this width in pixels Pango 1.50 aborts on some texts (pango-layout.c:4560), so nothing is compared.
  public static let narrowestComparison = 40
  /// Longer texts are measured but not compared, because PangoLayout is too slow for them.
  private static let longestComparison = 1_500
  /// The number of differences that are reduced to a minimal text.
  private static let shortenedDifferences = 20

  public private(set) var counts = Counts()
  private let setting: Setting
  private let text: TextSystem

  public init(_ setting: Setting) {
    self.setting = setting
    text = TextSystem(font: setting.font, roundsGlyphPositions: setting.roundsGlyphPositions)
  }

  /// - Parameter choices: Determine widths, scales and what is compared.
  /// - Returns: The faults found.
  public func run(_ bytes: [UInt8], _ choices: inout Choices) -> [String] {
    counts.files += 1
    var complaints: [String] = []
    // The reader's checks take as long as all others together.
    if choices.onceIn(3), let complaint = Exercise.run(bytes) { complaints.append(complaint) }
    guard let feed = try? FeedReader.parse(bytes, named: "input") else { return complaints }
    let rows = FeedRows.contents(of: feed, &choices)
    counts.rows += rows.count
    complaints += measure(rows, &choices)
    complaints += measureArticles(of: feed)
    for text in FeedRows.texts(of: rows, feed: feed) { complaints += compare(text, &choices) }
    return complaints
  }

  // MARK: Heights

  private func measure(_ rows: [RowContent], _ choices: inout Choices) -> [String] {
    let widths = (0...choices.below(3)).map { _ in Self.width(&choices) }
    let scale = choices.one(of: [1, 1, 1.25, 1.5, 2, 3])
    var complaints: [String] = []
    let alone = widths.map { width in
      let heights = EntryHeights(width: width, text: text, scale: scale)
      return rows.map { heights.height(of: $0) }
    }
    counts.heights += widths.count * rows.count
    for (width, heights) in zip(widths, alone) {
      guard let wrong = heights.first(where: { $0 <= 0 }) else { continue }
      complaints.append("a row has a height of \(wrong) at a width of \(width) and a scale of \(scale)")
    }
    // Rows are also compiled on worker threads, as in the window.
    guard scale == 1, choices.onceIn(3) else { return complaints }
    let together = TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text).heights(
      of: rows, widths: widths)
    for (index, heights) in alone.enumerated() where together[index] != heights {
      complaints.append(
        "rows compiled on threads are \(together[index]) high at a width of \(widths[index]), alone "
          + "\(heights)")
    }
    counts.heights += widths.count * rows.count
    return complaints
  }

  /// Mostly the width of a window, but anything from 1 to 4,000 pixels.
  private static func width(_ choices: inout Choices) -> Int {
    switch choices.below(4) {
    case 0: 1 + choices.below(150)
    case 1: 1 + choices.below(4_000)
    default: 200 + choices.below(1_000)
    }
  }

  private func measureArticles(of feed: Feed) -> [String] {
    var complaints: [String] = []
    for entry in feed.sections.flatMap(\.entries) {
      guard let body = entry.body else { continue }
      let article = ArticleReader.article(html: body, base: entry.link)
      if article.blocks.count > Article.blockLimit { complaints.append("an article has too many blocks") }
    }
    return complaints
  }

  // MARK: Comparisons with PangoLayout

  private func compare(_ one: (string: String, style: TextStyle), _ choices: inout Choices) -> [String] {
    guard one.string.utf8.count <= Self.longestComparison else { return [] }
    let element = text.element(one.string, style: one.style, keepsPrepared: false)
    for _ in 0...choices.below(2) {
      let constraint = Self.constraint(&choices)
      guard let answer = text.extentsByArithmetic(of: element, in: constraint) else { continue }
      counts.comparisons += 1
      let truth = text.extentsByPango(of: element, in: constraint)
      if answer == truth { continue }
      counts.differences += 1
      return [difference(one, in: constraint)]
    }
    return []
  }

  private static func constraint(_ choices: inout Choices) -> LineConstraint {
    let pixels = choices.one(of: [narrowestComparison + choices.below(200), 200 + choices.below(1_000)])
    return LineConstraint(
      width: pixels * 1024 + choices.one(of: [0, 0, choices.below(1024)]),
      wrapMode: choices.one(of: [.wordCharacter, .wordCharacter, .word, .character]),
      maximumLineCount: choices.one(of: [0, 0, 1, 2, 6]))
  }

  /// A description of the difference, with the smallest part of the text that still differs.
  private func difference(_ one: (string: String, style: TextStyle), in constraint: LineConstraint) -> String
  {
    var best = Array(one.string.unicodeScalars)
    var length = counts.differences > Self.shortenedDifferences ? 0 : best.count / 2
    while length > 0 {
      var start = 0
      while start < best.count {
        var shorter = best
        shorter.removeSubrange(start..<min(start + length, shorter.count))
        if answers(shorter, one.style, in: constraint) != nil { best = shorter } else { start += length }
      }
      length /= 2
    }
    let escaped = best.map { $0.escaped(asASCII: true) }.joined()
    let (ours, pangos) = answers(best, one.style, in: constraint) ?? ("varies", "varies")
    return "different from PangoLayout: \(setting), \(one.style), \(constraint)\n    \"\(escaped)\"\n"
      + "    ours:  \(ours)\n    Pango: \(pangos)"
  }

  /// Both answers, if arithmetic has one that differs from Pango's.
  private func answers(
    _ scalars: [Unicode.Scalar], _ style: TextStyle, in constraint: LineConstraint
  ) -> (ours: String, pangos: String)? {
    let element = text.element(
      String(String.UnicodeScalarView(scalars)), style: style, keepsPrepared: false)
    guard let answer = text.extentsByArithmetic(of: element, in: constraint) else { return nil }
    let truth = text.extentsByPango(of: element, in: constraint)
    return answer == truth ? nil : ("\(answer)", "\(truth)")
  }
}
