import FeedViewerBase
import LayoutCore
import VirtualList

/// Makes the reader's edits of rows and marks, so that they can be undone.
final class EntryEditor {
  let history = EditHistory()
  /// What marks entries of very large files.
  private var marking: ArchiveMarking?
  /// What is marked after that.
  private var waitingMarks: [() -> Void] = []
  /// The last entries without rows that were removed.
  private var unreadRemoval: UnreadRemoval?
  weak var follower: (any WindowEventFollower)?
  private let entries: ShownEntries
  private var library: FeedLibrary { entries.library }

  init(_ entries: ShownEntries) { self.entries = entries }

  /// Removes the entries of rows.
  ///
  /// - Returns: What was done; nil if there was nothing to remove.
  func delete(_ rows: [FeedRow]) -> String? { delete(EntrySelection(rows: rows)) }

  /// Removes entries, whether or not they have rows.
  ///
  /// - Parameter then: Called with what was done; later if files are being read or counted, so that rows can't be left out yet.
  func delete(_ selection: EntrySelection, then: @escaping (String?) -> Void) {
    guard !library.canEdit(selection) else { return then(delete(selection)) }
    library.waitingEdits.append { [weak self] in self?.delete(selection, then: then) }
    follower?.follow(.editWaits)
  }

  private func delete(_ selection: EntrySelection) -> String? {
    let unread = library.archiveParts(selection)
    let deletion = entries.delete(selection)
    let removed = deletion.removed
    guard !removed.isEmpty else { return nil }
    let count = removed.rowCount
    let title = localized("Entry removed", plural: "\(grouped: count) entries removed", count: count)
    let removal = UnreadRemoval(unread, in: library, after: unreadRemoval)
    if !unread.isEmpty { unreadRemoval = removal }
    // Some had no rows when they were selected.
    let rows = EditedRows(selection.rows + removed.rows.flatMap { $0.rows.map(\.row) }, of: library)
    var others = EntrySelection(others: selection.others)
    var last = deletion
    history.record(
      title, returningRow: { rows.current.first },
      close: {
        rows.close($0)
        others.close($0)
        last.close($0)
      },
      undo: { [entries, library] in
        rows.set(.removed, false, in: entries)
        removal.set(false)
        entries.restore(last)
        library.bringBack(rows.feedsOfClosedFiles)
      },
      redo: { [entries] in
        last = entries.delete(EntrySelection(rows: rows.current, others: others.others))
        removal.set(true)
      })
    return title
  }

  /// Closes an open file.
  ///
  /// - Parameters:
  ///   - closesAgain: Called before the file is closed by redoing it.
  ///   - undone: Called when the file was opened again by undoing it, before it is read.
  /// - Returns: What was done; nil if the file is not open.
  func closeFile(
    _ path: FilePath, closesAgain: @escaping () -> Void = {}, undone: @escaping () -> Void = {}
  ) -> String? {
    guard var closed = close(path) else { return nil }
    // The name is isolated, because it may run from right to left.
    let title = localized("“\u{2068}\(UntrustedText.line(closed.title))\u{2069}” closed")
    history.record(
      title,
      undo: { [library] in
        library.reopen(closed)
        undone()
      },
      redo: { [weak self] in
        closesAgain()
        if let again = self?.close(path) { closed = again }
      })
    return title
  }

  /// Closes a file, of which nothing is kept open.
  private func close(_ path: FilePath) -> FeedLibrary.ClosedFile? {
    history.close(library.closing(path))
    return library.close(path)
  }

  /// Removes missing files from the session.
  ///
  /// - Parameter paths: Nil for all of them.
  /// - Returns: What was done; nil if there were none.
  func removeMissing(_ paths: Set<FilePath>?) -> String? {
    var removed = library.removeMissing(paths)
    guard !removed.isEmpty else { return nil }
    let title = localized(
      "Missing file removed", plural: "\(grouped: removed.count) missing files removed",
      count: removed.count)
    history.record(
      title, undo: { [library] in library.addMissing(removed) },
      redo: { [library] in removed = library.removeMissing(Set(removed.map(\.path))) })
    return title
  }

  /// Moves an open file up (-1) or down (1), or further.
  func moveFile(_ path: FilePath, by distance: Int) {
    guard let from = library.index(ofFile: path), library.files.indices.contains(from + distance),
      distance != 0
    else { return }
    library.moveFile(from: from, to: from + distance)
    history.record(
      localized("Feed moved"), undo: { [library] in library.moveFile(path, by: -distance) },
      redo: { [library] in library.moveFile(path, by: distance) })
  }

  /// Sets or removes a mark of rows.
  ///
  /// - Returns: What was done; nil if no row changed.
  @discardableResult
  func set(_ mark: EntryMarks, _ isOn: Bool, of rows: [FeedRow]) -> String? {
    set(mark, isOn, of: RowBits(rows)) { Self.title(mark, isOn, count: $0) }
  }

  private func set(
    _ mark: EntryMarks, _ isOn: Bool, of rows: RowBits, title: (_ count: Int) -> String
  ) -> String? {
    let changed = entries.set(mark, isOn, of: rows)
    guard !changed.isEmpty else { return nil }
    let words = title(changed.count)
    let marked = EditedRows(marked: changed, of: library)
    history.record(
      words, close: { marked.close($0) }, undo: { [entries] in marked.set(mark, !isOn, in: entries) },
      redo: { [entries] in marked.set(mark, isOn, in: entries) })
    return words
  }

  /// Marks all entries that are shown as read.
  ///
  /// - Parameters:
  ///   - name: The list's name for the reader.
  ///   - then: Called with what was done; nil if all were read before.
  func markAllRead(in name: String, then: @escaping (_ title: String?) -> Void) {
    set(
      .read, true, of: RowBits(of: entries.sections.filter { !$0.isOfOutlines }), and: entries.archiveParts,
      title: { Self.readTitle(of: name, count: $0) }, then: then)
  }

  /// Marks all entries of a list as read, whether or not it is shown.
  ///
  /// - Parameters:
  ///   - name: The list's name for the reader.
  ///   - then: Called with what was done; nil if all were read before.
  func markRead(
    _ list: Scope, named name: String, then: @escaping (_ title: String?) -> Void
  ) {
    let own = library.files(of: list.feeds)
    let sections = library.sections.filter { section in
      !section.isOfOutlines && own.map { own in section.path.map(own.contains) ?? false } ?? true
    }
    let today = list.condition == .today ? entries.today : nil
    let required: EntryMarks = list.condition == .starred ? .starred : []
    var rows = RowBits(of: sections)
    if !required.isEmpty { rows = rows.having(required, true) }
    if let today { rows = RowBits(rows.rows.filter { today.contains($0.date) }) }
    set(
      .read, true, of: rows,
      and: library.archiveParts(
        of: library.files.map(\.path).filter { own?.contains($0) ?? true }, with: required, on: today),
      title: { Self.readTitle(of: name, count: $0) }, then: then)
  }

  private static func readTitle(of name: String, count: Int) -> String {
    localized(
      "\(grouped: count) entry in “\u{2068}\(name)\u{2069}” marked as read",
      plural: "\(grouped: count) entries in “\u{2068}\(name)\u{2069}” marked as read", count: count)
  }

  /// Sets or removes a mark of entries, whether or not they have rows.
  ///
  /// - Parameter then: Called with what was done; nil if no entry changed.
  func set(
    _ mark: EntryMarks, _ isOn: Bool, of selection: EntrySelection,
    then: @escaping (_ title: String?) -> Void
  ) {
    guard selection.others.isEmpty || library.canEdit(selection) else {
      library.waitingEdits.append { [weak self] in self?.set(mark, isOn, of: selection, then: then) }
      follower?.follow(.editWaits)
      return
    }
    set(mark, isOn, of: RowBits(selection.rows), and: library.archiveParts(selection), then: then)
  }

  private func set(
    _ mark: EntryMarks, _ isOn: Bool, of rows: RowBits, and parts: [ArchiveMarking.Part],
    title: ((_ count: Int) -> String)? = nil,
    then: @escaping (_ title: String?) -> Void
  ) {
    let words = title ?? { Self.title(mark, isOn, count: $0) }
    guard !parts.isEmpty else { return then(set(mark, isOn, of: rows, title: words)) }
    // One after the other.
    guard marking == nil else {
      waitingMarks.append { [weak self] in
        self?.set(mark, isOn, of: rows, and: parts, title: title, then: then)
      }
      return
    }
    marking = entries.set(
      mark, isOn, of: parts,
      didMark: { [weak self] in self?.follower?.follow(.marking(self?.marking?.progress)) }
    ) { [weak self, entries] marking in
      self?.marking = nil
      self?.follower?.follow(.marking(nil))
      defer { self?.markNext() }
      let changed = entries.set(mark, isOn, of: rows)
      let keys = marking.marked
      let count = changed.count + keys.values.reduce(0) { $0 + $1.count }
      guard let self, count > 0 else { return then(nil) }
      let marked = EditedRows(marked: changed, of: self.library)
      let setAll = { @MainActor [entries] (isOn: Bool) in
        entries.set(mark, isOn, keys)
        marked.set(mark, isOn, in: entries)
      }
      let title = words(count)
      self.history.record(title, close: { marked.close($0) }, undo: { setAll(!isOn) }, redo: { setAll(isOn) })
      then(title)
    }
  }

  /// Goes on with what is to be marked next.
  private func markNext() { if !waitingMarks.isEmpty { waitingMarks.removeFirst()() } }

  private static func title(_ mark: EntryMarks, _ isOn: Bool, count: Int) -> String {
    switch (mark == .starred, isOn) {
    case (true, true):
      localized("Entry starred", plural: "\(grouped: count) entries starred", count: count)
    case (true, false):
      localized(
        "Star removed", plural: "\(grouped: count) stars removed",
        count: count)
    case (false, true):
      localized("Entry marked as read", plural: "\(grouped: count) entries marked as read", count: count)
    case (false, false):
      localized("Entry marked as unread", plural: "\(grouped: count) entries marked as unread", count: count)
    }
  }
}
