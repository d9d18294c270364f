/// How an HTML element affects an article. The same elements separate lines as in `HTMLElement`, so that previews and
/// articles have the same words.
enum ArticleElement: Equatable {
  case inline(ArticleStyle)
  case link
  case lineBreak, rule, image, pictureSource, media, frame
  /// A block without a kind of its own.
  case container
  case paragraph, preformatted, quote, term, definition, caption
  case heading(Int)
  case list(isOrdered: Bool)
  case definitionList
  case item
  case row
  case cell(isHeader: Bool)
  /// Removed with its content.
  case dropped
  /// Removed with its content, except for the images in it.
  case noscript

  /// Whether the element starts and ends a block.
  var isBlock: Bool {
    switch self {
    case .inline, .link, .lineBreak, .image, .pictureSource, .media, .frame, .cell, .dropped, .noscript: false
    default: true
    }
  }

  /// Whether the element has no content, and so no end tag.
  var isVoid: Bool {
    switch self {
    case .lineBreak, .rule, .image, .pictureSource: true
    default: false
    }
  }

  static func named(_ name: UnsafeBufferPointer<UInt8>) -> ArticleElement {
    if let key = HTMLElement.key(name), let known = table[key] { return known }
    switch HTMLElement.named(name) {
    case .dropped: return .dropped
    case .container: return .noscript
    case .block, .paragraph: return .container
    default: return .inline([])
    }
  }

  private static let table: [UInt64: ArticleElement] = {
    let names: [(ArticleElement, String)] = [
      (.inline(.strong), "b strong"), (.inline(.emphasis), "i em cite dfn var"),
      (.inline(.code), "code kbd samp tt"), (.inline(.underline), "u ins"),
      (.inline(.strikethrough), "s strike del"), (.inline(.subscript), "sub"),
      (.inline(.superscript), "sup"), (.inline(.small), "small"), (.inline(.mark), "mark"), (.link, "a"),
      (.lineBreak, "br"), (.rule, "hr"), (.image, "img"), (.pictureSource, "source"),
      (.media, "video audio"), (.frame, "iframe"), (.paragraph, "p"), (.preformatted, "pre"),
      (.quote, "blockquote"), (.term, "dt"), (.definition, "dd"), (.caption, "figcaption caption"),
      (.heading(1), "h1"), (.heading(2), "h2"), (.heading(3), "h3"), (.heading(4), "h4"),
      (.heading(5), "h5"), (.heading(6), "h6"), (.list(isOrdered: false), "ul menu dir"),
      (.list(isOrdered: true), "ol"), (.definitionList, "dl"), (.item, "li"), (.row, "tr"),
      (.cell(isHeader: false), "td"), (.cell(isHeader: true), "th"),
    ]
    var table: [UInt64: ArticleElement] = [:]
    for (element, list) in names {
      for name in list.split(separator: " ") {
        let bytes = Array(name.utf8)
        if let key = bytes.withUnsafeBufferPointer({ HTMLElement.key($0) }) { table[key] = element }
      }
    }
    return table
  }()
}
