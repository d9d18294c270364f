/// The marks of one feed, in memory or in the database, and the rule by which they belong to entries.
///
/// A mark is a key and a check. It belongs to an entry if the keys agree and, where this key was ever seen on several entries
/// of one version of the feed, the checks agree too, or that of the mark is 0. So a mark never depends on the order of
/// entries, and an edited title costs no mark as long as the key is unique.
///
/// A key that was only seen alone has one row. A strict key has a row with check 0 and `MarkFlags.strict`, and one for each
/// entry that was marked.
protocol MarkRows {
  /// What look-ups and changes throw: nothing in memory.
  associatedtype Failure: Error

  /// The only row of a key, or the row with check 0 of a strict one; nil if the key has no rows.
  func commonRow(of digest: KeyDigest) throws(Failure) -> MarkRow?
  /// The row of an entry whose key is strict.
  func ownRow(of entry: EntryKey) throws(Failure) -> MarkRow?
  /// Replaces the row of a key with the check of `row`; an empty row is removed.
  mutating func put(_ row: MarkRow, of digest: KeyDigest) throws(Failure)
}

extension MarkRows {
  /// The mark of an entry; nil if it has none.
  ///
  /// - Parameter twinsAreKnown: Whether all entries of the feed's file were compared. Otherwise a mark that has a check only
  ///   belongs to entries with that check.
  /// - Complexity: At most two look-ups.
  func mark(of entry: EntryKey, twinsAreKnown: Bool) throws(Failure) -> MarkRow? {
    guard let common = try commonRow(of: entry.digest) else { return nil }
    if common.isStrict { return try ownRow(of: entry) ?? common }
    return twinsAreKnown || common.check == 0 || common.check == entry.check ? common : nil
  }

  /// Changes the mark of an entry.
  ///
  /// - Parameter twinsAreKnown: See `mark(of:twinsAreKnown:)`.
  /// - Complexity: At most five look-ups.
  mutating func apply(_ change: MarkChange, to entry: EntryKey, twinsAreKnown: Bool) throws(Failure) {
    switch change {
    case .set(let flags, true):
      try changeMark(of: entry, twinsAreKnown: twinsAreKnown) { $0.flags.formUnion(flags) }
    case .set(let flags, false):
      try changeMark(of: entry, twinsAreKnown: twinsAreKnown) { $0.flags.subtract(flags) }
    case .place(let place): try changeMark(of: entry, twinsAreKnown: twinsAreKnown) { $0.place = place }
    case .hasTwin: try makeStrict(entry.digest)
    case .isAlone:
      if let old = try commonRow(of: entry.digest), !old.isStrict, old.check != 0 {
        var new = old
        new.check = entry.check
        try replace(old, by: new, of: entry.digest)
      }
    }
  }

  /// Gives an entry the mark that an earlier version of the program made under another key or without a check. What the
  /// reader did with the entry since counts more.
  mutating func adopt(_ earlier: KeyDigest, by entry: EntryKey) throws(Failure) {
    guard var mark = try commonRow(of: earlier), mark.check == 0, mark.marksEntry else { return }
    let own = try ownMark(of: entry)
    try put(MarkRow(check: 0, flags: mark.flags.intersection(.strict)), of: earlier)
    guard own == nil else { return }
    mark.flags.formIntersection(.marks)
    try changeMark(of: entry, twinsAreKnown: false) {
      $0.flags.formUnion(mark.flags)
      $0.place = mark.place
    }
  }

  /// The mark with the check of an entry.
  private func ownMark(of entry: EntryKey) throws(Failure) -> MarkRow? {
    guard let common = try commonRow(of: entry.digest) else { return nil }
    if common.isStrict { return try ownRow(of: entry) }
    return common.check == entry.check ? common : nil
  }

  /// Adds a row of other marks.
  mutating func take(_ row: MarkRow, of digest: KeyDigest) throws(Failure) {
    if row.isStrict { try makeStrict(digest) }
    let common = try commonRow(of: digest)
    if let common, common.isStrict {
      var row = row
      if row.check == 0 { row.flags.insert(.strict) }
      try put(row, of: digest)
    } else {
      try replace(common, by: row, of: digest)
    }
  }

  private mutating func changeMark(
    of entry: EntryKey, twinsAreKnown: Bool, _ change: (inout MarkRow) -> Void
  ) throws(Failure) {
    var common = try commonRow(of: entry.digest)
    if let row = common, !row.isStrict, !twinsAreKnown, row.check != entry.check {
      // The mark may belong to a twin.
      try makeStrict(entry.digest)
      common = try commonRow(of: entry.digest)
    }
    guard let common, common.isStrict, entry.check != 0 else {
      var row = common ?? MarkRow(check: entry.check)
      change(&row)
      row.check = entry.check
      return try replace(common, by: row, of: entry.digest)
    }
    var row =
      try ownRow(of: entry)
      ?? MarkRow(check: entry.check, flags: common.flags.intersection(.marks), place: common.place)
    row.flags.remove(.unmarked)
    change(&row)
    if !row.marksEntry, common.marksEntry { row.flags.insert(.unmarked) }
    try put(row, of: entry.digest)
  }

  /// Replaces the row that `commonRow` gives.
  private mutating func replace(_ old: MarkRow?, by row: MarkRow, of digest: KeyDigest) throws(Failure) {
    guard old != row else { return }
    if let old, old.check != row.check { try put(MarkRow(check: old.check), of: digest) }
    try put(row, of: digest)
  }

  private mutating func makeStrict(_ digest: KeyDigest) throws(Failure) {
    guard let row = try commonRow(of: digest) else {
      return try put(MarkRow(check: 0, flags: .strict), of: digest)
    }
    guard !row.isStrict else { return }
    if row.check == 0 {
      try put(MarkRow(check: 0, flags: row.flags.union(.strict), place: row.place), of: digest)
    } else {
      try put(MarkRow(check: row.check), of: digest)
      try put(MarkRow(check: 0, flags: .strict), of: digest)
      try put(row, of: digest)
    }
  }
}
