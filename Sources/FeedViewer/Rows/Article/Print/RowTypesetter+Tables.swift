import FeedViewerFeeds
import LayoutCore
import PangoText

/// The rows of tables on paper, where nothing scrolls sideways.
extension RowTypesetter {
  private static let cellPadding = (horizontal: 5.0, vertical: 3.0)
  /// Narrower columns would have a letter or two in a line: then the cells of a row stand one below the other.
  private static let leastColumnWidth = 24.0

  /// The cells of a row. Their first lines have one baseline, and so have all that follow: a row that is higher than a page
  /// can be divided between its lines.
  func cells(
    of row: ArticleRow, in room: ClosedRange<Double>, _ notes: inout LinkNotes
  ) -> PrintedRow {
    let columns = row.columns ?? TableColumns(count: row.cells.count)
    let widths = Self.widths(of: columns, in: room.upperBound - room.lowerBound)
    var printed = PrintedRow(lines: [])
    if let widths {
      var first = 0
      for cell in row.cells {
        let start = min(first, widths.count - 1)
        let end = max(min(first + cell.span, widths.count), start + 1)
        first += cell.span
        let before = widths[..<start].reduce(0, +)
        let width = widths[start..<end].reduce(0, +)
        let left = row.isRightToLeft ? room.upperBound - before - width : room.lowerBound + before
        let padding = min(Self.cellPadding.horizontal, width / 4)
        printed.merge(lines(of: cell, in: row, left + padding...left + width - padding, &notes))
      }
    } else {
      for cell in row.cells where !cell.text.isEmpty {
        printed.lines += lines(of: cell, in: row, room, &notes)
      }
    }
    if printed.lines.isEmpty { printed.lines = [.init(height: 0, parts: [])] }
    printed.lines[0].addSpaceAbove(Self.cellPadding.vertical)
    printed.lines[printed.lines.count - 1].height += Int(Self.cellPadding.vertical * 1024)
    let tableWidth = widths.map { $0.reduce(0, +) } ?? room.upperBound - room.lowerBound
    printed.background = .rowLine(
      row.isRightToLeft
        ? room.upperBound - tableWidth...room.upperBound : room.lowerBound...room.lowerBound + tableWidth,
      isHeader: row.kind == .tableRow(isHeader: true))
    return printed
  }

  private func lines(
    of cell: ArticleTableCell, in row: ArticleRow, _ room: ClosedRange<Double>, _ notes: inout LinkNotes
  ) -> [PrintedRow.Line] {
    let noted = NotedText(cell.text, cell.runs, &notes)
    var cell = cell
    (cell.text, cell.runs) = (noted.text, noted.runs)
    let side: Side? =
      switch cell.alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case nil: nil
      }
    return lines(of: template.cellText(cell, of: row), noted, in: room, side: side)
  }

  /// The widths of the columns with the room around their texts: those that they prefer if there is room for them, as in
  /// CSS 2.2, section 17.5.2.2; else the least ones, which are made narrower only if even they do not fit.
  ///
  /// - Returns: Nil if there are too many columns for the width.
  static func widths(of columns: TableColumns, in width: Double) -> [Double]? {
    guard columns.count > 0, width / Double(columns.count) >= leastColumnWidth else { return nil }
    let padding = 2 * cellPadding.horizontal
    let room = width - Double(columns.count) * padding
    let preferred = columns.preferred.reduce(0, +)
    if preferred <= room { return columns.preferred.map { $0 + padding } }
    let least = columns.least.reduce(0, +)
    if least <= room {
      let share = (room - least) / max(preferred - least, 1)
      return zip(columns.least, columns.preferred).map { $0 + ($1 - $0) * share + padding }
    }
    // Wide columns give more than narrow ones, none more than down to an equal share.
    let equal = room / Double(columns.count)
    let excess = columns.least.reduce(0) { $0 + max($1 - equal, 0) }
    let missing = least - room
    return columns.least.map { $0 - max($0 - equal, 0) * missing / max(excess, 1) + padding }
  }

  /// The widths of a table's columns in points.
  mutating func columns(of table: Int, in document: ArticleDocument) -> TableColumns {
    if let known = tables[table] { return known }
    let text = text
    let columns = document.columns(
      ofTable: table, typography,
      characterWidth: Double(
        text.approximateMetrics(typography.style(of: .tableRow(isHeader: false))).characterWidth) / 1024
    ) { string, style, attributes, isLeast in
      let element = TextElement(string, style: style.id, attributes: attributes)
      let constraint = isLeast ? LineConstraint(width: 0, wrapMode: .word) : LineConstraint(width: nil)
      return Double(text.extents(of: element, in: constraint).width) / 1024
    }
    // Room for the number of a footnote.
    .mapped { ($0 + 1).rounded(.up) }
    tables[table] = columns
    return columns
  }
}

extension PrintedRow {
  /// Puts the lines of another cell beside those that are there, on the same baselines.
  mutating func merge(_ others: [Line]) {
    for (number, other) in others.enumerated() {
      guard number < lines.count else {
        lines.append(other)
        continue
      }
      let (mine, its) = (lines[number].parts.first?.y ?? 0, other.parts.first?.y ?? 0)
      let baseline = max(mine, its)
      let below = max(
        Double(lines[number].height) / 1024 - mine, Double(other.height) / 1024 - its)
      for part in lines[number].parts.indices { lines[number].parts[part].y += baseline - mine }
      lines[number].parts += other.parts.map {
        var part = $0
        part.y += baseline - its
        return part
      }
      lines[number].height = Int(((baseline + below) * 1024).rounded(.up))
      lines[number].notes += other.notes
    }
  }
}
