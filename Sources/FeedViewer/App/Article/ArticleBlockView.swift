import CGtk
import EntryRows
import VirtualList
import Feeds
import GtkInterop
import PangoText

/// Makes the widgets for an article's blocks.
final class ArticleBlockView {
  /// The indentation of each list level in logical pixels: space for two digits and a dot.
  private static let indent: Int32 = 32
  /// The gap between a marker and the item's text, in logical pixels.
  private static let markerGap: Int32 = 8
  /// The number of markers in one size group: GTK measures the whole group again when a marker is added.
  private static let markersInGroup = 200
  /// Rows with more cells are shown as text with tabs, because the cells would be too narrow.
  private static let cellLimit = 12
  /// The width of the narrowest label, in characters. GTK lays a label out at its minimum width to measure it, which
  /// takes time in proportion to the number of lines.
  private static let leastWidth: Int32 = 6
  private static let leastCellWidth: Int32 = 3

  let content: ArticleContent
  let images: ImageLoader
  /// The greatest width of a picture, in logical pixels.
  let columnWidth: Int
  let scale: Int
  let openLink: (String) -> Void
  /// Receives the labels in reading order, so that their texts can be selected.
  private let selector: ArticleSelector
  let linkTracker: LinkTracker
  var uses: [ImageLoader.Use] = []
  var waiting = 0
  /// The boxes of the open quotations, outermost first.
  private var quotes: [WidgetPointer] = []
  /// The size groups of the markers of the open lists, outermost first.
  private var markers: [GObjectReference<UnsafeMutablePointer<GtkSizeGroup>>] = []
  private var markerCount = 0
  /// The box with the lines of the current preformatted block.
  private var lines: WidgetPointer?

  /// - Parameters:
  ///   - columnWidth: The width of the text column in logical pixels.
  ///   - scale: Device pixels per logical pixel.
  ///   - selector: Handles text selection.
  ///   - linkTracker: Shows the targets of links.
  ///   - openLink: Called with the address of an activated link.
  init(
    content: ArticleContent, images: ImageLoader, columnWidth: Int, scale: Int, selector: ArticleSelector,
    linkTracker: LinkTracker, openLink: @escaping (String) -> Void
  ) {
    self.content = content
    self.images = images
    self.columnWidth = columnWidth
    self.scale = scale
    self.selector = selector
    self.linkTracker = linkTracker
    self.openLink = openLink
  }

  /// Whether pictures are still being decoded.
  var isDecoding: Bool { waiting > 0 }

  /// Appends the widget for a piece of the heading.
  /// - Returns: The widget.
  func appendHeading(_ piece: ArticlePiece, to column: WidgetPointer) -> WidgetPointer {
    let line = content.heading[piece.block]
    let block = line.block.part(piece)
    let label = label(
      markup: ArticleMarkup.markup(for: block, language: nil), line.style.rawValue,
      hasLinks: !block.runs.isEmpty, piece.separator ?? line.separator)
    gtk_widget_set_direction(label, content.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    join(label, piece, of: line.block)
    gtk_box_append(column.cast(), label)
    return label
  }

  /// Appends the widget for a piece of a block. Pieces must be appended in order.
  /// - Returns: The widget.
  @discardableResult
  func append(_ piece: ArticlePiece, to column: WidgetPointer) -> WidgetPointer {
    let index = piece.block
    let whole = content.blocks[index]
    let block = whole.part(piece)
    let endsList = piece.isFirst && index > 0 && block.endsList(from: content.blocks[index - 1])
    closeLists(to: block.isListPart && endsList ? block.listDepth - 1 : block.listDepth)
    if !piece.isFirst, block.kind == .preformatted, let lines {
      let line = code(block, piece, of: whole)
      gtk_box_append(lines.cast(), line)
      return line
    }
    let inner = self.inner(block, piece)
    gtk_widget_set_direction(inner, block.textDirection)
    join(inner, piece, of: whole)
    let depth = block.listDepth - (block.isListPart ? 1 : 0)
    if depth > 0 { gtk_widget_set_margin_start(inner, Int32(min(depth, 8)) * Self.indent) }
    let openQuotes = quotes.count
    let place = self.place(for: block, in: column)
    if index + 1 < content.blocks.count, block.isCaptioned(by: content.blocks[index + 1]) {
      gtk_widget_add_css_class(inner, "article-captioned")
    }
    if endsList {
      // The margin belongs above the bar of a quotation that starts here.
      gtk_widget_add_css_class(quotes.count > openQuotes ? quotes[openQuotes] : inner, "article-after-list")
    }
    gtk_box_append(place.cast(), inner)
    return inner
  }

  /// Removes the margin between the pieces of a block.
  private func join(_ widget: WidgetPointer, _ piece: ArticlePiece, of whole: ArticleBlock) {
    if !piece.isFirst { gtk_widget_add_css_class(widget, "article-continuing") }
    if !whole.ends(with: piece) { gtk_widget_add_css_class(widget, "article-continued") }
  }

  /// The box that contains a block: consecutive blocks of one quotation share its bar.
  private func place(for block: ArticleBlock, in column: WidgetPointer) -> WidgetPointer {
    let depth = min(block.quoteDepth, 6)
    if quotes.count > depth { quotes.removeLast(quotes.count - depth) }
    if let outermost = quotes.first, gtk_widget_get_direction(outermost) != block.textDirection {
      quotes = []
    }
    while quotes.count < depth {
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_widget_set_direction(box, block.textDirection)
      gtk_widget_add_css_class(box, "article-quote")
      gtk_box_append((quotes.last ?? column).cast(), box)
      quotes.append(box)
    }
    return quotes.last ?? column
  }

  private func inner(_ block: ArticleBlock, _ piece: ArticlePiece) -> WidgetPointer {
    let separator = content.separator(before: piece)
    switch block.kind {
    case .paragraph, .summary: return label(block, "article-paragraph", separator)
    case .heading(let level): return label(block, "article-heading-\(min(max(level, 1), 6))", separator)
    case .listItem(let marker): return item(block, marker, separator)
    case .term: return label(block, "article-term", separator)
    case .definition:
      let definition = label(block, "article-paragraph", separator)
      gtk_widget_set_margin_start(definition, Self.indent)
      gtk_widget_add_css_class(definition, "article-definition")
      return definition
    case .preformatted: return preformatted(block, piece)
    case .tableRow(let isHeader):
      let isWhole = piece.isFirst && content.blocks[piece.block].ends(with: piece)
      let cells = isWhole ? block.cells(limit: Self.cellLimit) : nil
      return cells.map { tableRow($0, isHeader: isHeader, separator) }
        ?? label(block, isHeader ? "article-table-header" : "article-table-row", separator)
    case .caption: return label(block, "article-caption", separator)
    case .image(let image): return picture(image, at: piece.block)
    case .embed(let media): return embed(media.address)
    case .rule:
      let rule = gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)!
      gtk_widget_add_css_class(rule, "article-rule")
      return rule
    }
  }

  // MARK: Texts

  private func label(
    _ block: ArticleBlock, _ style: String, _ separator: ArticleText.Separator = .blankLine,
    marker: String? = nil
  ) -> WidgetPointer {
    label(
      markup: ArticleMarkup.markup(for: block, language: content.language), style,
      hasLinks: block.runs.contains { $0.link != nil }, separator, marker: marker)
  }

  /// - Parameters:
  ///   - markup: Generated by `ArticleMarkup`, not by the feed.
  ///   - separator: Separates the text from the previous one when both are copied.
  ///   - marker: Precedes the text when its beginning is copied.
  func label(
    markup: String, _ style: String, hasLinks: Bool = false,
    _ separator: ArticleText.Separator = .blankLine, marker: String? = nil
  ) -> WidgetPointer {
    let widget = gtk_label_new(nil)!
    let label = widget.opaque
    gtk_label_set_wrap(label, 1)
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_width_chars(label, Self.leastWidth)
    gtk_label_set_xalign(label, 0)
    gtk_label_set_markup(label, markup)
    GraphemeBreaks.remove(fromLabel: label)
    selector.add(ArticleLabel(widget, separator: separator, marker: marker))
    // Tab moves from link to link, not through every paragraph: a label that only was not focusable would still stop
    // it.
    gtk_widget_set_can_focus(widget, hasLinks ? 1 : 0)
    gtk_widget_set_focusable(widget, hasLinks ? 1 : 0)
    gtk_widget_add_css_class(widget, style)
    gtk_widget_set_hexpand(widget, 1)
    if hasLinks {
      linkTracker.follow(label: widget, markup: markup)
      Signal.connect(widget, "activate-link") { [openLink] arguments in
        if let address = arguments.string(0) { openLink(address) }
        return .handled
      }
    }
    return widget
  }

  /// Forgets the size groups of deeper lists.
  private func closeLists(to depth: Int) {
    if markers.count > depth { markers.removeLast(markers.count - max(0, depth)) }
  }

  private func item(
    _ block: ArticleBlock, _ marker: ListMarker, _ separator: ArticleText.Separator
  ) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    let mark = gtk_label_new(marker.text)!
    gtk_label_set_xalign(mark.opaque, 1)
    gtk_widget_set_valign(mark, GTK_ALIGN_START)
    gtk_widget_set_size_request(mark, Self.indent - Self.markerGap, -1)
    gtk_widget_set_margin_end(mark, Self.markerGap)
    if markers.count == block.listDepth, markerCount >= Self.markersInGroup { markers.removeLast() }
    while markers.count < block.listDepth {
      markerCount = 0
      markers.append(GObjectReference(adopting: gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)!))
    }
    markers.last?.use { gtk_size_group_add_widget($0, mark) }
    markerCount += 1
    gtk_widget_set_direction(mark, block.textDirection)
    gtk_widget_add_css_class(mark, "article-paragraph")
    gtk_widget_add_css_class(mark, "dim-label")
    let text = label(block, "article-paragraph", separator, marker: marker.text)
    gtk_widget_set_direction(text, block.textDirection)
    gtk_box_append(box.cast(), mark)
    gtk_box_append(box.cast(), text)
    gtk_widget_add_css_class(box, "article-item")
    return box
  }

  private func preformatted(_ block: ArticleBlock, _ piece: ArticlePiece) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), code(block, piece, of: content.blocks[piece.block]))
    lines = box
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, box)
    gtk_widget_add_css_class(scroller, "article-pre")
    return scroller
  }

  /// The lines of a preformatted block.
  private func code(_ block: ArticleBlock, _ piece: ArticlePiece, of whole: ArticleBlock) -> WidgetPointer {
    let text = label(block, "article-code", content.separator(before: piece))
    gtk_label_set_wrap(text.opaque, 0)
    gtk_widget_set_direction(text, block.textDirection)
    join(text, piece, of: whole)
    return text
  }

  private func tableRow(
    _ cells: [ArticleBlock], isHeader: Bool, _ separator: ArticleText.Separator
  ) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    gtk_box_set_homogeneous(box.cast(), 1)
    gtk_widget_add_css_class(box, isHeader ? "article-table-header" : "article-table-row")
    for (index, cell) in cells.enumerated() {
      let text = label(cell, "article-cell", index == 0 ? separator : .tab)
      gtk_label_set_width_chars(text.opaque, Self.leastCellWidth)
      gtk_widget_set_direction(text, cell.textDirection)
      gtk_widget_set_valign(text, GTK_ALIGN_START)
      gtk_box_append(box.cast(), text)
    }
    return box
  }
}

extension ArticleBlock {
  /// Whether the block is aligned with the markers of its list, not with the items' text.
  fileprivate nonisolated var isListPart: Bool {
    switch kind {
    case .listItem, .term, .definition: true
    default: false
    }
  }

  /// Whether the block continues the list or table of the previous block.
  nonisolated func follows(_ before: ArticleBlock) -> Bool {
    if case .tableRow = kind, case .tableRow = before.kind { return true }
    return isListPart && before.isListPart && !endsList(from: before)
  }

  fileprivate nonisolated func ends(with piece: ArticlePiece) -> Bool {
    piece.range.upperBound == text.utf8.count
  }

  /// Whether the following block is the caption of this one.
  fileprivate func isCaptioned(by following: ArticleBlock) -> Bool {
    guard case .caption = following.kind else { return false }
    switch kind {
    case .image, .embed: return true
    default: return false
    }
  }

  /// Whether a list ends between the previous block and this one.
  fileprivate nonisolated func endsList(from before: ArticleBlock) -> Bool {
    if before.listDepth > 0, listDepth == 0 { return true }
    guard before.isListPart, case .listItem(.number(1, _)) = kind else { return false }
    return before.listDepth == listDepth
  }

  /// The direction of the block: as declared, else that of its first strong character.
  var textDirection: GtkTextDirection {
    switch direction {
    case .leftToRight: GTK_TEXT_DIR_LTR
    case .rightToLeft: GTK_TEXT_DIR_RTL
    case nil: WritingDirection(of: text) == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
    }
  }

  /// The cells of a table row with their runs; `nil` if there are more than `limit`.
  nonisolated func cells(limit: Int = .max) -> [ArticleBlock]? {
    guard text.utf8.count(where: { $0 == 0x09 }) < limit else { return nil }
    var cells: [ArticleBlock] = []
    var start = 0
    for text in text.split(separator: "\t", omittingEmptySubsequences: false) {
      let end = start + text.utf8.count
      var cell = self
      cell.text = String(text)
      cell.runs = ArticleRun.clamped(runs, to: start..<end)
      cells.append(cell)
      start = end + 1
    }
    return cells
  }
}
