/// A stored mark: what the reader did with an entry, and where its article was left.
struct MarkRow: Sendable, Equatable {
  /// The check of the entry that was marked; 0 if the mark was made before there were checks.
  var check: UInt32
  var flags: MarkFlags = []
  /// In the form that `ReadingState.setPlace` was given; nil for the article's beginning.
  var place: String?

  var isStrict: Bool { flags.contains(.strict) }
  /// Whether the row marks an entry.
  var marksEntry: Bool { !flags.isDisjoint(with: .marks) || place != nil }
  /// Whether the row says nothing.
  var isEmpty: Bool { flags.isEmpty && place == nil }
}

/// The flags of a stored mark.
struct MarkFlags: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let read = MarkFlags(rawValue: 1)
  static let starred = MarkFlags(rawValue: 2)
  static let removed = MarkFlags(rawValue: 4)
  /// Several entries of one version of the feed had this key and different checks. Only in the row with check 0.
  static let strict = MarkFlags(rawValue: 8)
  /// The row with check 0 does not hold for the entry.
  static let unmarked = MarkFlags(rawValue: 16)

  /// What the reader did.
  static let marks: MarkFlags = [.read, .starred, .removed]
}

/// A change of the mark of an entry.
enum MarkChange: Sendable, Equatable {
  case set(MarkFlags, Bool)
  /// Where the article was left; nil forgets the place.
  case place(String?)
  /// Another entry of the same version has the same key and another check.
  case hasTwin
  /// No other entry of a version has the key: the mark that the key selects gets the entry's check.
  case isAlone
}
