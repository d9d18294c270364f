import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// Keys that extend the selection from the caret: where one clicked, else at the first text on screen.
extension ArticleSelector {
  /// What a key extends the selection by.
  private enum Motion {
    case step(ArticleCaret.Step)
    case line, page
    /// To the start or the end of the line.
    case lineEdge
  }

  /// Handles Shift with an arrow key, Page Up, Page Down, Home or End; with Control it goes by words, paragraphs, or to
  /// the ends of the article.
  package func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let others = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & GDK_SHIFT_MASK.rawValue != 0, modifiers & others == 0, document.count > 0 else {
      return .unhandled
    }
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    switch Int32(key) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: moveSideways(right: false, isControl ? .word : .character)
    case GDK_KEY_Right, GDK_KEY_KP_Right: moveSideways(right: true, isControl ? .word : .character)
    case GDK_KEY_Up, GDK_KEY_KP_Up: move(isControl ? .step(.paragraph) : .line, forward: false)
    case GDK_KEY_Down, GDK_KEY_KP_Down: move(isControl ? .step(.paragraph) : .line, forward: true)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: move(.page, forward: false)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: move(.page, forward: true)
    case GDK_KEY_Home, GDK_KEY_KP_Home: move(isControl ? .step(.document) : .lineEdge, forward: false)
    case GDK_KEY_End, GDK_KEY_KP_End: move(isControl ? .step(.document) : .lineEdge, forward: true)
    default: return .unhandled
    }
    return .handled
  }

  /// In text that runs from right to left, the left arrow key goes forward.
  private func moveSideways(right: Bool, _ step: ArticleCaret.Step) {
    guard let caret else { return }
    let isRightToLeft = document.row(at: caret.row.row).isRightToLeft
    move(.step(step), forward: right != isRightToLeft)
  }

  private func move(_ motion: Motion, forward: Bool) {
    guard let start = caret else { return }
    let x = caretX ?? list.caretX(at: start) ?? 0
    let end = place(motion, forward: forward, from: start, x: x)
    var new = selection ?? ArticleSelection(.character, start..<start)
    new.extend(to: end..<end)
    set(new)
    switch motion {
    case .line, .page: caretX = x
    case .step, .lineEdge: break
    }
    setPrimarySelection()
    list.scroll(toText: end.text, bytes: end.offset..<end.offset, of: end.row)
  }

  /// The end of the selection that moves, where text is.
  private var caret: ListTextPosition? {
    ArticleCaret(document: document).nearest(
      to: selection?.caret ?? list.visibleRows.first.map { ListTextPosition(row: $0, offset: 0) }
        ?? ListTextPosition(row: RowIndexPath(section: 0, row: 0), offset: 0))
  }

  private func place(
    _ motion: Motion, forward: Bool, from start: ListTextPosition, x: Double
  ) -> ListTextPosition {
    switch motion {
    case .step(let step):
      return ArticleCaret(document: document).place(step, forward: forward, from: start)
    case .lineEdge:
      guard let line = list.line(around: start) else { return start }
      return ListTextPosition(
        row: start.row, text: start.text, offset: forward ? line.upperBound : line.lowerBound)
    case .page:
      return list.textPosition(onePage: forward, from: start, x: x) ?? line(forward, from: start, x: x)
    case .line: return self.line(forward, from: start, x: x)
    }
  }

  /// In the first or the last line of the article, the caret goes to its end.
  private func line(_ forward: Bool, from start: ListTextPosition, x: Double) -> ListTextPosition {
    if let found = list.textPosition(oneLine: forward, from: start, x: x) { return found }
    var row = start.row
    row.row += forward ? 1 : -1
    while (0..<document.count).contains(row.row) {
      if let found = list.textPosition(atEdgeOf: row, isTop: forward, x: x) { return found }
      row.row += forward ? 1 : -1
    }
    return ArticleCaret(document: document).place(.document, forward: forward, from: start)
  }
}
