import CGtk
import GtkInterop
import LayoutCore

/// Edits are applied one after the other, never inside a layout or another edit, and completed by a layout.
extension ListView {
  /// Whether an edit that is made now waits.
  private var defersEdits: Bool { isAllocating || postponesEdits }

  func enqueue(_ edit: EditQueue.Edit, completions: [() -> Void] = []) {
    edits.append(
      EditQueue.Entry(edit: edit, sections: sectionsFromDataSource(), completions: completions))
    guard defersEdits else { return applyQueuedEdits() }
    guard editSource == nil else { return }
    // Before anything else asks the data source about rows that it does not have any more.
    editSource = IdleSource(priority: G_PRIORITY_HIGH) { [weak self] in
      self?.editSource = nil
      self?.applyQueuedEdits()
      return .done
    }
  }

  private func applyQueuedEdits() {
    while !defersEdits, let entry = edits.popFirst() {
      switch entry.edit {
      case .reload(let invalidatesHeights):
        reload(entry.sections, invalidatingHeights: invalidatesHeights)
      case .edits(let edits):
        guard !edits.isEmpty else { break }
        follow(
          change(edits, before: rowCounts, after: entry.sections.map(\.rowCount)), to: entry.sections,
          isLast: self.edits.isEmpty)
      case .change(let change):
        follow(change, to: entry.sections, isLast: edits.isEmpty)
      }
      wait(for: entry.completions)
    }
  }

  private func wait(for completions: [() -> Void]) {
    guard !completions.isEmpty else { return }
    editCompletions.append(completions)
    // A list that is not on screen is not laid out.
    if gtk_widget_get_mapped(widget.pointer) != 0 {
      gtk_widget_queue_allocate(widget.pointer)
    } else {
      completeEditsLater()
    }
  }

  /// Called when a layout is over, or none is to come: what waited for it is called when the loop comes around.
  func completeEditsLater() {
    editCompletions.layoutEnded()
    guard editCompletions.areDue, completionSource == nil else { return }
    completionSource = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      self.completionSource = nil
      for completion in self.editCompletions.takeDue() { completion() }
      return .done
    }
  }
}
