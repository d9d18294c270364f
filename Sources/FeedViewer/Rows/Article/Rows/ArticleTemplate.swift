import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import PangoText
import VirtualList

/// How a row of an article is laid out: a centred column with indentation, marker and text.
package nonisolated struct ArticleTemplate: RowTemplate {
  /// The kind of all rows of this template.
  let kind: ArticleRow.Kind
  let typography: ArticleTypography
  @MainActor let appearance: ArticleAppearance

  @MainActor init(_ kind: ArticleRow.Kind, _ typography: ArticleTypography, _ appearance: ArticleAppearance) {
    self.kind = kind
    self.typography = typography
    self.appearance = appearance
  }

  /// The name under which the template of a kind is registered.
  static func identifier(of kind: ArticleRow.Kind) -> TemplateIdentifier {
    switch kind {
    case .title: "title"
    case .byline: "byline"
    case .note: "note"
    case .aside: "aside"
    case .action: "action"
    case .paragraph: "paragraph"
    case .heading(let level): headings[min(max(level, 1), 6) - 1]
    case .item: "item"
    case .term: "term"
    case .definition: "definition"
    case .code: "code"
    case .tableRow(let isHeader): isHeader ? "header-row" : "table-row"
    case .caption: "caption"
    case .summary: "summary"
    case .picture: "picture"
    case .placeholder: "placeholder"
    case .rule: "rule"
    }
  }

  private static let headings: [TemplateIdentifier] = [
    "heading-1", "heading-2", "heading-3", "heading-4", "heading-5", "heading-6",
  ]

  /// Every kind of row.
  static let kinds: [ArticleRow.Kind] =
    [
      .title, .byline, .note, .aside, .action, .paragraph, .item, .term, .definition, .code,
      .tableRow(isHeader: false), .tableRow(isHeader: true), .caption, .summary, .picture, .placeholder,
      .rule,
    ] + (1...6).map { .heading(level: $0) }

  // MARK: Layout

  package func makeElement(for row: ArticleRow) -> LayoutElement? {
    let zoom = typography.lengthScale
    if row.isHidden { return .box(width: 0, height: row.spaceBelow) }
    var parts: [LayoutElement] = []
    let indentation =
      Double(row.indentation) * ArticleTypography.indentation * zoom
      + Double(row.quoteDepth) * ArticleTypography.quoteIndentation * zoom
      + row.markerLengths.prefix(row.indentation).reduce(0) { $0 + excess(ofMarkerLength: $1) }
    if indentation > 0 { parts.append(.box(width: indentation, height: 0)) }
    if let disclosure = row.disclosure {
      parts.append(
        .inset(
          gap(ArticleTypography.markerGap * zoom, top: 3 * zoom, of: row),
          .box(
            width: typography.iconSide, height: typography.iconSide,
            tag: disclosure.isOpen ? .articleOpenSign : .articleClosedSign)))
    }
    if let marker = row.marker { parts.append(self.marker(marker, of: row)) }
    parts.append(
      body(of: row).styled {
        $0.flexGrow = 1
        $0.flexShrink = 1
      })
    // Rows whose text runs the other way than the user interface are mirrored.
    if isMirrored(row) { parts.reverse() }
    var column = LayoutElement.stack(Stack(direction: .horizontal, alignItems: .start), parts).styled {
      $0.width = .fraction(1)
      $0.maxWidth = .points(typography.measure)
    }
    column.tag = .articleColumn
    let spaces = typography.spaces(of: row)
    return .inset(
      EdgeInsets(
        top: spaces.above, leading: typography.margin, bottom: spaces.below, trailing: typography.margin),
      .stack(Stack(direction: .horizontal, justifyContent: .center, alignItems: .start), [column]))
  }

  /// Whether a row runs the other way than the user interface.
  private func isMirrored(_ row: ArticleRow) -> Bool {
    row.isRightToLeft != typography.isInterfaceRightToLeft
  }

  /// By how much a list is indented more than others because of its longest marker.
  private func excess(ofMarkerLength length: Int) -> Double {
    let gap = ArticleTypography.markerGap * typography.lengthScale
    let width = Double(length) * typography.digitWidth
    return length == 0
      ? 0 : max(width + gap - ArticleTypography.indentation * typography.lengthScale, 0).rounded(.up)
  }

  /// The distance between what stands before the text and the text.
  private func gap(_ gap: Double, top: Double = 0, of row: ArticleRow) -> EdgeInsets {
    isMirrored(row)
      ? EdgeInsets(top: top, leading: gap, bottom: 0, trailing: 0)
      : EdgeInsets(top: top, leading: 0, bottom: 0, trailing: gap)
  }

  private func marker(_ marker: String, of row: ArticleRow) -> LayoutElement {
    let gap = ArticleTypography.markerGap * typography.lengthScale
    let text = TextElement(
      marker, style: typography.markerStyle.id,
      attributes: Self.directionWithoutLetters(marker, in: row, typography))
    return .inset(
      self.gap(gap, of: row),
      .relative(
        RelativePlacement(horizontal: isMirrored(row) ? .start : .end, sizing: .minimumSize),
        .text(text, tag: .articleMarker)
      ).styled {
        $0.minWidth = .points(
          ArticleTypography.indentation * typography.lengthScale - gap
            + excess(ofMarkerLength: row.markerLengths.last ?? 0))
      })
  }

  /// Numbers and signs run as their row does, not as the user interface.
  static func directionWithoutLetters(
    _ text: String, in row: ArticleRow, _ typography: ArticleTypography
  ) -> [TextAttributeRun] {
    guard row.isRightToLeft != typography.isInterfaceRightToLeft, !text.isEmpty,
      WritingDirection(of: text) == nil
    else { return [] }
    return [
      TextAttributeRun(.baseDirection(isRightToLeft: row.isRightToLeft), bytes: 0..<text.utf8.count)
    ]
  }

  private func body(of row: ArticleRow) -> LayoutElement {
    let zoom = typography.lengthScale
    switch row.kind {
    case .rule: return LayoutElement.box(width: 0, height: 1, tag: .articleRule)
    case .picture: return picture(of: row)
    case .code:
      let padding = ArticleTypography.panelPadding
      return panel(
        EdgeInsets(
          top: row.isContinuation ? 0 : padding.vertical * zoom, leading: padding.horizontal * zoom,
          bottom: row.isContinued ? 0 : padding.vertical * zoom, trailing: padding.horizontal * zoom),
        // Along a stack there is no limit at which lines would be wrapped.
        typography.wrapsCode
          ? text(row) : .stack(Stack(direction: .horizontal, alignItems: .start), [unwrapped(row)]))
    case .placeholder:
      let padding = ArticleTypography.panelPadding
      let side = typography.iconSide
      var parts = [
        LayoutElement.box(width: side, height: side, tag: .articleIcon),
        // The words stand beside the symbol, whatever their own direction.
        text(row).styled { $0.flexShrink = 1 },
      ]
      if isMirrored(row) { parts.reverse() }
      let symbol = panel(
        EdgeInsets(
          top: padding.vertical * zoom, leading: padding.horizontal * zoom,
          bottom: padding.vertical * zoom, trailing: padding.horizontal * zoom),
        .stack(
          Stack(
            direction: .horizontal, spacing: 12 * zoom, justifyContent: isMirrored(row) ? .end : .start,
            alignItems: .center), parts))
      guard row.picture != nil else { return symbol }
      // The poster of a video.
      return .stack(
        Stack(direction: .vertical, spacing: ArticleTypography.posterGap * zoom, alignItems: .stretch),
        [picture(of: row), symbol])
    case .tableRow where !row.cells.isEmpty: return cells(of: row)
    case .byline, .note, .action, .aside:
      // The viewer's own words, names and dates stand where the lines of the article begin, whatever their own
      // direction.
      return .stack(
        Stack(
          direction: .horizontal, justifyContent: isMirrored(row) ? .end : .start, alignItems: .start),
        [text(row).styled { $0.flexShrink = 1 }])
    default: return text(row)
    }
  }

  private func panel(_ insets: EdgeInsets, _ content: LayoutElement) -> LayoutElement {
    var panel = LayoutElement.inset(insets, content)
    panel.tag = .articlePanel
    return panel
  }

  /// Lines that are not wrapped; of a long line only the room that it takes.
  private func unwrapped(_ row: ArticleRow) -> LayoutElement {
    guard let line = row.codeLine else { return text(row) }
    return .box(width: line.width, height: line.height, tag: .articleText).styled { $0.flexShrink = 0 }
  }

  private func text(_ row: ArticleRow) -> LayoutElement {
    .text(Self.text(of: row, typography), tag: .articleText)
  }

  /// A part of a long line of code.
  static func text(of row: ArticleRow, part: Range<Int>, _ typography: ArticleTypography) -> TextElement {
    var content = row
    content.text = String(row.text.part(bytes: part))
    content.runs = ArticleRun.clamped(row.runs, to: part)
    content.baseDirection = row.isRightToLeft ? .rightToLeft : .leftToRight
    return text(of: content, typography)
  }

  /// The text of a row without cells.
  static func text(of row: ArticleRow, _ typography: ArticleTypography) -> TextElement {
    var attributes = ArticleAttributes.attributes(
      row.runs, of: row.text, language: row.language, isCode: row.kind == .code)
    if let direction = row.baseDirection {
      attributes.append(
        TextAttributeRun(
          .baseDirection(isRightToLeft: direction == .rightToLeft), bytes: 0..<row.text.utf8.count))
    } else {
      attributes += directionWithoutLetters(row.text, in: row, typography)
    }
    return TextElement(row.text, style: typography.style(of: row.kind).id, attributes: attributes)
  }

  /// A picture of unknown size takes the proportions of most photographs.
  private func picture(of row: ArticleRow) -> LayoutElement {
    let picture = row.picture
    let size = picture?.size ?? Size(width: typography.measure, height: typography.measure * 9 / 16)
    let ratio = min(max(size.height / max(size.width, 1), 0.001), 1_000)
    return .stack(
      Stack(direction: .horizontal, justifyContent: isMirrored(row) ? .end : .start, alignItems: .start),
      [
        LayoutElement.ratio(ratio, .box(tag: .articlePicture)).styled {
          $0.width = .fraction(1)
          $0.maxWidth = .points(max(size.width, 1))
        }
      ])
  }

  package func minimumWidth(of row: ArticleRow) -> Double {
    let zoom = typography.lengthScale
    return 2 * typography.margin + Double(row.indentation + 2) * ArticleTypography.indentation * zoom
      + Double(row.quoteDepth) * ArticleTypography.quoteIndentation * zoom + 40
  }

  package var typicalMinimumHeight: Double { 40 }

  // MARK: Estimates

  package func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
    var row = ArticleRow(kind, lengths[.articleText] > 0 ? "-" : "")
    row.spaceAbove = 14
    switch kind {
    case .item: row.marker = "•"
    case .tableRow: row.text = "-"
    default: break
    }
    return makeElement(for: row)
  }

  // MARK: Drawing

  @MainActor package func makeDrawing(
    of row: ArticleRow, in context: RowDrawingContext
  ) -> (any RowDrawing)? {
    ArticleDrawing(row, typography, appearance, in: context)
  }

  package func pictureFile(of row: ArticleRow) -> String? { row.picture?.path }

  package var accessibleRole: AccessibleRole? {
    switch kind {
    case .picture: .image
    case .rule: .separator
    // What it is, is said of the texts in it.
    default: .group
    }
  }

  package func accessibleName(of row: ArticleRow) -> String {
    switch row.kind {
    case .picture: row.picture.map(\.words) ?? ""
    case .rule: ""
    default: row.quoteDepth > 0 ? localized("Quotation") : ""
    }
  }

  package func tooltip(
    ofText text: String, tag: ElementTag?, isTruncated: Bool, content: ArticleRow
  ) -> String? { nil }
}
