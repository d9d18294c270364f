/// The reader's edits, which can be undone and redone in order.
final class EditHistory {
  /// An edit that was made.
  struct Edit {
    /// What was done, as a sentence: "3 entries removed".
    let title: String
    let undo: () -> Void
    let redo: () -> Void
    /// The row to go on from after undoing it; nil if it brings none back.
    let returningRow: () -> FeedRow?
    /// Lets go of the rows of a file, which would keep it open.
    let close: (ClosingFile) -> Void
  }

  /// Beyond this many edits, the first ones are forgotten.
  static let limit = 200

  weak var follower: (any WindowEventFollower)?
  private var done: [Edit] = []
  private var undone: [Edit] = []

  /// The edit that `undo` takes back; nil if there is none.
  var last: Edit? { done.last }
  /// The edit that `redo` makes again; nil if there is none.
  var next: Edit? { undone.last }

  /// Remembers an edit that was just made. Edits that were undone can't be redone any more.
  ///
  /// - Parameters:
  ///   - returningRow: Gives the row to go on from after undoing it.
  ///   - close: Called before a file is closed, to let go of its rows.
  func record(
    _ title: String, returningRow: @escaping () -> FeedRow? = { nil },
    close: @escaping (ClosingFile) -> Void = { _ in },
    undo: @escaping () -> Void, redo: @escaping () -> Void
  ) {
    done.append(Edit(title: title, undo: undo, redo: redo, returningRow: returningRow, close: close))
    if done.count > Self.limit { done.removeFirst() }
    undone = []
    follower?.follow(.edited)
  }

  /// - Returns: The edit that was taken back; nil if there is none.
  @discardableResult
  func undo() -> Edit? {
    guard let edit = done.popLast() else { return nil }
    edit.undo()
    undone.append(edit)
    follower?.follow(.edited)
    return edit
  }

  /// - Returns: The edit that was made again; nil if there is none.
  @discardableResult
  func redo() -> Edit? {
    guard let edit = undone.popLast() else { return nil }
    edit.redo()
    done.append(edit)
    follower?.follow(.edited)
    return edit
  }

  /// Lets go of the rows of a file that is being closed. Edits of its entries can still be undone when it is open again.
  func close(_ file: ClosingFile) { for edit in done + undone { edit.close(file) } }
}
