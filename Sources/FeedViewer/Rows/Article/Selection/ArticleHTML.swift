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
  /// What the open lists tell of their next item.
  private var lists: [(next: Int, numbering: ListMarker.Numbering)] = []
  /// The places that links of a page go to, by the blocks that they are in.
  private var places: [Int: [String]] = [:]
  /// What the blocks of a page do not repeat: its language and direction; nil for text that is pasted.
  private var page: (language: String?, isRightToLeft: Bool)?
  /// The names of those places.
  private var fragments: Set<String> = []
  /// What is left for the pictures of a page, in bytes.
  private var pictureBudget = 0
  /// The path of the file of a small picture in a sentence, or its `data:` address; nil if it can't be shown.
  private var inlinePath: (ArticleImage) -> String? = { _ in nil }

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
  /// - Parameter inlinePath: The path of the file of a small picture in a sentence, or its `data:` address; nil if it can't be
  ///   shown, so that its words stand for it.
  /// - Complexity: O(length of the text and of the pictures), read from the disk.
  package static func page(
    _ document: ArticleDocument, _ head: Head, inlinePath: @escaping (ArticleImage) -> String? = { _ in nil }
  ) -> String {
    var writer = ArticleHTML(head.html(language: document.language, isRightToLeft: document.isRightToLeft))
    writer.page = (document.language, document.isRightToLeft)
    for (name, place) in document.article.anchors { writer.places[place.block, default: []].append(name) }
    writer.fragments = Set(document.article.anchors.keys)
    writer.pictureBudget = EmbeddedPicture.greatestSize
    writer.inlinePath = inlinePath
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
      let block = row.isContinuation ? nil : document.articleBlock(at: index)
      let places = block == nil ? [] : document.block(at: index).flatMap { self.places[$0] } ?? []
      let pictures = inlinePictures(of: document, at: index)
      write(row, of: block, places.sorted(), at: RowIndexPath(section: 0, row: index), selection, pictures)
    }
    close(to: 0)
  }

  /// - Parameters:
  ///   - block: The block that begins with the row.
  ///   - places: The names of the places in it.
  ///   - pictures: The small pictures in its text.
  private mutating func write(
    _ row: ArticleRow, of block: ArticleBlock?, _ places: [String], at place: RowIndexPath,
    _ selection: ArticleSelection, _ pictures: [InlinePicture]
  ) {
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
      openContainers(of: row, row.marker == nil ? [] : block?.markers ?? [])
      openBlock(of: row, keepsSpaces: block.map { Self.hasKeptSpaces($0.text) } ?? false)
    }
    var targets = places.map { "<span id=\"\(Self.escaped($0))\"></span>" }.joined()
    if case .tableRow = row.kind, !row.cells.isEmpty {
      html += "<tr>"
      var start = 0
      for (cell, part) in zip(row.cells, parts) {
        let tag = cell.isHeader ? "th" : "td"
        html += "<\(tag)"
        if cell.span > 1 { html += " colspan=\"\(cell.span)\"" }
        var styles: [String] = []
        // The cells that browsers center are header cells.
        if cell.alignment != (cell.isHeader ? .center : nil) {
          styles.append("text-align: \(cell.alignment?.rawValue ?? "start")")
        }
        if Self.hasKeptSpaces(cell.text) { styles.append(Self.keptSpaces) }
        if !styles.isEmpty { html += " style=\"\(styles.joined(separator: "; "))\"" }
        html += ">" + targets
        targets = ""
        if let part {
          write(cell.text, cell.runs, part, keepsLineFeeds: false, pictures.map { $0.moved(by: -start) })
        }
        html += "</\(tag)>"
        start += cell.text.utf8.count + 1
      }
      html += "</tr>"
    } else {
      html += targets
    }
    if !row.cells.isEmpty, case .tableRow = row.kind { return }
    if let text = texts.first, let part = parts[0] {
      write(text.string, text.runs, part, keepsLineFeeds: row.kind == .code, pictures)
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
    set(&link, picture.link.flatMap(followed))
    let words = picture.hasAlternative ? picture.words : ""
    let width = picture.size.map { " width=\"\(Int($0.width))\"" } ?? ""
    html += "<img src=\"\(address)\" alt=\"\(Self.escaped(words))\"\(width)>"
    set(&link, nil)
  }

  /// The small pictures in the text of a row of a page.
  private mutating func inlinePictures(of document: ArticleDocument, at index: Int) -> [InlinePicture] {
    guard page != nil, let block = document.articleBlock(at: index), let piece = document.piece(at: index)
    else {
      return []
    }
    let shown = piece.range
    return block.inlineImages.compactMap { picture in
      let range = picture.range
      let isLast = shown.upperBound == block.text.utf8.count
      guard range.lowerBound >= shown.lowerBound, range.upperBound <= shown.upperBound,
        range.lowerBound < shown.upperBound || isLast, let path = inlinePath(picture.image),
        let address = EmbeddedPicture.address(of: path, budget: &pictureBudget)
      else { return nil }
      return InlinePicture(range: range, html: Self.element(of: picture.image, address))
        .moved(by: -shown.lowerBound)
    }
  }

  // MARK: Containers

  /// Closes what the row is not in, and opens the quotations, lists and tables that it is in.
  private mutating func openContainers(of row: ArticleRow, _ markers: [ListMarker]) {
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
    openLists(of: row, markers)
    if isTable, open.last != .table { push(.table, attributes: surroundings(of: row)) }
  }

  /// - Parameter markers: Those of the items that begin with the row, the outermost first.
  private mutating func openLists(of row: ArticleRow, _ markers: [ListMarker]) {
    let isDefinition = row.kind == .term || row.kind == .definition
    // A row that begins an item is indented as the item.
    let itemDepth = markers.isEmpty ? 0 : 1
    let depth =
      switch row.kind {
      case .term: row.indentation + 1 + itemDepth
      case .definition: max(row.indentation, 1) + itemDepth
      default: row.indentation + itemDepth
      }
    // The lists that begin with the row, each with the marker of its item.
    var levels = markers.map { (tag: $0 == .bullet ? "ul" : "ol", marker: ListMarker?.some($0)) }
    if isDefinition { levels.append(("dl", nil)) }
    levels = levels.suffix(depth)
    let first = depth - levels.count
    let known = open.indices.filter { if case .list = open[$0] { true } else { false } }
    // An item stands beside the one before; other blocks stay inside it.
    if let tag = levels.first?.tag, known.count > first {
      close(to: known[first] + 1)
      if row.separator == .blankLine || open.last != .list(tag: tag) { close(to: known[first]) }
    } else if known.count > depth {
      close(to: known[depth])
    }
    guard let outermost = levels.first else { return }
    while lists.count < depth {
      let index = lists.count - first
      // A list inside a list stands in an item.
      if case .list(let tag)? = open.last, tag != "dl" {
        pushItem(index > 0 ? levels[index - 1].marker : nil)
      }
      let level = index < 0 ? (tag: outermost.tag, marker: nil) : levels[index]
      pushList(level.tag, level.marker)
    }
    if !isDefinition { pushItem(markers.last, attributes: surroundings(of: row)) }
  }

  /// Opens a list whose first item has a marker, with its first number and how it numbers (HTML Living Standard, section 4.4.5).
  private mutating func pushList(_ tag: String, _ first: ListMarker?) {
    var attributes = ""
    var list: (next: Int, numbering: ListMarker.Numbering) = (1, .decimal)
    if case .number(let number, let numbering)? = first {
      list = (number, numbering)
      if numbering != .decimal { attributes += " type=\"\(Self.type(of: numbering))\"" }
      if number != 1 { attributes += " start=\"\(number)\"" }
    }
    push(.list(tag: tag), attributes: attributes)
    lists.append(list)
  }

  /// Opens an item, with what its list does not tell of its number (section 4.4.8).
  private mutating func pushItem(_ marker: ListMarker?, attributes: String = "") {
    var attributes = attributes
    if case .number(let number, let numbering)? = marker, let list = lists.indices.last {
      if lists[list].next != number { attributes += " value=\"\(number)\"" }
      if lists[list].numbering != numbering { attributes += " type=\"\(Self.type(of: numbering))\"" }
      lists[list].next = number + 1
    }
    push(.item, attributes: attributes)
  }

  private static func type(of numbering: ListMarker.Numbering) -> String {
    switch numbering {
    case .decimal: "1"
    case .lowerLetters: "a"
    case .upperLetters: "A"
    case .lowerRoman: "i"
    case .upperRoman: "I"
    }
  }

  /// Whether a browser would show fewer spaces than there are (CSS Text 3, section 4.1.1).
  private static func hasKeptSpaces(_ text: String) -> Bool {
    var isAfterSpace = true
    for byte in text.utf8 {
      if byte == 0x09 || byte == 0x20 && isAfterSpace { return true }
      isAfterSpace = byte == 0x20 || byte == 0x0A
    }
    return false
  }

  private static let keptSpaces = "white-space: pre-wrap"

  private mutating func openBlock(of row: ArticleRow, keepsSpaces: Bool) {
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
    case .item where !keepsSpaces: return
    case .item: tag = "span"
    case .tableRow where !row.cells.isEmpty: return
    default: tag = "p"
    }
    let style = keepsSpaces && tag != "pre" ? " style=\"\(Self.keptSpaces)\"" : ""
    push(.block(tag: tag), attributes: surroundings(of: row) + style)
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
    while open.count > count, let last = open.popLast() {
      html += "</\(last.tag)>"
      if case .list = last { lists.removeLast() }
    }
  }

  // MARK: Text

  private static let tags: [(ArticleStyle, String)] = [
    (.strong, "strong"), (.emphasis, "em"), (.code, "code"), (.underline, "u"), (.strikethrough, "s"),
    (.subscript, "sub"), (.superscript, "sup"), (.small, "small"), (.mark, "mark"),
  ]

  /// Writes part of a text with its styles, links and pictures.
  private mutating func write(
    _ text: String, _ runs: [ArticleRun], _ part: Range<Int>, keepsLineFeeds: Bool,
    _ pictures: [InlinePicture] = []
  ) {
    var pictures = pictures[...]
    let bytes = text.utf8
    var position = part.lowerBound
    var start = bytes.index(bytes.startIndex, offsetBy: position)
    var link: String?
    func next(to end: Int) -> Substring {
      let stop = bytes.index(start, offsetBy: end - position)
      defer { (start, position) = (stop, end) }
      return text[start..<stop]
    }
    func write(to end: Int) {
      while let picture = pictures.first, picture.range.upperBound <= end {
        pictures.removeFirst()
        guard picture.range.lowerBound >= position else { continue }
        append(next(to: picture.range.lowerBound), keepsLineFeeds)
        html += picture.html
        _ = next(to: picture.range.upperBound)
      }
      append(next(to: end), keepsLineFeeds)
    }
    for run in runs {
      let range = run.range.clamped(to: part)
      guard !range.isEmpty, range.lowerBound >= position else { continue }
      if range.lowerBound > position {
        set(&link, nil)
        write(to: range.lowerBound)
      }
      set(&link, run.link.flatMap(followed))
      let tags = Self.tags.filter { run.style.contains($0.0) }.map(\.1)
      for tag in tags { html += "<\(tag)>" }
      write(to: range.upperBound)
      for tag in tags.reversed() { html += "</\(tag)>" }
    }
    set(&link, nil)
    write(to: part.upperBound)
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
  private func followed(_ link: String) -> String? {
    if link.utf8.first == 0x23 { return fragments.contains(String(link.dropFirst())) ? link : nil }
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
