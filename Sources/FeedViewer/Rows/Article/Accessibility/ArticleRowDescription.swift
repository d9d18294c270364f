import CGtk
import FeedViewerBase
import FeedViewerFeeds

/// What assistive tools are told of a row: a role and a name for each of its texts.
///
/// GTK 4.8 passes neither the level of a heading nor positions in lists and tables on to assistive tools, and cells have no
/// table to be in: names and descriptions say it in words.
nonisolated struct ArticleRowDescription: Equatable {
  struct Text: Equatable {
    var role = GTK_ACCESSIBLE_ROLE_LABEL
    /// Nil if it is the text itself.
    var name: String?
    var description: String?
    /// Of a heading.
    var level: Int?
  }

  /// For each text of the row's content.
  private(set) var texts: [Text]
  /// The name of the row as a whole; nil for that of its template.
  private(set) var rowName: String?

  /// - Complexity: O(length of the row's text), and up to 2,000 blocks around it are looked at.
  init(of row: ArticleRow, at index: Int, in document: ArticleDocument) {
    var text = Text()
    switch row.kind {
    case .title: text = .heading(level: 1)
    case .heading(let level): text = .heading(level: level)
    case .item:
      text.role = GTK_ACCESSIBLE_ROLE_LIST_ITEM
      text.name = row.marker.map { "\($0) \(row.text)" }
      let level = document.articleBlock(at: index)?.listDepth ?? 1
      let position = document.positionInList(at: index).map { localized("\($0.number) of \($0.count)") }
      let parts = [position, level > 1 ? localized("level \(level)") : nil].compactMap { $0 }
      text.description = parts.isEmpty ? nil : ListText.joined(parts)
    case .term: text.description = localized("Term")
    case .definition: text.description = localized("Definition")
    case .code: text.description = localized("Code")
    case .caption: text.role = GTK_ACCESSIBLE_ROLE_CAPTION
    case .byline, .note: text.name = row.text.withoutIsolates
    case .summary, .aside, .action, .paragraph, .picture, .placeholder, .rule, .tableRow: break
    }
    texts = Array(repeating: text, count: row.texts.count)
    guard case .tableRow(let isHeader) = row.kind, let block = document.articleBlock(at: index) else {
      return
    }
    if isHeader {
      for number in texts.indices { texts[number].description = localized("Column header") }
    }
    guard let place = document.placeInTable(at: index) else { return }
    rowName = localized("Row \(place.number) of \(place.count)")
    guard !isHeader, let header = place.header else { return }
    let titles = ColumnTitles(of: header)
    for (number, column) in block.columns.enumerated() where texts.indices.contains(number) {
      if let title = titles[column] {
        texts[number].name = localized("\(title): \(row.texts[number].string)")
      }
    }
  }
}

extension String {
  /// The text without the characters that isolate the directions of its parts.
  fileprivate nonisolated var withoutIsolates: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }))
  }
}

extension ArticleBlock {
  /// The column at which each cell of a table row begins.
  fileprivate nonisolated var columns: [Int] {
    var column = 0
    return cellRanges.indices.map { number in
      defer { column += cells.indices.contains(number) ? cells[number].span : 1 }
      return column
    }
  }
}

/// The texts of the row with a table's column headers.
private nonisolated struct ColumnTitles {
  private var titles: [String?] = []

  /// - Complexity: O(length of the row's text).
  init(of header: ArticleBlock) {
    for cell in header.tableCells {
      titles += repeatElement(cell.text.isEmpty ? nil : cell.text, count: cell.span)
    }
  }

  /// The title of a column; nil if it has none.
  subscript(column: Int) -> String? { titles.indices.contains(column) ? titles[column] : nil }
}

extension ArticleRowDescription.Text {
  fileprivate nonisolated static func heading(level: Int) -> Self {
    Self(role: GTK_ACCESSIBLE_ROLE_HEADING, description: localized("Level \(level)"), level: level)
  }
}
