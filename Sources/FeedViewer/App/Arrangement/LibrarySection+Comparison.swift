import LayoutCore
import VirtualList

nonisolated extension LibrarySection {
  /// What is compared of a section in two arrangements.
  ///
  /// - Parameters:
  ///   - places: Where rows that were found are in the library's sections.
  ///   - hasSameRows: Whether rows with equal keys are the same objects in both arrangements, so that they can be compared
  ///     without reading them, which would take most of the time.
  ///   - isPlain: Whether the section is the library's: an arrangement of it has the same key, and rows in other places.
  /// - Complexity: O(rows whose entries were read).
  func keys(_ places: AwaitedPlaces, hasSameRows: Bool, isPlain: Bool) -> SectionKeys {
    let names: UInt64 = namesFeeds ? 1 << 32 : 0
    func rowKey(_ row: FeedRow) -> SectionKeys.Row {
      if let awaited = places.key(of: row) { return SectionKeys.Row(key: awaited, revision: 0) }
      guard hasSameRows else { return SectionKeys.Row(key: row.key, revision: row.revision ^ names) }
      let identity = FingerprintedKey(identity: UInt64(UInt(bitPattern: ObjectIdentifier(row))))
      return SectionKeys.Row(key: identity, revision: names)
    }
    // All at once, because there may be very many.
    var keys = SectionKeys(key: key.text, rows: rows.known.map(rowKey))
    var next = rows.known.count
    guard next < rows.count else { return keys }
    var waiting = isPlain && awaitedCount > 0 ? places.indices(in: key)[...] : []
    func append(_ row: SectionKeys.Row, at index: Int) {
      keys.unknown.append(index - next, before: keys.rows.count)
      keys.rows.append(row)
      next = index + 1
    }
    func appendWaiting(before index: Int) {
      while let place = waiting.first, place < index {
        waiting.removeFirst()
        append(SectionKeys.Row(key: awaitedKey(place), revision: .max), at: place)
      }
    }
    rows.forEachEarly { index, row in
      appendWaiting(before: index)
      append(rowKey(row), at: index)
    }
    appendWaiting(before: rows.count)
    keys.unknown.append(rows.count - next, before: keys.rows.count)
    return keys
  }
}

nonisolated extension [LibrarySection] {
  /// The change from these sections to those of another arrangement.
  ///
  /// - Parameters:
  ///   - places: Where rows that were found are in the library's sections.
  ///   - hasSameRows: As for `LibrarySection.keys(_:hasSameRows:isPlain:)`.
  ///   - isPlain: Whether the old and the new sections are the library's.
  func change(
    to new: [LibrarySection], _ places: AwaitedPlaces, hasSameRows: Bool, isPlain: (old: Bool, new: Bool)
  ) -> ChangeSet {
    func keys(_ sections: [LibrarySection], _ isPlain: Bool) -> [SectionKeys] {
      sections.map { $0.keys(places, hasSameRows: hasSameRows, isPlain: isPlain) }
    }
    return .difference(from: keys(self, isPlain.old), to: keys(new, isPlain.new))
  }
}
