import CGtk
import GtkInterop
import LayoutCore

/// Checks whether the installed Pango itemizes text and breaks lines like versions 1.50 to 1.56, whose rules this module
/// and `LineBreaker` implement; `PangoVersion` has those that differ among them.
///
/// A small fixed set of texts is laid out both ways, whatever the version, and a single difference disables all
/// arithmetic. One text is checked at a time, because the first text in a script takes tens of milliseconds to find its
/// fonts.
struct PangoAgreement {
  /// Whether no difference was found so far.
  private(set) var holds = true
  private var checkedCount = 0
  /// Whether all texts were compared.
  var isChecked: Bool { !holds || checkedCount == Self.texts.count }

  static let texts = [
    "The quick brown fox jumps over the lazy dog, AVATAR To. Ty, office affluent well-known co-operation.",
    "soft\u{AD}hyphen\u{AD}ation, no\u{A0}break, zero\u{200B}width, trailing spaces   ",
    "one\ttwo\tthree\u{2028}four five\nsix  seven\r\n\neight\u{2029}",
    "Supercalifragilisticexpialidocious/a/very/long/path/that/has/no/spaces?at=all&x=1",
    "我能吞下玻璃而不伤身体。今天天气很好，我们去公园散步吧！「你好」，他说。",
    "Mixed: 日本語 and العربية, हिन्दी में, שלום, emoji 👩‍👩‍👧 🇪🇺, then back again.",
    "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر",
    "hy\u{2027}phen \u{E123}\u{E124} box e\u{301}a\u{308} ffi ffl",
    "a quick dog ", "「你好」 dog ", "漢\u{93F}12 a\u{947}1b ש\u{93F}1a\u{5B0} (ά\u{94D}) 1b",
  ]

  private static let constraints = [61, 301].flatMap { pixels in
    [
      LineConstraint(width: pixels * 1024), LineConstraint(width: pixels * 1024, maximumLineCount: 2),
      LineConstraint(width: pixels * 1024, wrapMode: .character, spacing: 2048),
    ]
  }

  /// Compares the next text.
  ///
  /// - Parameters:
  ///   - answer: The extents by arithmetic; nil if there are none.
  ///   - truth: PangoLayout's extents.
  mutating func checkNext(
    answer: (String, LineConstraint) -> TextExtents?, truth: (String, LineConstraint) -> TextExtents
  ) {
    guard !isChecked else { return }
    let text = Self.texts[checkedCount]
    checkedCount += 1
    // Only the white space at the end does not fit.
    let edge = max(truth(text, LineConstraint(width: nil)).width - 1024, 0)
    holds = (Self.constraints + [LineConstraint(width: edge)]).allSatisfy { constraint in
      guard let found = answer(text, constraint) else { return true }
      return found == truth(text, constraint)
    }
  }
}
