import FeedViewerRows
import LayoutCore
import PangoText
import VirtualList

/// Small texts at exactly the widths where something changes, in all wrap modes, with and without line
/// limits: answers by arithmetic against PangoLayout's.
///
/// Two kinds of widths are compared, each with one unit less and one more: those at which a line breaks in another
/// place, found from the widest line of the answer before, down from the text's natural width; and those of its
/// prefixes, by themselves, with an ellipsis, and with the margin beyond a line's end in which Pango looks for breaks.
/// All small texts are visited in all fonts in an order that covers each of them once, so that any number of comparisons
/// is a fair share of all. Of other texts each is visited in one font, and compared in one wrap mode where its lines change.
public struct SmallTextSweep {
  public static let fonts = [
    "Sans 11", "Serif 13", "Monospace 9", "DejaVu Serif 14", "DejaVu Sans 11", "Noto Sans 10.5",
    "Noto Serif 12",
    "Noto Sans CJK JP 11",
  ]
  /// Pango 1.50 aborts on some text in lines narrower than about a space.
  private static let narrowest = 12 * 1024
  private static let mostWidths = 24

  /// All texts in all fonts.
  public let textCount: Int
  public private(set) var compared = 0
  public private(set) var unanswered = 0
  /// Texts that were compared so far.
  public private(set) var texts = 0
  public private(set) var differences: [String] = []
  /// Differences that disappeared when Pango was asked again, with new objects.
  public private(set) var passing: [String] = []

  /// Whether the present text has shown a difference: one of each is enough.
  private var hasDiffered = false
  private let systems: [System]
  private let sources: [any SweptTexts]
  private let isBrief: Bool
  private let step: Int
  private var number: Int

  private struct System {
    let name: String
    let text: TextSystem
    /// The width of an ellipsis, and how far beyond a line's end Pango looks, in Pango units.
    let additions: [Int]

    init(font: String, rounds: Bool, language: String?) {
      name = "\(font), rounding \(rounds ? "on" : "off"), language \(language ?? "default")"
      text = TextSystem(font: font, roundsGlyphPositions: rounds, language: language)
      let ellipsis = text.extentsByPango(
        of: text.element("\u{2026}", style: .preview), in: LineConstraint(width: nil))
      additions = [0, ellipsis.width, 3 * text.approximateMetrics(.preview).characterWidth]
    }

    /// Nothing is cached, so that no text depends on the ones before it.
    func element(_ swept: SweptText) -> TextElement {
      text.element(swept.string, style: .preview, attributes: swept.attributes, keepsPrepared: false)
    }
  }

  /// Sweeps over all small texts.
  ///
  /// - Parameter first: The place in the order of all texts where the sweep begins.
  public init(first: Int = 0) {
    systems = Self.systems(languages: [nil])
    sources = SmallTexts.alphabets
    isBrief = false
    textCount = sources.reduce(0) { $0 + $1.count } * systems.count
    step = Self.step(for: textCount)
    number = first
  }

  /// Sweeps over other texts in their order.
  ///
  /// - Parameter first: The number of the first text.
  public init(of texts: any SweptTexts, first: Int = 0) {
    // The language of a context is one more reason why Pango divides text into items.
    systems = Self.systems(languages: [nil, nil, "ja", "ar", "hi", "my", "th"])
    sources = [texts]
    isBrief = true
    textCount = texts.count
    step = 1
    number = first
  }

  private static func systems(languages: [String?]) -> [System] {
    let settings = fonts.flatMap { font in [(font, true), (font, false)] }
    return settings.enumerated().map { number, setting in
      System(font: setting.0, rounds: setting.1, language: languages[number % languages.count])
    }
  }

  /// A step coprime to `total`: it visits every number once.
  private static func step(for total: Int) -> Int {
    func divisor(_ first: Int, _ second: Int) -> Int { second == 0 ? first : divisor(second, first % second) }
    var step = Int(Double(total) * 0.618)
    while divisor(step, total) != 1 { step += 1 }
    return step
  }

  /// Compares the next text.
  /// - Returns: False when all texts were compared.
  public mutating func compareNext() -> Bool {
    guard texts < textCount else { return false }
    if isBrief {
      compareBriefly(sources[0].text(number % textCount), systems[number % systems.count])
    } else {
      var index = number % textCount * step % textCount
      let system = systems[index % systems.count]
      index /= systems.count
      var source = 0
      while index >= sources[source].count {
        index -= sources[source].count
        source += 1
      }
      compare(sources[source].text(index), system)
    }
    number += 1
    texts += 1
    // Fonts cache what they shaped.
    if texts.isMultiple(of: 20_000) { systems.forEach { $0.text.dropCaches() } }
    return true
  }

  private mutating func compare(_ swept: SweptText, _ system: System) {
    let text = system.element(swept)
    let reference = PangoReference(text, in: system.text)
    let limits = [0, 1 + texts % 3]
    hasDiffered = false
    for wrapMode in WrapMode.allCases {
      compareBreaks(text, wrapMode, limits, reference, system)
    }
    let wrapMode = WrapMode.allCases[texts / 3 % WrapMode.allCases.count]
    for prefix in reference.prefixWidths {
      for addition in system.additions {
        compare(text, near: prefix + addition, wrapMode, limits, reference, system)
      }
    }
  }

  private mutating func compareBriefly(_ swept: SweptText, _ system: System) {
    let text = system.element(swept)
    let mode = WrapMode.allCases[number / 5 % WrapMode.allCases.count]
    hasDiffered = false
    compareBreaks(text, mode, [0, 1 + number % 3], PangoReference(text, in: system.text), system)
  }

  private mutating func compareBreaks(
    _ text: TextElement, _ wrapMode: WrapMode, _ limits: [Int], _ reference: PangoReference, _ system: System
  ) {
    var width = reference.answer(in: LineConstraint(width: nil)).extents.width + 1024
    for _ in 0..<Self.mostWidths where width >= Self.narrowest {
      let constraint = LineConstraint(width: width, wrapMode: wrapMode)
      // Without an answer Pango is not asked: 1.50 aborts on some such texts.
      guard system.text.extentsByArithmetic(of: text, in: constraint) != nil else {
        unanswered += 1
        width -= 1024
        continue
      }
      let widest = reference.answer(in: constraint).lines.reduce(0) { max($0, $1.width) }
      // Unbreakable text makes lines wider than the width.
      let edge = widest < width ? widest : width - 1
      compare(text, near: edge, wrapMode, limits, reference, system)
      width = widest > width ? min(width * 3 / 4, edge - 1) : edge - 1
    }
  }

  private mutating func compare(
    _ text: TextElement, near width: Int, _ wrapMode: WrapMode, _ limits: [Int], _ reference: PangoReference,
    _ system: System
  ) {
    for near in [width + 1, width, width - 1] where near >= Self.narrowest {
      for limit in limits {
        let constraint = LineConstraint(width: near, wrapMode: wrapMode, maximumLineCount: limit)
        compare(text, in: constraint, reference, system)
      }
    }
  }

  private mutating func compare(
    _ text: TextElement, in constraint: LineConstraint, _ reference: PangoReference, _ system: System
  ) {
    if hasDiffered { return }
    guard let answer = system.text.extentsByArithmetic(of: text, in: constraint) else {
      unanswered += 1
      return
    }
    compared += 1
    let truth = reference.answer(in: constraint)
    let isEqual =
      answer == truth.extents
      && (constraint.maximumLineCount > 0 || system.text.lines(of: text, in: constraint) == truth.lines)
    hasDiffered = !isEqual
    if hasDiffered { report(text, in: constraint, answer, truth, system) }
  }

  private mutating func report(
    _ text: TextElement, in constraint: LineConstraint, _ answer: TextExtents,
    _ truth: (extents: TextExtents, lines: [TextLine]), _ system: System
  ) {
    let scalars = text.string.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    let report =
      "\(system.name), width \(constraint.width ?? -1), \(constraint.wrapMode), lines \(constraint.maximumLineCount)\n"
      + "  \(text.string.debugDescription) (\(scalars)) \(text.attributes)\n"
      + "  found \(answer)\n    \(system.text.lines(of: text, in: constraint))\n"
      + "  Pango \(truth.extents)\n    \(truth.lines)"
    let anew = system.text.makeUncachedCopy()
    let fresh = anew.element(
      text.string, style: .preview, attributes: text.attributes, keepsPrepared: false)
    let second = PangoReference(fresh, in: anew).answer(in: constraint)
    let isLasting =
      anew.extentsByArithmetic(of: fresh, in: constraint) != second.extents
      || anew.lines(of: fresh, in: constraint) != second.lines
    if isLasting { differences.append(report) } else { passing.append(report) }
  }
}
