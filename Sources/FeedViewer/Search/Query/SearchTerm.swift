import FeedViewerBase
import FeedViewerFeeds

/// A folded text to find. It has at least one byte, no separator, and no space at either end.
struct Needle: Sendable, Hashable {
  let bytes: [UInt8]

  /// Nil if nothing is left of the text.
  init?(_ text: String) {
    let bytes = TextFolder.fold(text)
    guard !bytes.isEmpty else { return nil }
    self.bytes = bytes
  }

  /// Whether every text with this needle has the other one too.
  func contains(_ other: Needle) -> Bool {
    guard other.bytes.count <= bytes.count else { return false }
    return (0...bytes.count - other.bytes.count).contains { start in
      bytes[start...].starts(with: other.bytes) && !changesLetter(at: start + other.bytes.count)
    }
  }

  /// Whether a nukta or the mark of a voiced kana begins at an index, which makes another letter of the one before.
  private func changesLetter(at index: Int) -> Bool {
    index < bytes.count && bytes.withUnsafeBufferPointer { TextFolder.changesLetter($0.baseAddress! + index) }
  }
}

/// A condition of a query.
struct SearchTerm: Sendable, Hashable {
  enum Condition: Sendable, Hashable {
    /// A field contains the text; any field if it is nil.
    case text(Needle, in: SearchField?)
    case state(EntryState)
    /// The entry's date is earlier.
    case before(FeedDate)
    /// The entry's date is not earlier.
    case after(FeedDate)
  }

  var condition: Condition
  /// Whether entries that meet the condition are left out.
  var isExcluded: Bool

  /// Whether every entry that passes this term passes `other`.
  func implies(_ other: SearchTerm) -> Bool {
    if self == other { return true }
    guard isExcluded == other.isExcluded else { return false }
    // An excluded condition leaves more entries the stricter it is.
    let (strict, loose) = isExcluded ? (other.condition, condition) : (condition, other.condition)
    switch (strict, loose) {
    case (.text(let longer, let field), .text(let shorter, let looseField)):
      return (looseField == nil || field == looseField) && longer.contains(shorter)
    case (.before(let earlier), .before(let later)): return earlier <= later
    case (.after(let later), .after(let earlier)): return later >= earlier
    default: return false
    }
  }
}

/// What a reader did with an entry.
public enum EntryState: Sendable, Hashable {
  case read, unread, starred
}
