import FeedViewerReadingState

/// Marks entries of archives as removed whose rows were left out before anything but their numbers was known: their keys are read
/// by workers.
final class UnreadRemoval {
  /// Reads the keys; nil when they are known.
  private(set) var task: Task<Void, Never>?
  private var keys: [FeedKey: [EntryKey]] = [:]
  private var isRemoved = true
  private let library: FeedLibrary

  /// - Parameter earlier: What is to end before: it may be about the same entries.
  init(_ parts: [ArchiveMarking.Part], in library: FeedLibrary, after earlier: UnreadRemoval?) {
    self.library = library
    guard !parts.isEmpty else { return }
    task = Task { [before = earlier?.task] in
      await before?.value
      for part in parts { await self.readKeys(of: part) }
      self.task = nil
      if self.isRemoved { self.set(true) }
    }
  }

  private func readKeys(of part: ArchiveMarking.Part) async {
    let path = part.outline.placeholder.path
    let feed = FeedKey(library.feedKeys[path] ?? path.text)
    for await batch in ArchiveMarking.keys(part, library.state.marks(of: feed), .removed, true) {
      guard library.listedEntries(of: path)?.outline === part.outline else { return }
      library.state.adopt(batch.earlier, by: batch.keys, of: feed)
      keys[feed, default: []] += batch.keys
    }
  }

  /// Sets or removes the mark, as soon as the entries are known.
  func set(_ isRemoved: Bool) {
    self.isRemoved = isRemoved
    guard task == nil else { return }
    for (feed, keys) in keys {
      library.state.set(.removed, isRemoved, keys, of: feed, twinsAreKnown: false)
      library.marksArrived(of: feed)
    }
  }
}
