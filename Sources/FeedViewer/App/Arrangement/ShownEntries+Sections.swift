import FeedViewerBase
import LayoutCore
import VirtualList

/// Sections of the library that are shown with all of their rows, as they are: no other arrangement of them is made, which would
/// look at all entries of archives.
struct ShownSections {
  /// Whose sections they are.
  let feeds: Scope.Feeds
  /// Their indices in the library, ascending; nil for all of them.
  let indices: [Int]?
  /// The number of rows of each section of the library.
  fileprivate let counts: [Int]
  /// The state of the library that this is of.
  let version: Int

  /// - Complexity: O(sections).
  init(of feeds: Scope.Feeds, in library: FeedLibrary) {
    self.feeds = feeds
    let own = library.sections(of: feeds)
    indices = own.flatMap { $0.count == library.sections.count ? nil : $0 }
    counts = library.sections.map(\.rows.count)
    version = library.sectionsVersion
  }

  func sections(in library: FeedLibrary) -> [LibrarySection] {
    indices.map { $0.map { library.sections[$0] } } ?? library.sections
  }

  func count(in library: FeedLibrary) -> Int { indices?.count ?? library.sections.count }

  /// The library's section of one that is shown.
  func librarySection(of shown: Int) -> Int { indices?[shown] ?? shown }

  /// Where a section of the library is shown; nil if it is not.
  ///
  /// - Complexity: O(log s) for s sections that are shown.
  func shownSection(of section: Int) -> Int? {
    guard let indices else { return section }
    let place = indices.partitionPoint { $0 < section }
    return place < indices.count && indices[place] == section ? place : nil
  }
}

extension ShownEntries {
  /// Follows a change of the library while sections of it are shown as they are.
  ///
  /// - Parameter edits: The same, if the change is known by its edits.
  func follow(_ change: @autoclosure () throws -> ChangeSet, edits: [ListEdit]? = nil) {
    let (old, new) = (whole, ShownSections(of: whole.feeds, in: library))
    whole = new
    if old.indices == nil, new.indices == nil {
      if let edits { return consumer?.apply(.edits(edits)) ?? () }
      guard let change = try? change() else { return }
      consumer?.apply(.change(change))
      return
    }
    guard let change = try? change() else {
      assertionFailure("The library’s edits do not lead from its sections to those that it has.")
      consumer?.apply(.edits([.reloadData]))
      return
    }
    let shown = change.projected(
      from: old.indices ?? Array(change.before.indices), to: new.indices ?? Array(change.after.indices))
    if !shown.isEmpty { consumer?.apply(.change(shown)) }
  }

  /// Shows the sections of other feeds if outlines name others now, or if it is known only now which they name.
  func followOutlines() {
    guard whole.feeds != .all else { return }
    library.deliverEdits()
    let new = ShownSections(of: whole.feeds, in: library)
    guard new.indices != whole.indices else { return }
    // What is being arranged began with other sections.
    generation += 1
    follow(ChangeSet(unchanged: new.counts))
  }

  /// Follows edits of the library while sections of it are shown as they are.
  func follow(_ edits: [ListEdit]) {
    // The sections are others when the change is asked for.
    let before = whole.counts
    follow(try ChangeSet(edits, before: before, after: library.sections.map(\.rows.count)), edits: edits)
  }
}
