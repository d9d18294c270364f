import LayoutCore
import VirtualList

/// Batches come at the end of the file's section, and in another arrangement, where new rows may be anywhere, when the
/// end of the list is near.
extension ShownEntries: BatchFetching {
  var growingSections: [Int] {
    let growing = library.growingSections
    guard isArranged else { return growing.compactMap(presentWhole.shownSection) }
    return growing.isEmpty || sections.isEmpty ? [] : [sections.count - 1]
  }

  func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
    guard isArranged else {
      let place = libraryPlace(of: RowIndexPath(section: section, row: 0))
      guard let place else { return completion(.cancelled) }
      return library.fetchBatch(ofSection: place.section, completion: completion)
    }
    guard let first = library.growingSections.first else { return completion(.cancelled) }
    library.fetchBatch(ofSection: first, completion: completion)
  }
}
