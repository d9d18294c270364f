import LayoutCore
import VirtualList

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
