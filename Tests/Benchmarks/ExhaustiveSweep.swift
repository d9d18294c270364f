import FeedList
import Foundation
import LayoutCore

/// `text-sweep --exhaustive [COMPARISONS [FIRST]]`: small texts (`SmallTexts`) at exactly the widths where something
/// changes, in all wrap modes, with and without line limits, against PangoLayout.
///
/// For each text the widest line at a width tells the next narrower width where a line breaks in another place: a text
/// is asked for at that width, one unit above and one below, from its natural width down to a few pixels. The texts of
/// all alphabets and fonts are gone through in steps that meet each of them once, so that any number of comparisons is
/// a fair share of all.
struct ExhaustiveSweep {
  static let fonts = [
    "Sans 11", "Serif 13", "Monospace 9", "DejaVu Serif 14", "DejaVu Sans 11", "Noto Sans 10.5",
    "Noto Serif 12",
    "Noto Sans CJK JP 11",
  ]
  /// Pango 1.50 aborts on some text in lines narrower than about a space.
  private static let narrowest = 12 * 1024
  private static let mostWidths = 24
  private static let lineLimits = [0, 1, 2]

  private let wanted: Int
  private let first: Int
  private(set) var compared = 0
  private(set) var unanswered = 0
  private var texts = 0
  private var differences: [String] = []
  /// Differences that were gone when Pango was asked by new objects.
  private var unstable: [String] = []

  init(_ arguments: [String]) {
    let numbers = arguments.compactMap { Int($0) }
    wanted = numbers.first ?? 10_000_000
    first = numbers.dropFirst().first ?? 0
  }

  mutating func run() throws -> String {
    let systems = Self.fonts.flatMap { font in
      [true, false].map {
        ("\(font), rounding \($0 ? "on" : "off")", TextSystem(font: font, roundsGlyphPositions: $0))
      }
    }
    let counts = SmallTexts.alphabets.map(\.count)
    let total = counts.reduce(0, +) * systems.count
    let step = Self.step(for: total)
    var next = 1_000_000
    var number = first
    let last = first + total
    while number < last, compared < wanted, differences.count < 20 {
      var index = number % total * step % total
      number += 1
      let (name, system) = systems[index % systems.count]
      index /= systems.count
      var alphabet = 0
      while index >= counts[alphabet] {
        index -= counts[alphabet]
        alphabet += 1
      }
      texts += 1
      compare(SmallTexts.alphabets[alphabet].string(index), system, name: name)
      // What is prepared is kept by the fonts; nothing else is to pile up.
      if texts.isMultiple(of: 20_000) { systems.forEach { $0.1.dropCaches() } }
      if compared >= next {
        say("\(compared) compared, \(differences.count) differ, \(unanswered) left to Pango")
        next += 1_000_000
      }
    }
    let figures = TextFigures.json([
      "row": "small texts, arithmetic against PangoLayout", "fonts": Self.fonts, "all_texts": total,
      "texts": texts,
      "compared": compared, "different": differences.count, "different_once": unstable.count,
      "left_to_pango": unanswered,
    ])
    if !differences.isEmpty {
      throw TextSweep.Failure.differs(differences.joined(separator: "\n") + "\n" + figures)
    }
    return figures
  }

  /// A step that has no divisor in common with `total`, so that it meets every number once.
  private static func step(for total: Int) -> Int {
    func divisor(_ first: Int, _ second: Int) -> Int { second == 0 ? first : divisor(second, first % second) }
    var step = Int(Double(total) * 0.618)
    while divisor(step, total) != 1 { step += 1 }
    return step
  }

  private mutating func compare(_ string: String, _ system: TextSystem, name: String) {
    let text = system.element(string, style: .preview, keepsPrepared: false)
    let reference = PangoReference(text, in: system)
    let natural = reference.answer(in: LineConstraint(width: nil)).extents.width
    for wrapMode in WrapMode.allCases {
      var width = natural + 1024
      for _ in 0..<Self.mostWidths where width >= Self.narrowest {
        let constraint = LineConstraint(width: width, wrapMode: wrapMode)
        // Where there is no answer Pango is not asked: on some such questions 1.50 aborts.
        guard system.extentsByArithmetic(of: text, in: constraint) != nil else {
          unanswered += 1
          width -= 1024
          continue
        }
        let widest = reference.answer(in: constraint).lines.reduce(0) { max($0, $1.width) }
        // A word wider than the line changes nothing more.
        let edge = widest < width ? widest : width - 1
        for near in [edge + 1, edge, edge - 1] where near >= Self.narrowest {
          for limit in Self.lineLimits {
            let constraint = LineConstraint(width: near, wrapMode: wrapMode, maximumLineCount: limit)
            compare(text, in: constraint, reference, system, name: name)
          }
        }
        if widest > width && wrapMode != .character {
          width = min(width * 3 / 4, edge - 1)
        } else {
          width = edge - 1
        }
      }
    }
  }

  private mutating func compare(
    _ text: TextElement, in constraint: LineConstraint, _ reference: PangoReference, _ system: TextSystem,
    name: String
  ) {
    guard let answer = system.extentsByArithmetic(of: text, in: constraint) else {
      unanswered += 1
      return
    }
    compared += 1
    let truth = reference.answer(in: constraint)
    if answer == truth.extents,
      constraint.maximumLineCount > 0 || system.lines(of: text, in: constraint) == truth.lines
    {
      return
    }
    report(text, in: constraint, answer, truth, system, name: name)
  }

  private mutating func report(
    _ text: TextElement, in constraint: LineConstraint, _ answer: TextExtents,
    _ truth: (extents: TextExtents, lines: [TextLine]), _ system: TextSystem, name: String
  ) {
    let scalars = text.string.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    let report =
      "\(name), width \(constraint.width ?? -1), \(constraint.wrapMode), lines \(constraint.maximumLineCount)\n"
      + "  \(text.string.debugDescription) (\(scalars))\n  found \(answer)\n    \(system.lines(of: text, in: constraint))\n"
      + "  Pango \(truth.extents)\n    \(truth.lines)"
    let anew = system.anew()
    let fresh = anew.element(text.string, style: .preview, keepsPrepared: false)
    let second = PangoReference(fresh, in: anew).answer(in: constraint)
    let isStable =
      anew.extentsByArithmetic(of: fresh, in: constraint) != second.extents
      || anew.lines(of: fresh, in: constraint) != second.lines
    say((isStable ? "" : "once: ") + report)
    if isStable { differences.append(report) } else { unstable.append(report) }
  }
}
