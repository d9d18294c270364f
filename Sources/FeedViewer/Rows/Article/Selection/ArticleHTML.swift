import FeedViewerFeeds
import LayoutCore
import VirtualList

/// Writes an article, or the selected part of it, as an HTML document: for browsers, and for programs that paste styled text.
package nonisolated struct ArticleHTML {
  /// An element that is open.
  private enum Container: Equatable {
    case quote
    case list(tag: String)
    case item
    case table
    /// The block of the row before, which the next row may continue.
    case block(tag: String)

    var tag: String {
      switch self {
      case .quote: "blockquote"
      case .list(let tag), .block(let tag): tag
      case .item: "li"
      case .table: "table"
      }
    }
  }

  private var html: String
  private var open: [Container] = []
  /// What the blocks of a page do not repeat: its language and direction; nil for text that is pasted.
  private var page: (language: String?, isRightToLeft: Bool)?
  /// What is left for the pictures of a page, in bytes.
  private var pictureBudget = 0

  private init(_ start: String) { html = start }

  /// The selected part of a document.
  ///
  /// - Complexity: O(length of the selected text).
  package static func document(_ selection: ArticleSelection, of document: ArticleDocument) -> String {
    var writer = ArticleHTML("<!DOCTYPE html><html><head><meta charset=\"utf-8\"></head><body>")
    writer.write(selection, of: document)
    return writer.html + "</body></html>"
  }

  /// All of an article as a page that loads nothing and runs nothing: its pictures are in it, and links are what else it
  /// refers to.
  ///
  /// - Complexity: O(length of the text and of the pictures), read from the disk.
  package static func page(_ document: ArticleDocument, _ head: Head) -> String {
    var writer = ArticleHTML(head.html(language: document.language, isRightToLeft: document.isRightToLeft))
    writer.page = (document.language, document.isRightToLeft)
    writer.pictureBudget = EmbeddedPicture.greatestSize
    writer.write(.all, of: document.withOpenDisclosures)
    return writer.html + "\n</article>\n</body>\n</html>\n"
  }

  private mutating func write(_ selection: ArticleSelection, of document: ArticleDocument) {
    for index in selection.rows(of: document) {
      var row = document.row(at: index)
      // A page tells the address that the button opens.
      if page != nil, row.kind == .action, let address = row.runs.first?.link {
        row.text = address
        row.runs = [ArticleRun(range: 0..<address.utf8.count, link: address)]
      }
      write(row, at: RowIndexPath(section: 0, row: index), selection)
    }
    close(to: 0)
  }

  private mutating func write(_ row: ArticleRow, at place: RowIndexPath, _ selection: ArticleSelection) {
    guard !row.isHidden else { return }
    let texts = row.texts
    let parts = texts.enumerated().map { number, text in
      selection.part(of: place, text: number, length: text.string.utf8.count)
    }
    // Rows without text are selected together with what is around them.
    guard parts.contains(where: { $0 != nil }) || (texts.isEmpty && row.picture != nil || row.kind == .rule)
    else { return }
    if row.isContinuation, case .block(let tag)? = open.last {
      html += row.separator == .lineFeed && tag != "pre" ? "<br>" : row.separator.rawValue
    } else {
      openContainers(of: row)
      openBlock(of: row)
    }
    if case .tableRow = row.kind, !row.cells.isEmpty {
      html += "<tr>"
      for (cell, part) in zip(row.cells, parts) {
        let tag = cell.isHeader ? "th" : "td"
        html += "<\(tag)"
        if cell.span > 1 { html += " colspan=\"\(cell.span)\"" }
        // The cells that browsers center are header cells.
        if cell.alignment != (cell.isHeader ? .center : nil) {
          html += " style=\"text-align: \(cell.alignment?.rawValue ?? "start")\""
        }
        html += ">"
        if let part { write(cell.text, cell.runs, part, keepsLineFeeds: false) }
        html += "</\(tag)>"
      }
      html += "</tr>"
    } else if let text = texts.first, let part = parts[0] {
      write(text.string, text.runs, part, keepsLineFeeds: row.kind == .code)
    } else if let picture = row.picture, page != nil,
      let address = EmbeddedPicture.address(of: picture.path, budget: &pictureBudget)
    {
      writeImage(picture, address)
    } else if let picture = row.picture {
      write(
        picture.words, picture.link.map { [ArticleRun(range: 0..<picture.words.utf8.count, link: $0)] } ?? [],
        0..<picture.words.utf8.count, keepsLineFeeds: false)
    }
  }

  private mutating func writeImage(_ picture: ArticlePicture, _ address: String) {
    var link: String?
    set(&link, picture.link.flatMap(Self.followed))
    let words = picture.hasAlternative ? picture.words : ""
    let width = picture.size.map { " width=\"\(Int($0.width))\"" } ?? ""
    html += "<img src=\"\(address)\" alt=\"\(Self.escaped(words))\"\(width)>"
    set(&link, nil)
  }

  // MARK: Containers

  /// Closes what the row is not in, and opens the quotations, lists and tables that it is in.
  private mutating func openContainers(of row: ArticleRow) {
    if case .block? = open.last { close(to: open.count - 1) }
    let isTable = if case .tableRow = row.kind, !row.cells.isEmpty { true } else { false }
    if open.last == .table, !isTable || row.separator == .blankLine { close(to: open.count - 1) }
    let quotes = open.count { $0 == .quote }
    if quotes != row.quoteDepth || row.continuedQuoteDepth < row.quoteDepth {
      // Lists inside a quotation end with it.
      close(to: open.firstIndex { $0 != .quote } ?? open.count)
      close(to: min(open.count, row.continuedQuoteDepth))
      while open.count < row.quoteDepth { push(.quote) }
    }
    openLists(of: row)
    if isTable, open.last != .table { push(.table, attributes: surroundings(of: row)) }
  }

  private mutating func openLists(of row: ArticleRow) {
    // A heading may begin an item, too.
    let isItem = row.marker != nil
    let isDefinition = row.kind == .term || row.kind == .definition
    let depth =
      switch row.kind {
      case .term: row.indentation + 1
      case .definition: max(row.indentation, 1)
      default: row.indentation + (isItem ? 1 : 0)
      }
    let lists = open.indices.filter { if case .list = open[$0] { true } else { false } }
    // An item stands beside the one before; other blocks stay inside it.
    if isItem || isDefinition, lists.count >= depth {
      close(to: lists[depth - 1] + 1)
      let tag = isDefinition ? "dl" : Self.listTag(of: row)
      if row.separator == .blankLine || open.last != .list(tag: tag) { close(to: lists[depth - 1]) }
    } else if lists.count > depth {
      close(to: lists[depth])
    }
    guard isItem || isDefinition else { return }
    var count = open.count { if case .list = $0 { true } else { false } }
    while count < depth {
      // A list inside a list stands in an item.
      if case .list(let tag)? = open.last, tag != "dl" { push(.item) }
      let isInnermost = count == depth - 1
      let tag = isDefinition && isInnermost ? "dl" : Self.listTag(of: row)
      push(.list(tag: tag), attributes: isInnermost ? Self.numbering(of: row) : "")
      count += 1
    }
    if isItem { push(.item, attributes: surroundings(of: row)) }
  }

  private static func listTag(of row: ArticleRow) -> String {
    row.marker.map { $0.hasSuffix(".") } == true ? "ol" : "ul"
  }

  /// The first number of a list, and its numbering if it is by letters.
  private static func numbering(of row: ArticleRow) -> String {
    guard let marker = row.marker, marker.hasSuffix(".") else { return "" }
    let number = marker.dropLast()
    if let value = Int(number) { return value == 1 ? "" : " start=\"\(value)\"" }
    return switch number {
    case "i", "I", "a", "A": " type=\"\(number)\""
    default: ""
    }
  }

  private mutating func openBlock(of row: ArticleRow) {
    let tag: String
    switch row.kind {
    case .title: tag = "h1"
    case .heading(let level): tag = "h\(min(max(level, 1), 6))"
    case .code: tag = "pre"
    case .term: tag = "dt"
    case .definition: tag = "dd"
    case .rule:
      html += "<hr>"
      return
    // The text stands in the item itself.
    case .item: return
    case .tableRow where !row.cells.isEmpty: return
    default: tag = "p"
    }
    push(.block(tag: tag), attributes: surroundings(of: row))
  }

  /// The language and the direction of a block, where they are not those of the page.
  private func surroundings(of row: ArticleRow) -> String {
    guard let page else { return "" }
    var attributes = ""
    if let language = row.language, language != page.language, ArticleAttributes.isTag(language) {
      attributes += " lang=\"\(language)\""
    }
    if row.isRightToLeft != page.isRightToLeft {
      attributes += " dir=\"\(row.isRightToLeft ? "rtl" : "ltr")\""
    }
    return attributes
  }

  private mutating func push(_ container: Container, attributes: String = "") {
    open.append(container)
    html += "<\(container.tag)\(attributes)>"
  }

  private mutating func close(to count: Int) {
    while open.count > count, let last = open.popLast() { html += "</\(last.tag)>" }
  }

  // MARK: Text

  private static let tags: [(ArticleStyle, String)] = [
    (.strong, "strong"), (.emphasis, "em"), (.code, "code"), (.underline, "u"), (.strikethrough, "s"),
    (.subscript, "sub"), (.superscript, "sup"), (.small, "small"), (.mark, "mark"),
  ]

  /// Writes part of a text with its styles and links.
  private mutating func write(
    _ text: String, _ runs: [ArticleRun], _ part: Range<Int>, keepsLineFeeds: Bool
  ) {
    let bytes = text.utf8
    var position = part.lowerBound
    var start = bytes.index(bytes.startIndex, offsetBy: position)
    var link: String?
    func next(to end: Int) -> Substring {
      let stop = bytes.index(start, offsetBy: end - position)
      defer { (start, position) = (stop, end) }
      return text[start..<stop]
    }
    for run in runs {
      let range = run.range.clamped(to: part)
      guard !range.isEmpty, range.lowerBound >= position else { continue }
      if range.lowerBound > position {
        set(&link, nil)
        append(next(to: range.lowerBound), keepsLineFeeds)
      }
      set(&link, run.link.flatMap(Self.followed))
      let tags = Self.tags.filter { run.style.contains($0.0) }.map(\.1)
      for tag in tags { html += "<\(tag)>" }
      append(next(to: range.upperBound), keepsLineFeeds)
      for tag in tags.reversed() { html += "</\(tag)>" }
    }
    set(&link, nil)
    append(next(to: part.upperBound), keepsLineFeeds)
  }

  /// Parts of one link with different styles stay one link.
  private mutating func set(_ link: inout String?, _ new: String?) {
    guard new != link else { return }
    if link != nil { html += "</a>" }
    if let new { html += "<a href=\"\(Self.escaped(new))\">" }
    link = new
  }

  private mutating func append(_ text: Substring, _ keepsLineFeeds: Bool) {
    let escaped = Self.escaped(text)
    html +=
      keepsLineFeeds
      ? escaped : escaped.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>")
  }

  /// The address of a link as it is passed on to other programs; nil for scripts and local files.
  private static func followed(_ link: String) -> String? {
    let scheme = link.prefix { $0 != ":" }.lowercased()
    guard scheme.utf8.count < link.utf8.count,
      ["http", "https", "mailto", "ftp", "gemini"].contains(scheme)
    else { return nil }
    return MailAddress.withoutAttachments(link)
  }

  /// A text without markup, and without characters that no HTML document may contain.
  package static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
