/// What the text of an element is for, and how it is to be read.
struct Field {
  enum Target {
    case none
    case feedTitle, feedSummary, feedLink, feedIdentifier, feedLanguage, feedIcon, feedAuthor
    case title, content, summary, podcastSummary, identifier, link, permalink, published, updated, created,
      author
    case tag, tagList, language, image
    case contributor, sourceTitle, commentsAddress, commentsFeed, commentCount, duration

    /// Whether the beginning of a text says something else than the whole: half an address leads elsewhere.
    var needsWholeText: Bool {
      switch self {
      case .feedTitle, .feedSummary, .feedAuthor, .title, .content, .summary, .podcastSummary, .author,
        .contributor, .sourceTitle:
        false
      default: true
      }
    }
  }

  enum Decoded {
    case plain, html, byRule

    var text: Text {
      switch self {
      case .plain: .plain
      case .html: .html
      case .byRule: .bodyRule
      }
    }
  }

  enum Text {
    /// As it is, white space collapsed.
    case plain
    /// Plain or HTML by the rule for titles.
    case titleRule
    /// Plain or HTML by the rule for bodies.
    case bodyRule
    case html
    /// The source of inner markup.
    case markup
    /// Text or HTML in base64; text as it is if it is not.
    case base64(Decoded)
  }

  var target: Target
  /// Among the elements that give the same target the lowest rank wins.
  var rank: UInt8 = 0
  var text = Text.plain
  /// Set by the element's `domain`-like attributes: the tag that counts if the text is empty.
  var fallback: String?

  static let none = Field(target: .none)

  var isTitle: Bool { if case .titleRule = text { true } else { false } }

  /// Whether character references are kept for the HTML scanner to decode.
  var keepsSource: Bool { if case .markup = text { true } else { false } }

  /// How an Atom text construct is to be read (formats.md, section 7).
  /// - Parameters:
  ///   - type: The attribute's words as they are written; `nil` without one. `mode` likewise.
  ///   - untyped: How it is read if the type says nothing.
  static func text(
    type: UnsafeBufferPointer<UInt8>?, mode: UnsafeBufferPointer<UInt8>?, untyped: Text
  ) -> Text {
    let isHTML = type.map { $0.equalsIgnoringCase("html") || $0.equalsIgnoringCase("text/html") } ?? false
    if let mode, mode.equalsIgnoringCase("base64") { return .base64(isHTML ? .html : .plain) }
    guard let type, !type.isEmpty else { return untyped }
    if isHTML { return .html }
    if type.equalsIgnoringCase("xhtml") || type.equalsIgnoringCase("application/xhtml+xml") { return .markup }
    if type.equalsIgnoringCase("text") || type.startsIgnoringCase("text/") { return .plain }
    if type.endsIgnoringCase("+xml") || type.endsIgnoringCase("/xml") { return .markup }
    return type.holds(0x2F) ? .base64(.byRule) : untyped
  }
}
