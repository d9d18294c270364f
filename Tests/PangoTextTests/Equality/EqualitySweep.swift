import CGtk
import LayoutCore
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Compares answers by arithmetic with PangoLayout's, and counts the questions without one.
struct EqualitySweep {
  let system: TextSystem
  private(set) var random: SeededRandom
  private(set) var compared = 0
  private(set) var mismatches: [String] = []
  private(set) var narrow = Share()
  private(set) var readable = Share()

  /// The number of questions, and of those that arithmetic left to PangoLayout.
  struct Share {
    var questions = 0
    var unanswered = 0
    var fraction: Double { questions == 0 ? 0 : Double(unanswered) / Double(questions) }
  }

  init(_ system: TextSystem, seed: UInt64) {
    self.system = system
    random = SeededRandom(seed: seed)
  }

  /// Compares answers in `count` random constraints.
  mutating func compare(_ text: TextElement, count: Int, varied: Bool = true) {
    for _ in 0..<count {
      let constraint = constraint(varied: varied)
      compare(text, in: constraint)
    }
  }

  /// Compares extents and lines at every width of `widths`, in pixels.
  mutating func compare(text: String, widths: ClosedRange<Int>, wrapMode: WrapMode = .word) {
    let element = system.element(text, style: .preview)
    for pixels in widths {
      let constraint = LineConstraint(width: pixels * 1024, wrapMode: wrapMode)
      compare(element, in: constraint)
      if system.extentsByArithmetic(of: element, in: constraint) != nil {
        compareLines(element, in: constraint)
      }
    }
  }

  mutating func compare(_ text: TextElement, in constraint: LineConstraint) {
    let isReadable = constraint.width.map { $0 >= 200 * 1024 } ?? true
    // Pango is asked only if there is an answer: among the other questions are some on which 1.50 aborts (an
    // assertion in process_line, for text against its script's direction in very narrow lines).
    let answer = system.extentsByArithmetic(of: text, in: constraint)
    if isReadable {
      readable.questions += 1
      readable.unanswered += answer == nil ? 1 : 0
    } else {
      narrow.questions += 1
      narrow.unanswered += answer == nil ? 1 : 0
    }
    guard let answer else { return }
    compared += 1
    let truth = system.makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
    if answer != truth {
      mismatches.append(
        "\(constraint)\n  \(text.string.debugDescription)\n  found \(answer)\n  Pango \(truth)")
    }
    if compared.isMultiple(of: 4) { compareLines(text, in: constraint) }
  }

  private mutating func compareLines(_ text: TextElement, in constraint: LineConstraint) {
    let found = system.lines(of: text, in: constraint)
    let truth = system.makeLayout(text, in: constraint).use { PangoAnswer.lines(of: $0) }
    if found != truth {
      let difference = zip(found, truth).first { $0 != $1 }
      mismatches.append(
        "lines, \(constraint)\n  \(text.string.debugDescription)\n  \(found.count) \(truth.count) \(difference as Any)"
      )
    }
  }

  private mutating func constraint(varied: Bool) -> LineConstraint {
    let pixels =
      switch random.below(5) {
      case 0: 1 + random.below(99)
      case 1: 100 + random.below(100)
      case 2: 200 + random.below(250)
      case 3: 200 + random.below(800)
      default: 200 + random.below(1800)
      }
    var width: Int? = pixels * 1024 + random.below(1024)
    guard varied else { return LineConstraint(width: width) }
    if random.below(50) == 0 { width = 0 }
    if random.below(50) == 0 { width = nil }
    var constraint = LineConstraint(width: width, wrapMode: WrapMode.allCases[random.below(3)])
    if random.below(3) == 0 { constraint.maximumLineCount = 1 + random.below(6) }
    if random.below(5) == 0, (width ?? Int.max) > 41 * 1024 {
      constraint.indentation = (random.below(80) - 40) * 1024
    }
    if random.below(5) == 0 { constraint.spacing = random.below(9) * 1024 }
    if random.below(9) == 0 { constraint.lineSpacing = 0.8 + Float(random.below(100)) / 100 }
    return constraint
  }
}
