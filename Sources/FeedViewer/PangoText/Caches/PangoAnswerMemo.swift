import LayoutCore

/// Pango's last answers for texts that arithmetic has no answer for: hundreds of rows may have the same short text, and
/// a long one is measured, placed and drawn in turn.
nonisolated struct PangoAnswerMemo: ~Copyable {
  struct Key: Hashable {
    let text: TextRequest
    let constraint: LineConstraint
  }

  struct Answer {
    var extents: TextExtents?
    /// The length in Unicode scalars of a long text's beginning that fills the lines.
    var beginningLength: Int?
  }

  private var cache: GenerationCache<Key, Answer>

  init(_ budget: CacheBudget) { cache = GenerationCache(budget) }

  /// What is known about a text; nothing if it was never asked or was forgotten.
  ///
  /// - Complexity: O(n) for n bytes of the text, which are hashed.
  subscript(_ key: Key) -> Answer {
    mutating get { cache.value(for: key) ?? Answer() }
    set { cache.insert(newValue, for: key, byteCount: key.text.byteCount) }
  }

  mutating func removeAll() { cache.removeAll() }
}
