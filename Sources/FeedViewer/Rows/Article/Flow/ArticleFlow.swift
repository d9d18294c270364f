import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// Divides the long texts of an article at the ends of lines, in idle time and again for each width.
///
/// What is shown of a text before its lines are known begins where the text can be divided without knowing them, after a
/// sentence or a word. Then the lines of such a row are broken as in the whole text except its first and its last ones. The
/// text that is on screen comes first, then what follows it, each from its beginning: the lines at the end of a text of
/// ten million characters are known some seconds later. From then on every line is the one that a PangoLayout of the whole
/// text would show at that width.
final class ArticleFlow: ArticlePart {
  /// How long the main loop is kept busy at once, in microseconds.
  private static let budget: Int64 = 4_000
  /// The rows that are changed at once where they are not about to be seen.
  private static let batch = 64
  /// The rows after the last one on screen that are about to be seen.
  private static let rowsAhead = 3

  weak var view: ArticleView?
  private let list: ListView
  private var source: IdleSource?
  /// The texts that are not divided at the present width yet, in order.
  private var waiting: [LongText] = []
  private var current: LineFlow?
  /// What is known of the current text and not shown yet.
  private var pieces: [(row: Int, piece: ArticlePiece)] = []
  /// The widths of the lines of the current text, in its first row and in the others.
  private var widths: (first: PangoUnits, others: PangoUnits) = (0, 0)
  private var conditionsNumber = 0

  init(of list: ListView) { self.list = list }

  /// Whether all texts are divided at the ends of their lines.
  var isFinished: Bool { source == nil }

  /// The rows have other texts, widths or fonts.
  func restart() {
    conditionsNumber = list.conditionsNumber
    current = nil
    pieces = []
    let texts = document.longTexts
    guard !texts.isEmpty else {
      waiting = []
      source = nil
      return
    }
    let first = LongText.index(in: texts, endingAfter: list.visibleRows.first?.row ?? 0)
    waiting = Array(texts[first...] + texts[..<first])
    if source == nil {
      source = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in self?.slice() ?? .done }
    }
  }

  /// The list has been laid out, perhaps at another width.
  func listWasLaidOut() {
    if list.conditionsNumber != conditionsNumber { restart() }
  }

  private func slice() -> IdleSource.Next {
    let end = Int64(g_get_monotonic_time()) + Self.budget
    repeat {
      guard let text = current?.text ?? nextText() else {
        source = nil
        return .done
      }
      advance(text)
    } while Int64(g_get_monotonic_time()) < end
    return .again
  }

  /// Begins the next text whose lines are broken at a width.
  private func nextText() -> LongText? {
    let document = document
    while !waiting.isEmpty {
      let text = waiting.removeFirst()
      guard let first = wrapWidth(ofRow: text.rows.lowerBound, in: document),
        let others = wrapWidth(ofRow: text.rows.lowerBound + 1, in: document)
      else { continue }
      widths = (first, others)
      current = LineFlow(
        text, of: document.text(ofBlock: text.block),
        separator: document.piece(at: text.rows.lowerBound)?.separator)
      return text
    }
    return nil
  }

  /// Divides the next piece from the rest of a text.
  private func advance(_ text: LongText) {
    let document = document
    pieces.append(
      current!.advance { part in
        let isFirst = part.lowerBound == text.bytes.lowerBound
        let row = isFirst ? text.rows.lowerBound : text.rows.lowerBound + 1
        let piece = ArticlePiece(
          block: text.block, range: part,
          separator: isFirst ? document.piece(at: row)?.separator : ArticleText.Separator.none)
        return list.lineStarts(
          of: ArticleTemplate.text(of: document.row(of: piece, at: row), typography),
          width: isFirst ? widths.first : widths.others
        ).map { $0 + part.lowerBound }
      })
    let isDone = current!.isDone
    if isDone || pieces.count >= Self.batch || isSeenSoon { show(text) }
    if isDone { current = nil }
  }

  /// Whether what is known is on screen, or just below it.
  private var isSeenSoon: Bool {
    let visible = list.visibleRows
    guard let first = visible.first?.row, let last = visible.last?.row, let row = pieces.first?.row else {
      return false
    }
    return pieces[pieces.count - 1].row >= first && row <= last + Self.rowsAhead
  }

  private func show(_ text: LongText) {
    guard let next = current?.next else { return }
    let known = pieces
    pieces = []
    view?.divide(text, into: known, next: next)
  }

  /// The width at which the lines of a row are broken, in Pango units; nil if the row is hidden or not wrapped.
  private func wrapWidth(ofRow row: Int, in document: ArticleDocument) -> PangoUnits? {
    var content = document.row(at: row)
    // Some text, in case the row shows none yet.
    content.text = "\u{2060}"
    content.runs = []
    return list.wrapWidth(of: content.text, in: content, ArticleTemplate.identifier(of: content.kind))
  }
}
