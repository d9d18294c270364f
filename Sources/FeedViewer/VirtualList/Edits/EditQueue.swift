import LayoutCore

/// The queue of edits that wait to be applied, in the order in which they were made.
///
/// An edit waits if it is made while the list is laid out or follows another edit. It is queued with the sections that the
/// data source had when it was made.
struct EditQueue {
  enum Edit {
    case reload(invalidatingHeights: Bool)
    case edits([ListEdit])
    case change(ChangeSet, selectsNext: Bool)
    /// The content of rows is known now.
    case arrival([RowIndexPath])
  }

  struct Entry {
    var edit: Edit
    /// The sections after the edit.
    var sections: [SectionShape]
    var completions: [() -> Void]
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an edit. A reload reads everything again, so it replaces all queued edits.
  mutating func append(_ entry: Entry) {
    if case .reload(let invalidates) = entry.edit {
      let completions = entries.flatMap(\.completions) + entry.completions
      entries = [
        Entry(
          edit: .reload(invalidatingHeights: invalidates || !entries.isEmpty), sections: entry.sections,
          completions: completions)
      ]
    } else if let last = entries.indices.last, case .reload = entries[last].edit {
      entries[last].edit = .reload(invalidatingHeights: true)
      entries[last].sections = entry.sections
      entries[last].completions += entry.completions
    } else {
      entries.append(entry)
    }
  }

  mutating func popFirst() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }
}

/// The edits of a batch that has not ended.
struct EditBatch {
  var edits: [ListEdit] = []
  /// Whether a reload in the batch removes cached heights.
  var invalidatesHeights = false
  var completions: [() -> Void] = []
}

/// The completions of edits, in order.
struct EditCompletions {
  /// Completions whose edits wait for a layout.
  private var waiting: [() -> Void] = []
  /// Completions whose edits are laid out.
  private var due: [() -> Void] = []

  var areDue: Bool { !due.isEmpty }

  mutating func append(_ completions: [() -> Void]) { waiting += completions }

  /// Call when the list has been laid out, or will not be.
  mutating func layoutEnded() {
    due += waiting
    waiting = []
  }

  mutating func takeDue() -> [() -> Void] {
    defer { due = [] }
    return due
  }
}
