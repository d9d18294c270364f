import LayoutCore

/// Edits in the order in which they were made, until they are applied.
///
/// An edit is applied at once, unless the list is being laid out or follows another edit. Then it waits here, with the
/// sections that the data source had when it was made.
struct EditQueue {
  enum Edit {
    case reload(invalidatingHeights: Bool)
    case edits([ListEdit])
    case change(ChangeSet)
  }

  struct Entry {
    var edit: Edit
    /// The sections after the edit.
    var sections: [SectionShape]
    var completions: [() -> Void]
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an edit. A reload asks for everything, so it stands for all edits that wait with it.
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

/// The edits that a batch has collected so far.
struct EditBatch {
  var edits: [ListEdit] = []
  /// Whether a reload in the batch throws heights away.
  var invalidatesHeights = false
  var completions: [() -> Void] = []
}

/// What is to be called when edits have been laid out, in their order.
struct EditCompletions {
  /// Their edits wait for a layout.
  private var waiting: [() -> Void] = []
  /// Their edits are laid out.
  private var due: [() -> Void] = []

  var areDue: Bool { !due.isEmpty }

  mutating func append(_ completions: [() -> Void]) { waiting += completions }

  /// The list has been laid out, or will not be for now.
  mutating func layoutEnded() {
    due += waiting
    waiting = []
  }

  mutating func takeDue() -> [() -> Void] {
    defer { due = [] }
    return due
  }
}
