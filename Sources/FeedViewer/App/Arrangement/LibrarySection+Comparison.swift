import LayoutCore
import VirtualList

nonisolated extension [LibrarySection] {
  /// The change from these sections to those of another arrangement.
  ///
  /// - Parameters:
  ///   - places: Where rows that were found are in the library's sections.
  ///   - hasSameRows: As for `LibrarySection.keys(_:hasSameRows:isPlain:)`.
  ///   - isPlain: Whether the old and the new sections are the library's.
  ///   - kept: Rows that wait for their entries in both.
  func change(
    to new: [LibrarySection], _ places: PlaceholderPlaces, hasSameRows: Bool, isPlain: (old: Bool, new: Bool),
    kept: KeptPlaces = KeptPlaces()
  ) -> ChangeSet {
    func keys(
      _ sections: [LibrarySection], _ isPlain: Bool, _ kept: [ItemKey: [Int: ItemKey]]
    ) -> [SectionKeys] {
      sections.map {
        $0.keys(places, hasSameRows: hasSameRows, isPlain: isPlain, kept: kept[$0.key] ?? [:])
      }
    }
    return .difference(from: keys(self, isPlain.old, kept.before), to: keys(new, isPlain.new, kept.after))
  }
}
