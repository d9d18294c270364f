import CGtk
import FeedViewerBase
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import PangoText

/// Drawing of pages with cairo, in points from the top left corner of the paper.
extension PrintedArticle {
  private static let hairline = 0.5
  private static let quoteBar = 2.0
  private static let headerGray = 0.35

  /// Draws a page.
  ///
  /// - Parameter number: Counted from 0.
  package func draw(_ number: Int, in cairo: OpaquePointer) {
    let page = pages[number]
    if number == 0 { describe(cairo) }
    cairo_save(cairo)
    cairo_translate(cairo, geometry.column.minX, geometry.column.minY)
    if let header = page.header {
      draw(Page.Fragment(block: header, lines: blocks[header].lines.indices, top: 0), after: nil, in: cairo)
    }
    for (index, fragment) in page.fragments.enumerated() {
      draw(fragment, after: index > 0 ? page.fragments[index - 1] : nil, in: cairo)
    }
    drawNotes(page.notes, in: cairo)
    cairo_restore(cairo)
    drawHeader(isFirst: number == 0, in: cairo)
    let style = RowTypesetter.noteStyle
    let text = TextElement(names.pageNumber(number + 1, pages.count), style: style.id)
    draw(text, baseline: geometry.footerBaseline, at: 0.5, in: cairo)
  }

  /// What a PDF tells about itself.
  private func describe(_ cairo: OpaquePointer) {
    guard let surface = cairo_get_target(cairo), cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_PDF
    else { return }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, names.title)
    if let author = names.author {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, author)
    }
    if !names.feed.isEmpty { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, names.feed) }
  }

  // MARK: Text

  private func draw(_ fragment: Page.Fragment, after before: Page.Fragment?, in cairo: OpaquePointer) {
    var first = 0
    var top = Double(fragment.top) / 1024
    var segment = firstSegments[fragment.block]
    let end = fragment.block + 1 < firstSegments.count ? firstSegments[fragment.block + 1] : segments.count
    while segment < end, first < fragment.lines.upperBound {
      let lines = first..<first + segments[segment].lineCount
      let shown = lines.clamped(to: fragment.lines)
      if !shown.isEmpty, let (_, printed) = printedRow(at: segments[segment].row, segments[segment].piece) {
        let gap =
          shown.lowerBound == 0 && before != nil ? Double(blocks[fragment.block].spaceAbove) / 1024 : 0
        top = draw(
          printed, shown.lowerBound - first..<shown.upperBound - first, top: top, gap: gap, in: cairo)
      }
      first = lines.upperBound
      segment += 1
    }
  }

  /// - Parameter gap: The distance from what is above on the page.
  /// - Returns: The bottom of the lines.
  private func draw(
    _ printed: PrintedRow, _ lines: Range<Int>, top: Double, gap: Double, in cairo: OpaquePointer
  ) -> Double {
    let bottom = lines.reduce(top) { $0 + Double(printed.lines[$1].height) / 1024 }
    drawBehind(printed, top...bottom, in: cairo, isEnd: lines.upperBound == printed.lines.count)
    for (depth, x) in printed.quoteBars.enumerated() {
      cairo_set_source_rgb(cairo, 0.7, 0.7, 0.7)
      let start = depth < printed.continuedQuoteDepth ? top - gap : top
      cairo_rectangle(cairo, x - Self.quoteBar / 2, start, Self.quoteBar, bottom - start)
      cairo_fill(cairo)
    }
    var y = top
    for line in lines {
      draw(printed.lines[line], top: y, in: cairo)
      y += Double(printed.lines[line].height) / 1024
    }
    return bottom
  }

  private func drawBehind(
    _ printed: PrintedRow, _ height: ClosedRange<Double>, in cairo: OpaquePointer, isEnd: Bool
  ) {
    let (top, bottom) = (height.lowerBound, height.upperBound)
    cairo_set_line_width(cairo, Self.hairline)
    switch printed.background {
    case .panel(let x):
      cairo_set_source_rgb(cairo, 0.95, 0.95, 0.95)
      cairo_rectangle(cairo, x.lowerBound, top, x.upperBound - x.lowerBound, bottom - top)
      cairo_fill(cairo)
    case .frame(let x):
      cairo_set_source_rgb(cairo, 0.7, 0.7, 0.7)
      cairo_rectangle(cairo, x.lowerBound, top, x.upperBound - x.lowerBound, bottom - top)
      cairo_stroke(cairo)
    case .rowLine(let x, let isHeader):
      guard isEnd else { return }
      if isHeader { cairo_set_line_width(cairo, 1) }
      let gray = isHeader ? 0.3 : 0.75
      cairo_set_source_rgb(cairo, gray, gray, gray)
      cairo_move_to(cairo, x.lowerBound, bottom)
      cairo_line_to(cairo, x.upperBound, bottom)
      cairo_stroke(cairo)
    case .rule(let x):
      cairo_set_source_rgb(cairo, 0.6, 0.6, 0.6)
      cairo_move_to(cairo, x.lowerBound, (top + bottom) / 2)
      cairo_line_to(cairo, x.upperBound, (top + bottom) / 2)
      cairo_stroke(cairo)
    case nil: break
    }
  }

  private func draw(_ line: PrintedRow.Line, top: Double, in cairo: OpaquePointer) {
    for part in line.parts {
      switch part.content {
      case .text(let line, let layout, let gray):
        cairo_set_source_rgb(cairo, gray, gray, gray)
        cairo_move_to(cairo, part.x, top + part.y)
        layout.use { _ in pango_cairo_show_layout_line(cairo, line) }
      case .picture(let path, let size):
        if let image = typesetter.pictures[path] {
          PrintedPicture.draw(image, Rect(origin: Point(x: part.x, y: top + part.y), size: size), in: cairo)
        }
      }
    }
  }

  // MARK: Around the text

  private func drawNotes(_ numbers: [Int], in cairo: OpaquePointer) {
    guard !numbers.isEmpty else { return }
    let width = geometry.column.size.width
    let height = Double(paginator.height(ofNotes: numbers)) / 1024
    var top = geometry.column.size.height - height + Self.spaceAboveNotes
    cairo_set_source_rgb(cairo, 0.5, 0.5, 0.5)
    cairo_set_line_width(cairo, Self.hairline)
    let isRightToLeft = document.isRightToLeft
    cairo_move_to(cairo, isRightToLeft ? width : 0, top - Self.spaceAboveNotes / 3)
    cairo_rel_line_to(cairo, (isRightToLeft ? -1 : 1) * width / 4, 0)
    cairo_stroke(cairo)
    for number in numbers {
      let link = PrintedLink.attributes(of: notes.addresses[number])
      if let link { cairo_tag_begin(cairo, PrintedLink.tag, link) }
      for line in typesetter.note(number, notes.texts[number], isRightToLeft: isRightToLeft) {
        draw(line, top: top, in: cairo)
        top += Double(line.height) / 1024
      }
      if link != nil { cairo_tag_end(cairo, PrintedLink.tag) }
    }
  }

  /// The feed, and on all pages but the first, which begins with it, the title.
  private func drawHeader(isFirst: Bool, in cairo: OpaquePointer) {
    let style = RowTypesetter.noteStyle
    let start = document.isRightToLeft ? 1.0 : 0.0
    let feed = TextElement(names.feed, style: style.id, maximumLineCount: 1)
    guard !isFirst else { return draw(feed, baseline: geometry.headerBaseline, at: start, in: cairo) }
    let title = TextElement(names.title, style: style.id, maximumLineCount: 1)
    // Both have room if they are not too long.
    let share = names.feed.isEmpty ? 1 : 0.62
    draw(title, baseline: geometry.headerBaseline, at: start, share: share, in: cairo)
    draw(feed, baseline: geometry.headerBaseline, at: 1 - start, share: 1 - share - 0.04, in: cairo)
  }

  /// Draws one line above or below the text.
  ///
  /// - Parameters:
  ///   - position: Where it stands in the column, from 0 at the left to 1 at the right.
  ///   - share: The most of the column's width that it takes.
  private func draw(
    _ text: TextElement, baseline: Double, at position: Double, share: Double = 1, in cairo: OpaquePointer
  ) {
    guard !text.string.isEmpty, share > 0 else { return }
    let width = geometry.column.size.width * share
    let layout = typesetter.text.makeLayout(
      text, in: LineConstraint(width: Int(width * 1024), maximumLineCount: 1))
    layout.use { layout in
      guard let line = pango_layout_get_line_readonly(layout, 0) else { return }
      var extents = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &extents)
      let room = geometry.column.size.width - Double(extents.width) / 1024
      cairo_set_source_rgb(cairo, Self.headerGray, Self.headerGray, Self.headerGray)
      cairo_move_to(cairo, geometry.column.minX + room * position, baseline)
      pango_cairo_show_layout_line(cairo, line)
    }
  }
}

/// Links of a PDF.
private enum PrintedLink {
  static let tag = "Link"

  /// The attributes of a link; nil for one that programs should not open.
  static func attributes(of address: String) -> String? {
    let address = MailAddress.withoutAttachments(address)
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard ["http", "https", "mailto"].contains(scheme),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x27 && $0 != 0x5C })
    else { return nil }
    return "uri='\(address)'"
  }
}
