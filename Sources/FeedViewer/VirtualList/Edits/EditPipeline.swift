import CGtk
import GtkInterop
import LayoutCore

/// Takes a list's edits, one batch after the other, and has them applied in the order in which they were made: never
/// inside a layout or another edit. Their completions are called when they are laid out.
final class EditPipeline {
  /// Whether edits must wait, besides those for which `postponing` is responsible.
  var isBlocked: () -> Bool = { false }
  /// The sections that the data source has now.
  var currentSections: () -> [SectionShape] = { [] }
  /// Applies an edit.
  ///
  /// - Parameter isLast: Whether no other edit waits: the data source's state is the one after this edit.
  var apply: (_ entry: EditQueue.Entry, _ isLast: Bool) -> Void = { _, _ in }
  /// Asks for a layout that completes edits. Called when completions wait; answers whether a layout will come.
  var requestLayout: () -> Bool = { false }

  /// nil outside of batches.
  private var batch: EditBatch?
  private var queue = EditQueue()
  private var completions = EditCompletions()
  private var isPostponing = false
  /// Apply edits that wait, and call completions, when the loop comes around.
  private var applying: IdleSource?
  private var completing: IdleSource?

  /// Whether no edit waits.
  var isEmpty: Bool { queue.isEmpty }

  /// Makes an edit, or adds it to the batch that is being made.
  func make(_ edit: ListEdit) {
    if batch != nil { batch?.edits.append(edit) } else { enqueue(.edits([edit])) }
  }

  /// Makes a change that was computed elsewhere.
  func make(_ change: ChangeSet) { enqueue(.change(change)) }

  /// Has everything asked of the data source again; in a batch, when that ends.
  func reload(invalidatingHeights: Bool) {
    guard batch != nil else { return enqueue(.reload(invalidatingHeights: invalidatingHeights)) }
    batch?.edits.append(.reloadData)
    if invalidatingHeights { batch?.invalidatesHeights = true }
  }

  /// Joins the edits that `updates` makes. A batch inside another one is part of that.
  func performBatch(_ updates: () -> Void, completion: (() -> Void)?) {
    let isOutermost = batch == nil
    if isOutermost { batch = EditBatch() }
    updates()
    if let completion { batch?.completions.append(completion) }
    guard isOutermost, let made = batch else { return }
    batch = nil
    if made.edits.contains(.reloadData) {
      // Other edits may have moved the first rows.
      let hasOthers = made.edits.contains { $0 != .reloadData }
      enqueue(
        .reload(invalidatingHeights: made.invalidatesHeights || hasOthers), completions: made.completions)
    } else {
      enqueue(.edits(made.edits), completions: made.completions)
    }
  }

  /// Edits that are made inside `body` wait until it is over and the loop comes around.
  func postponing(_ body: () -> Void) {
    let was = isPostponing
    isPostponing = true
    body()
    isPostponing = was
  }

  /// Called when a layout is over, or none is to come: what waited for it is called when the loop comes around.
  func layoutEnded() {
    completions.layoutEnded()
    guard completions.areDue, completing == nil else { return }
    completing = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      completing = nil
      for completion in completions.takeDue() { completion() }
      return .done
    }
  }

  /// Applies no more edits and calls no more completions.
  func stop() {
    applying = nil
    completing = nil
  }

  private var mustWait: Bool { isPostponing || isBlocked() }

  private func enqueue(_ edit: EditQueue.Edit, completions: [() -> Void] = []) {
    queue.append(EditQueue.Entry(edit: edit, sections: currentSections(), completions: completions))
    guard mustWait else { return applyWaiting() }
    guard applying == nil else { return }
    // Before anything else asks the data source about rows that it does not have any more.
    applying = IdleSource(priority: G_PRIORITY_HIGH) { [weak self] in
      self?.applying = nil
      self?.applyWaiting()
      return .done
    }
  }

  private func applyWaiting() {
    while !mustWait, let entry = queue.popFirst() {
      apply(entry, queue.isEmpty)
      guard !entry.completions.isEmpty else { continue }
      completions.append(entry.completions)
      // A list that is not on screen is not laid out.
      if !requestLayout() { layoutEnded() }
    }
  }
}
