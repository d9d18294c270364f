import CGtk
import GtkInterop
import LayoutCore

/// Collects a list's edits into batches and applies them in the order in which they were made, but never during a layout
/// or another edit. Completions are called when the edits are laid out.
final class EditPipeline {
  /// Whether edits must wait now; they also wait inside `postponing`.
  var isBlocked: () -> Bool = { false }
  /// The present sections of the data source.
  var currentSections: () -> [SectionShape] = { [] }
  /// Applies an edit.
  ///
  /// - Parameter isLast: Whether no other edit is queued: the data source is in the state after this edit.
  var apply: (_ entry: EditQueue.Entry, _ isLast: Bool) -> Void = { _, _ in }
  /// Requests the layout after which completions are called; returns whether there will be one.
  var requestLayout: () -> Bool = { false }

  /// nil outside of batches.
  private var batch: EditBatch?
  private var queue = EditQueue()
  private var completions = EditCompletions()
  private var isPostponing = false
  /// Apply queued edits and call completions in the next iteration of the loop.
  private var applying: IdleSource?
  private var completing: IdleSource?

  /// Whether no edit is queued.
  var isEmpty: Bool { queue.isEmpty }

  /// Makes an edit, or adds it to the current batch.
  func make(_ edit: ListEdit) {
    if batch != nil { batch?.edits.append(edit) } else { enqueue(.edits([edit])) }
  }

  /// Makes a change that was computed elsewhere.
  func make(_ change: ChangeSet, selectsNext: Bool) { enqueue(.change(change, selectsNext: selectsNext)) }

  /// Measures rows again whose content is known now. Not to be called inside a batch.
  func contentArrived(in rows: [RowIndexPath]) {
    precondition(batch == nil, "Content does not arrive in a batch of edits.")
    enqueue(.arrival(rows))
  }

  /// Reloads everything from the data source; inside a batch, when the outermost batch ends.
  func reload(invalidatingHeights: Bool) {
    guard batch != nil else { return enqueue(.reload(invalidatingHeights: invalidatingHeights)) }
    batch?.edits.append(.reloadData)
    if invalidatingHeights { batch?.invalidatesHeights = true }
  }

  /// Collects the edits made by `updates` into one batch. A batch inside another one becomes part of it.
  func performBatch(_ updates: () -> Void, completion: (() -> Void)?) {
    let isOutermost = batch == nil
    if isOutermost { batch = EditBatch() }
    updates()
    if let completion { batch?.completions.append(completion) }
    guard isOutermost, let made = batch else { return }
    batch = nil
    if made.edits.contains(.reloadData) {
      // Other edits may have moved rows whose heights would be kept.
      let hasOthers = made.edits.contains { $0 != .reloadData }
      enqueue(
        .reload(invalidatingHeights: made.invalidatesHeights || hasOthers), completions: made.completions)
    } else {
      enqueue(.edits(made.edits), completions: made.completions)
    }
  }

  /// Queues edits made inside `body` until the next iteration of the loop.
  func postponing(_ body: () -> Void) {
    let was = isPostponing
    isPostponing = true
    body()
    isPostponing = was
  }

  /// Call when a layout is over, or when there will be none: waiting completions are called in the next iteration of the
  /// loop.
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

  /// Cancels queued edits and completions for good.
  func stop() {
    applying = nil
    completing = nil
  }

  private var mustWait: Bool { isPostponing || isBlocked() }

  private func enqueue(_ edit: EditQueue.Edit, completions: [() -> Void] = []) {
    queue.append(EditQueue.Entry(edit: edit, sections: currentSections(), completions: completions))
    guard mustWait else { return applyWaiting() }
    guard applying == nil else { return }
    // High priority: nothing else may ask the data source about rows that it does not have any more.
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
