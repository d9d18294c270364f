import FeedViewerBase
import LayoutCore
import VirtualList

/// An archive that is shown alone. Its rows are those of the library, whose entries are read where the list shows them; another
/// arrangement would look at all of them.
extension ShownEntries {
  /// The archive whose only section is shown alone if the list shows what the reader has chosen.
  var wantedAlone: FilePath? {
    guard let path = arrangement.feed, arrangement == Arrangement(feed: path), !isPlain, found == nil,
      library.isArchive(path), section(of: path) != nil
    else { return nil }
    return path
  }

  /// The only section of a file; nil if it has none, or several.
  private func section(of path: FilePath) -> Int? {
    guard let place = library.places[path], place.count == 1 else { return nil }
    return place.first
  }

  /// The library's section that is shown alone; nil if none is.
  var aloneIndex: Int? { alone.flatMap { section(of: $0.path) } }

  /// Follows a change of the library while one section is shown alone.
  func followAlone(_ change: ChangeSet) {
    guard let before = alone, let index = aloneIndex, change.newSection(for: before.index) == index else {
      return endAlone()
    }
    alone = ShownAlone(of: before.path, in: library)
    delegate?.entries(self, didChange: change.alone(ofSection: before.index), isNewArrangement: false)
  }

  /// Follows edits of the library while one section is shown alone.
  func followAlone(_ edits: [ListEdit]) {
    guard let alone,
      let change = try? ChangeSet(edits, before: alone.counts, after: library.sections.map(\.rows.count))
    else { return endAlone() }
    followAlone(change)
  }
}

/// A file whose only section is shown alone.
struct ShownAlone {
  let path: FilePath
  /// The index of its section in the library before the next change.
  let index: Int
  /// The number of rows of each section of the library before the next change.
  let counts: [Int]

  init(of path: FilePath, in library: FeedLibrary) {
    guard let place = library.places[path] else { preconditionFailure("“\(path)” has no section.") }
    self.path = path
    index = place.first
    counts = library.sections.map(\.rows.count)
  }
}
