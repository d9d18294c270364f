import LayoutCore

/// A cache of prepared texts, by text, style and attributes.
struct PreparedTextMemo: ~Copyable {
  private var cache: GenerationCache<TextRequest, PreparedText?>

  init(_ budget: CacheBudget) { cache = GenerationCache(budget) }

  /// The cached text; the inner nil marks a text that can't be prepared.
  mutating func value(for key: TextRequest) -> PreparedText?? { cache.value(for: key) }

  mutating func insert(_ text: PreparedText?, for key: TextRequest) {
    cache.insert(text, for: key, byteCount: key.byteCount + (text?.byteCount ?? 0))
  }

  mutating func removeAll() { cache.removeAll() }
}
