import LayoutCore

/// Pango's last answers for texts that arithmetic has no answer for: hundreds of rows may have the same short text, and
/// a long one is measured, placed and drawn in turn.
nonisolated struct PangoAnswerMemo {
  struct Key: Hashable {
    let text: TextRequest
    let constraint: LineConstraint
  }

  struct Answer {
    var extents: TextExtents?
    /// The length in Unicode scalars of a long text's beginning that fills the lines.
    var beginningLength: Int?
  }

  /// The limits at which all answers are forgotten: their number, and the bytes of their texts.
  static let limits = (answers: 1024, bytes: 4 << 20)

  private var answers: [Key: Answer] = [:]
  private var byteCount = 0

  /// What is known about a text; nothing if it was never asked or was forgotten.
  ///
  /// - Complexity: O(n) for n bytes of the text, which are hashed.
  subscript(_ key: Key) -> Answer {
    get { answers[key] ?? Answer() }
    set {
      guard answers.updateValue(newValue, forKey: key) == nil else { return }
      byteCount += key.text.string.utf8.count
      guard answers.count > Self.limits.answers || byteCount > Self.limits.bytes else { return }
      removeAll()
    }
  }

  mutating func removeAll() {
    answers.removeAll(keepingCapacity: true)
    byteCount = 0
  }
}
