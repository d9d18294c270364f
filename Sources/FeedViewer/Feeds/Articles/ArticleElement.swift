/// How an HTML element affects an article. The same elements separate lines as in `HTMLElement`, so that previews and
/// articles have the same words.
enum ArticleElement: Equatable {
  case inline(ArticleStyle)
  case link
  case lineBreak, wordBreak, rule, image, pictureSource
  /// Has no content and shows nothing (HTML Living Standard, section 13.1.2).
  case void
  /// Its content is not shown, but its address is.
  case media(ArticleEmbed.Kind)
  case frame(ArticleEmbed.Kind)
  /// A block without a kind of its own.
  case container
  /// `html`, `head` and `body`, whose tags are optional (HTML Living Standard, section 13.1.2.4). Inside the page they are
  /// ignored (sections 13.2.6.4.7 and 13.2.6.4.6), and so what stands between them is shown. A head holds only what is hidden
  /// wherever it stands: `title`, `style`, `script`, `template` and elements without content. Text in it, as any other element,
  /// ends it, and is the beginning of the body (section 13.2.6.4.4).
  case page
  case address, figure
  case paragraph, preformatted, quote, term, definition, caption
  case heading(Int)
  case list(isOrdered: Bool)
  case definitionList
  case item
  case details, summary
  case table, tableCaption
  /// `thead`, `tbody` and `tfoot`.
  case section(OpenTable.Part)
  case row
  case cell(isHeader: Bool)
  /// `colgroup` and `col`.
  case columns
  /// `<q>`, whose quotation marks are not in the source.
  case quotation
  case ruby, rubyBase, rubyText, rubyParenthesis
  /// `<bdi>` and `<bdo>`.
  case isolate, override
  case mathematics
  /// Never shown, without markup inside.
  case rawText
  /// Never shown.
  case hidden
  case dialog
  /// Removed with its content, except for the images in it.
  case noscript
  /// A drawing, of which only the texts are words.
  case drawing
  case select, textArea, control, gauge
  /// Without markup, and preformatted.
  case rawPreformatted

  /// Whether the element starts and ends a block.
  var isBlock: Bool {
    switch self {
    case .container, .page, .dialog, .address, .figure, .paragraph, .preformatted, .quote, .term, .definition,
      .caption,
      .heading, .list, .definitionList, .item, .details, .summary, .table, .tableCaption, .section, .row,
      .rule:
      true
    default: false
    }
  }

  /// Whether the element is a block only by its style, so that another style makes it join the text around (CSS Display 3,
  /// section 2). Tables, figures and disclosures stay what they are.
  var mayBeInline: Bool {
    switch self {
    case .container, .address, .paragraph, .preformatted, .quote, .term, .definition, .heading, .list,
      .definitionList, .item:
      true
    default: false
    }
  }

  /// Whether the element is read at its start tag, and never an open one.
  var isReplaced: Bool {
    switch self {
    case .lineBreak, .wordBreak, .void, .rule, .image, .pictureSource, .frame, .media, .rawText, .hidden,
      .noscript, .mathematics, .drawing, .select, .textArea, .control, .gauge, .rawPreformatted, .columns:
      true
    default: false
    }
  }

  var isCell: Bool { if case .cell = self { true } else { false } }
  var isSection: Bool { if case .section = self { true } else { false } }
  var isList: Bool { if case .list = self { true } else { false } }

  /// Whether elements inside cannot be ended by end tags, or by items, outside.
  var isBarrier: Bool {
    switch self {
    case .cell, .table, .tableCaption: true
    default: false
    }
  }

  /// Whether the element is a part of a table, which ends at the end of the table only.
  var isTablePart: Bool {
    switch self {
    case .cell, .row, .section, .tableCaption: true
    default: false
    }
  }

  static func named(_ name: UnsafeBufferPointer<UInt8>) -> ArticleElement {
    if let key = HTMLElement.key(name), let known = elements[key] { return known }
    switch HTMLElement.named(name) {
    case .rawText: return .rawText
    case .hidden: return .hidden
    case .dialog: return .dialog
    case .container: return .noscript
    case .drawing: return .drawing
    case .select: return .select
    case .textArea: return .textArea
    case .control: return .control
    case .gauge: return .gauge
    case .rawPreformatted: return .rawPreformatted
    case .preformatted: return .preformatted
    case .block, .paragraph: return .container
    default: return .inline([])
    }
  }

  private static let elements: [UInt64: ArticleElement] = HTMLElement.table([
    (.inline(.strong), "b strong"), (.inline(.emphasis), "i em cite dfn var"),
    (.inline(.code), "code kbd samp tt"), (.inline(.underline), "u ins"),
    (.inline(.strikethrough), "s strike del"), (.inline(.subscript), "sub"),
    (.inline(.superscript), "sup"), (.inline(.small), "small"), (.inline(.mark), "mark"), (.link, "a"),
    (.lineBreak, "br"), (.wordBreak, "wbr"), (.rule, "hr"), (.image, "img image"),
    (.pictureSource, "source"), (.void, "area base basefont bgsound keygen link meta param track"),
    (.media(.video), "video"), (.media(.audio), "audio"), (.frame(.frame), "iframe frame"),
    (.media(.object), "object applet"), (.frame(.object), "embed"), (.address, "address"),
    (.figure, "figure"), (.paragraph, "p"),
    (.preformatted, "pre"), (.quote, "blockquote"), (.term, "dt"), (.definition, "dd"),
    (.caption, "figcaption"), (.tableCaption, "caption"), (.heading(1), "h1"), (.heading(2), "h2"),
    (.heading(3), "h3"), (.heading(4), "h4"), (.heading(5), "h5"), (.heading(6), "h6"),
    (.list(isOrdered: false), "ul menu dir"), (.list(isOrdered: true), "ol"), (.definitionList, "dl"),
    (.item, "li"), (.details, "details"), (.summary, "summary"), (.table, "table"),
    (.section(.head), "thead"), (.section(.body), "tbody"), (.section(.foot), "tfoot"), (.row, "tr"),
    (.columns, "colgroup col"), (.page, "html head body"),
    (.cell(isHeader: false), "td"), (.cell(isHeader: true), "th"), (.quotation, "q"), (.ruby, "ruby"),
    (.rubyBase, "rb rtc"), (.rubyText, "rt"), (.rubyParenthesis, "rp"), (.isolate, "bdi"),
    (.override, "bdo"), (.mathematics, "math"),
  ])
}
