import LayoutCore
import VirtualList

/// Batches come at the end of the file's section, and in another arrangement, where new rows may be anywhere, when the
/// end of the list is near.
extension ShownEntries: BatchFetching {
  var growingSections: [Int] {
    guard isArranged else { return library.growingSections.compactMap(presentWhole.shownSection) }
    return firstGrowingSection == nil || sections.isEmpty ? [] : [sections.count - 1]
  }

  /// The first section of the library that grows, of the feeds whose list is shown.
  private var firstGrowingSection: Int? {
    library.growingSections.first { section in
      arrangedFiles.map { files in library.sections[section].path.map(files.contains) ?? false } ?? true
    }
  }

  func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
    guard isArranged else {
      let place = libraryPlace(of: RowIndexPath(section: section, row: 0))
      guard let place else { return completion(.cancelled) }
      return library.fetchBatch(ofSection: place.section, completion: completion)
    }
    guard let first = firstGrowingSection else { return completion(.cancelled) }
    library.fetchBatch(ofSection: first, completion: completion)
  }
}
