import CGtk
import FeedViewerBase
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import PangoText

/// Lays out the rows of an article for a column on paper.
struct RowTypesetter {
  /// The style of footnotes and of what is above and below the text.
  static let noteStyle = TextStyle(scale: 0.82, leading: 1.3)
  /// On paper, lines are longer in view at once than on a screen, and nearer to each other.
  private static let leading = 1.45
  /// The most lines of a footnote; a longer address loses its middle.
  private static let noteLineLimit = 3
  private static let listIndentation = 22.0
  private static let markerGap = 6.0
  private static let quoteIndentation = 15.0
  private static let panelPadding = (horizontal: 9.0, vertical: 6.0)
  /// A picture takes at most this part of a page, so that its caption finds room.
  private static let pictureShare = 0.8
  /// One device-independent pixel of a picture, in points.
  private static let pixel = 0.75

  let text: TextSystem
  let typography: ArticleTypography
  /// Makes the texts of cells.
  let template: ArticleTemplate
  let geometry: PrintGeometry
  let pictures: [FilePath: ScaledImage]
  /// The widths of the columns of tables, by table.
  var tables: [Int: TableColumns] = [:]

  init(fontFamily: String, geometry: PrintGeometry, pictures: [FilePath: ScaledImage]) {
    text = TextSystem(fontFamilyOnPaper: fontFamily, points: PrintGeometry.fontSize)
    typography = ArticleTypography(wrapsCode: true, leading: Self.leading)
    template = ArticleTemplate(.tableRow(isHeader: false), typography, ArticleAppearance())
    self.geometry = geometry
    self.pictures = pictures
  }

  private var width: Double { geometry.column.size.width }

  /// The lines of a row.
  ///
  /// - Complexity: O(length of the row's texts).
  func typeset(_ row: ArticleRow, _ notes: inout LinkNotes) -> PrintedRow {
    let bars = (0..<row.quoteDepth).map { depth in
      let x = Double(depth) * Self.quoteIndentation + 1
      return row.isRightToLeft ? width - x : x
    }
    let isItem = row.marker != nil
    let indentation = min(
      Double(row.quoteDepth) * Self.quoteIndentation
        + Double(row.indentation + (isItem ? 1 : 0)) * Self.listIndentation
        + row.markerLengths.prefix(row.indentation + (isItem ? 1 : 0)).reduce(0) { $0 + excess(of: $1) },
      width * 0.7)
    let room = row.isRightToLeft ? 0...(width - indentation) : indentation...width
    var printed = body(of: row, in: room, &notes)
    if let marker = row.marker { place(marker, of: row, beside: room, in: &printed) }
    printed.quoteBars = bars
    printed.continuedQuoteDepth = row.continuedQuoteDepth
    return printed
  }

  /// By how much a list is indented more because of its longest marker.
  private func excess(of markerLength: Int) -> Double {
    let digit = Double(text.approximateMetrics(typography.markerStyle).characterWidth) / 1024 * 1.2
    return max(Double(markerLength) * digit + Self.markerGap - Self.listIndentation, 0)
  }

  private func body(
    of row: ArticleRow, in room: ClosedRange<Double>, _ notes: inout LinkNotes
  ) -> PrintedRow {
    switch row.kind {
    case .rule:
      return PrintedRow(lines: [.init(height: 1024, parts: [])], background: .rule(room))
    case .picture: return picture(of: row, in: room, &notes)
    case .tableRow where !row.cells.isEmpty: return cells(of: row, in: room, &notes)
    case .code:
      var printed = panel(of: row, in: room, &notes)
      printed.background = .panel(room)
      return printed
    case .placeholder:
      var printed = panel(of: row, in: room, &notes)
      printed.background = .frame(room)
      return printed
    default: return PrintedRow(lines: lines(of: row, in: room, &notes))
    }
  }

  /// Text with room around it.
  private func panel(
    of row: ArticleRow, in room: ClosedRange<Double>, _ notes: inout LinkNotes
  ) -> PrintedRow {
    let padding = min(Self.panelPadding.horizontal, (room.upperBound - room.lowerBound) / 4)
    var lines = lines(of: row, in: room.lowerBound + padding...room.upperBound - padding, &notes)
    if !row.isContinuation, !lines.isEmpty { lines[0].addSpaceAbove(Self.panelPadding.vertical) }
    if !row.isContinued, !lines.isEmpty {
      lines[lines.count - 1].height += Int(Self.panelPadding.vertical * 1024)
    }
    return PrintedRow(lines: lines)
  }

  // MARK: Text

  private func lines(
    of row: ArticleRow, in room: ClosedRange<Double>, _ notes: inout LinkNotes
  ) -> [PrintedRow.Line] {
    let noted = NotedText(row.text, row.runs, &notes)
    var row = row
    (row.text, row.runs) = (noted.text, noted.runs)
    let side: Side? =
      switch row.kind {
      // They stand where the lines of the article begin, whatever their own direction.
      case .byline, .note, .aside, .placeholder: row.isRightToLeft ? .right : .left
      default: nil
      }
    var element = ArticleTemplate.text(of: row, typography)
    // On paper, long lines of code are broken.
    if row.kind == .code, !row.text.isEmpty {
      element.attributes.append(TextAttributeRun(.unhyphenated, bytes: 0..<row.text.utf8.count))
    }
    return lines(
      of: element, noted, in: room, side: side,
      indentation: row.kind == .code ? -2 * PrintGeometry.fontSize : 0)
  }

  /// The side at which lines stand.
  enum Side { case left, center, right }

  /// The lines of a text in its style.
  ///
  /// - Parameters:
  ///   - noted: The same text with the places of its numbers.
  ///   - side: The side at which lines stand; nil if the direction of each paragraph decides.
  ///   - indentation: If negative, that of lines that continue one.
  func lines(
    of element: TextElement, _ noted: NotedText?, in room: ClosedRange<Double>, side: Side? = nil,
    indentation: Double = 0
  ) -> [PrintedRow.Line] {
    let style = TextStyle(element.style)
    let available = room.upperBound - room.lowerBound
    let layout = text.makeLayout(
      element,
      in: LineConstraint(
        width: Int(available * 1024), maximumLineCount: element.maximumLineCount,
        indentation: Int(indentation * 1024)))
    if element.maximumLineCount > 0 { layout.use { pango_layout_set_ellipsize($0, PANGO_ELLIPSIZE_MIDDLE) } }
    let leading = Int(style.leading * style.scale * PrintGeometry.fontSize * 1024)
    var lines: [PrintedRow.Line] = []
    var mark = 0
    var node = layout.use { pango_layout_get_lines_readonly($0) }
    while let current = node {
      node = current.pointee.next
      let line = current.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
      var place = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &place)
      let height = max(Int(place.height), leading)
      let isFirst = pango_layout_line_is_paragraph_start(line) != 0
      let shift = indentation < 0 && !isFirst ? -indentation : 0
      let isRightToLeft = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
      let x =
        switch side ?? (isRightToLeft ? .right : .left) {
        case .left: room.lowerBound + shift
        case .center: room.lowerBound + (available - Double(place.width) / 1024) / 2
        case .right: room.upperBound - Double(place.width) / 1024 - shift
        }
      let baseline = Double((height - Int(place.height)) / 2 - Int(place.y)) / 1024
      let end = Int(line.pointee.start_index) + Int(line.pointee.length)
      var found = PrintedRow.Line(
        height: height,
        parts: [
          .init(
            content: .text(line, of: layout, gray: (1 - style.opacity) * 0.8),
            x: x - Double(place.x) / 1024, y: baseline)
        ],
        start: noted?.sourceOffset(of: Int(line.pointee.start_index)) ?? 0,
        continuesLine: indentation < 0 && !isFirst)
      while let noted, mark < noted.marks.count, noted.marks[mark].range.lowerBound < end {
        found.notes.append(noted.marks[mark].note)
        mark += 1
      }
      lines.append(found)
    }
    return lines
  }

  private func place(
    _ marker: String, of row: ArticleRow, beside room: ClosedRange<Double>, in printed: inout PrintedRow
  ) {
    guard let first = printed.lines.first?.parts.first else { return }
    let element = TextElement(
      marker, style: typography.markerStyle.id,
      attributes: ArticleTemplate.directionWithoutLetters(marker, in: row, typography))
    guard let line = lines(of: element, nil, in: 0...width, side: .left).first, var part = line.parts.first,
      case .text(let drawn, _, _) = part.content
    else { return }
    var extents = PangoRectangle()
    pango_layout_line_get_extents(drawn, nil, &extents)
    part.x =
      row.isRightToLeft
      ? room.upperBound + Self.markerGap : room.lowerBound - Self.markerGap - Double(extents.width) / 1024
    part.y = first.y
    printed.lines[0].parts.append(part)
  }

  /// A footnote with its number. An address runs from left to right.
  func note(_ number: Int, _ address: String, isRightToLeft: Bool) -> [PrintedRow.Line] {
    let label = "\(number + 1)"
    let indentation = 18.0
    let room = isRightToLeft ? 0...(width - indentation) : indentation...width
    var lines = lines(
      of: TextElement(address, style: Self.noteStyle.id, maximumLineCount: Self.noteLineLimit), nil, in: room,
      side: isRightToLeft ? .right : .left)
    let labels = self.lines(
      of: TextElement(label, style: Self.noteStyle.id), nil, in: 0...width,
      side: isRightToLeft ? .right : .left)
    if let part = labels.first?.parts.first, !lines.isEmpty { lines[0].parts.append(part) }
    return lines
  }

  // MARK: Pictures

  private func picture(
    of row: ArticleRow, in room: ClosedRange<Double>, _ notes: inout LinkNotes
  ) -> PrintedRow {
    guard let picture = row.picture, let image = pictures[FilePath(picture.path)] else {
      return PrintedRow(lines: [.init(height: 0, parts: [])])
    }
    var found: [Int] = []
    if let link = picture.link, let note = notes.number(of: link, words: "") { found.append(note) }
    let number = found.first.flatMap {
      lines(of: TextElement("\($0 + 1)", style: Self.noteStyle.id), nil, in: 0...width, side: .left).first
    }
    // The number stands beside the picture.
    let most = max(room.upperBound - room.lowerBound - (number == nil ? 0 : 16), 1)
    let size = size(of: image, declared: picture.size?.width, most: most)
    let x = row.isRightToLeft ? room.upperBound - size.width : room.lowerBound
    var line = PrintedRow.Line(
      height: Int(size.height * 1024),
      parts: [.init(content: .picture(path: FilePath(picture.path), size), x: x, y: 0)], notes: found)
    if let number, var part = number.parts.first {
      part.x = row.isRightToLeft ? x - 13 : x + size.width + 3
      part.y = min(part.y, size.height)
      line.parts.append(part)
    }
    return PrintedRow(lines: [line])
  }

  private func size(of image: ScaledImage, declared: Double?, most: Double) -> Size {
    let pixels = Size(
      width: Double(gdk_texture_get_width(image.texture.pointer)),
      height: Double(gdk_texture_get_height(image.texture.pointer)))
    let width = min(max(declared ?? pixels.width, 1) * Self.pixel, most)
    let height = width * pixels.height / pixels.width
    let scale = min(1, geometry.column.size.height * Self.pictureShare / height)
    return Size(width: width * scale, height: height * scale)
  }
}

extension PrintedRow.Line {
  /// Moves what is on the line down.
  mutating func addSpaceAbove(_ space: Double) {
    height += Int(space * 1024)
    for part in parts.indices { parts[part].y += space }
  }
}
