import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// The widths and heights of the parts of long lines of code: at first by the number of their letters, which is exact for
/// ASCII, then measured in idle time.
final class CodeLines: ArticlePart {
  /// How long the main loop is kept busy at once, in microseconds.
  private static let budget: Int64 = 4_000
  /// The letters whose width is measured to know that of one.
  private static let sampleLength = 100

  weak var view: ArticleView?
  private let list: ListView
  private var source: IdleSource?
  private var known: [Int: CodeLine] = [:]
  private var waiting: [Int] = []
  /// The row that is measured, and what is known of its parts.
  private var work: (index: Int, row: ArticleRow, measured: CodeLine)?

  init(of list: ListView) { self.list = list }

  /// Whether all lines that were asked for are measured.
  var isFinished: Bool { source == nil }

  /// There are other rows or fonts.
  func forgetAll() {
    known = [:]
    waiting = []
    work = nil
    source = nil
  }

  /// The line that a row shows; nil if its text is laid out as a whole.
  ///
  /// - Complexity: O(length) when it is first asked for, then O(1).
  func line(of row: ArticleRow) -> CodeLine? {
    guard !row.lineParts.isEmpty, let index = row.number else { return nil }
    if let line = known[index] { return line }
    let line = estimated(row)
    known[index] = line
    waiting.append(index)
    if source == nil {
      source = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in self?.slice() ?? .done }
    }
    return line
  }

  private func estimated(_ row: ArticleRow) -> CodeLine {
    let sample = ArticleRow(.code, String(repeating: "0", count: Self.sampleLength))
    let size = list.naturalSize(of: ArticleTemplate.text(of: sample, typography))
    let letter = size.width / Double(Self.sampleLength)
    return CodeLine(
      widths: row.lineParts.map { CodeLine.columns(of: row.text.part(bytes: $0)) * letter },
      height: size.height)
  }

  private func slice() -> IdleSource.Next {
    let end = Int64(g_get_monotonic_time()) + Self.budget
    repeat {
      guard work != nil || takeNext() else {
        source = nil
        return .done
      }
      advance()
    } while Int64(g_get_monotonic_time()) < end
    return .again
  }

  private func takeNext() -> Bool {
    guard let index = waiting.popLast() else { return false }
    work = (index, document.row(at: index), CodeLine(widths: [], height: 0))
    return true
  }

  /// Measures the next part of the present row.
  private func advance() {
    guard let (index, row, measured) = work else { return }
    var line = measured
    if line.widths.count < row.lineParts.count {
      let part = ArticleTemplate.text(of: row, part: row.lineParts[line.widths.count], typography)
      let size = list.naturalSize(of: part)
      line.widths.append(size.width)
      line.height = max(line.height, size.height)
    }
    guard line.widths.count == row.lineParts.count else { return work = (index, row, line) }
    work = nil
    let estimated = known[index]
    line.isMeasured = true
    known[index] = line
    if estimated?.widths != line.widths || estimated?.height != line.height { view?.reloadLater([index]) }
  }
}
