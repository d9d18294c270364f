/// The role of an element's text, and how it is decoded.
struct Field {
  enum Target {
    case none
    case feedTitle, feedSummary, feedLink, feedIdentifier, feedLanguage, feedIcon, feedAuthor
    case title, content, summary, podcastSummary, identifier, link, permalink, published, updated, created,
      author
    case tag, tagList, language, image
    case contributor, sourceTitle, commentsAddress, commentsFeed, commentCount, duration, mediaTitle
    case groupTitle, pictureTitle
    /// A summary that is none of those which identify an entry.
    case lateSummary

    /// Whether a truncated text is useless: half an address leads elsewhere.
    var needsWholeText: Bool {
      switch self {
      case .feedTitle, .feedSummary, .feedAuthor, .title, .content, .summary, .podcastSummary, .author,
        .contributor, .sourceTitle, .groupTitle, .pictureTitle, .lateSummary:
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
    /// Plain text with white space collapsed.
    case plain
    /// Plain text or HTML, decided by the rule for titles.
    case titleRule
    /// Plain text or HTML, decided by the rule for bodies.
    case bodyRule
    case html
    /// The source of nested markup.
    case markup
    /// Base64-encoded text or HTML; plain text if it is not valid base64.
    case base64(Decoded)
    /// A Base64-encoded file that is no text. Only a picture has anything to show, on the page of the entry.
    case file
  }

  var target: Target
  /// Of several elements with the same target, the one of the lowest rank wins.
  var rank: UInt8 = 0
  var text = Text.plain
  /// Whether the page of the entry shows the text, whatever else it has.
  var isOfMedia = false
  /// Whether it is about the picture that was read last.
  var isOfPicture = false

  static let none = Field(target: .none)

  var isTitle: Bool { if case .titleRule = text { true } else { false } }

  /// Whether character references are left for the HTML parser to decode.
  var keepsSource: Bool { if case .markup = text { true } else { false } }

  /// How to decode an Atom text construct (formats.md, section 7).
  /// - Parameters:
  ///   - type: The attribute as written; `nil` if there is none. The same holds for `mode`.
  ///   - untyped: How to decode text without a type.
  static func text(
    type: UnsafeBufferPointer<UInt8>?, mode: UnsafeBufferPointer<UInt8>?, untyped: Text
  ) -> Text {
    // A media type may have parameters (RFC 2045, section 5.1).
    let type = type.map { type in
      UnsafeBufferPointer(rebasing: type[..<(type.firstIndex(of: 0x3B) ?? type.count)]).trimmed
    }
    let isHTML = type.map { $0.equalsIgnoringCase("html") || $0.equalsIgnoringCase("text/html") } ?? false
    if let type, !type.endsIgnoringCase("+xml"), isFile(type) { return .file }
    if let mode, mode.equalsIgnoringCase("base64") { return .base64(isHTML ? .html : .plain) }
    guard let type, !type.isEmpty else { return untyped }
    if isHTML { return .html }
    if type.equalsIgnoringCase("xhtml") || type.equalsIgnoringCase("application/xhtml+xml") { return .markup }
    if type.equalsIgnoringCase("text") || type.startsIgnoringCase("text/") { return .plain }
    if type.endsIgnoringCase("+xml") || type.endsIgnoringCase("/xml") { return .markup }
    return type.holds(0x2F) ? .base64(.byRule) : untyped
  }

  /// Whether a media type is never that of a text (RFC 6838, section 4.2).
  private static func isFile(_ type: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in ["image/", "audio/", "video/", "font/"] as [StaticString]
    where type.startsIgnoringCase(start) {
      return true
    }
    return type.equalsIgnoringCase("application/pdf") || type.equalsIgnoringCase("application/zip")
  }
}
