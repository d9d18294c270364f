import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore

/// A message of the viewer itself on an article page.
nonisolated enum ArticleNote: Sendable {
  case picturesAreMissing, noText, isMissing, isCut

  /// One sentence in the reader's language.
  var text: String {
    switch self {
    case .picturesAreMissing: localized("Pictures on the web are not loaded.")
    case .noText: localized("This entry has no text.")
    case .isMissing: RowContext.missingText
    case .isCut: localized("The rest of this entry is too long to show.")
    }
  }
}

/// Rows that are no part of an article's text, or stand for part of it.
nonisolated extension ArticleRow {
  static func note(_ note: ArticleNote) -> ArticleRow {
    var row = ArticleRow(.aside, note.text)
    row.spaceAbove = 16
    return row
  }

  /// The link to the entry's page, where there is nothing to read here.
  static func action(opening link: String) -> ArticleRow {
    let text = localized("Open in Browser")
    var row = ArticleRow(.action, text)
    row.runs = [ArticleRun(range: 0..<text.utf8.count, link: link)]
    row.spaceAbove = 9
    return row
  }

  /// A file attached to an entry.
  static func attachment(_ enclosure: ArticleEnclosure) -> ArticleRow {
    let name = UntrustedText.revealed(enclosure.name)
    let description = UntrustedText.revealed(enclosure.description)
    let lines = [name, description, enclosure.refusal ?? ""].filter { !$0.isEmpty }
    var row = ArticleRow(.placeholder, lines.joined(separator: "\n"))
    row.icon =
      switch enclosure.kind {
      case .audio: "audio-x-generic-symbolic"
      case .video: "video-x-generic-symbolic"
      case .other: "mail-attachment-symbolic"
      }
    row.spaceAbove = 16
    if let address = enclosure.address {
      row.runs = [ArticleRun(range: 0..<name.utf8.count, link: address)]
    }
    return row
  }

  /// What stands for a picture that is not read.
  ///
  /// - Parameter source: The file of the picture that would be shown.
  static func placeholder(
    of image: ArticleImage, _ source: ArticleImage.Source, refused reason: LocalReference.Refusal
  ) -> ArticleRow {
    // A relative reference is one to the web if no such file is beside the feed.
    if reason == .remote || WebAddress.isPage(source.address) {
      return placeholder(of: image, at: source.address)
    }
    return reason == .outside
      ? placeholder(of: image, image.words, PictureFailure.outsideFolder.message)
      : placeholder(of: image, missing: source.reference)
  }

  /// The words of a picture that is not read, without a message.
  static func words(of image: ArticleImage, _ source: ArticleImage.Source) -> ArticleRow {
    var row = ArticleRow(.placeholder, image.words)
    row.icon = "image-x-generic-symbolic"
    if let target = image.followedLink ?? (WebAddress.isOpened(source.address) ? source.address : nil) {
      row.runs = [ArticleRun(range: 0..<row.text.utf8.count, link: target)]
    }
    return row
  }

  /// What stands for a picture that is not on this computer: its words, and where it would be.
  private static func placeholder(of image: ArticleImage, at address: String) -> ArticleRow {
    let shown = LinkPreview(text: nil, address: address).address
    // A file name is no more than the address tells.
    let words = image.ownWords.map { _ in image.words }
    var row = ArticleRow(.placeholder, [words, shown].compactMap { $0 }.joined(separator: "\n"))
    row.icon = "image-x-generic-symbolic"
    if let target = image.followedLink ?? (WebAddress.isOpened(address) ? address : nil) {
      row.runs = [ArticleRun(range: 0..<(words ?? shown).utf8.count, link: target)]
    }
    return row
  }

  /// What stands for a picture that should be on this computer, but is not there.
  private static func placeholder(of image: ArticleImage, missing reference: String) -> ArticleRow {
    let name = UntrustedText.revealed(WebAddress.fileName(of: reference) ?? reference, limit: 500)
    let words = image.ownWords.map { _ in image.words }
    return placeholder(of: image, words, localized("Not found: \(name)"))
  }

  /// - Parameters:
  ///   - words: What the picture shows.
  ///   - reason: Why it is not shown.
  private static func placeholder(of image: ArticleImage, _ words: String?, _ reason: String) -> ArticleRow {
    var row = ArticleRow(.placeholder, [words, reason].compactMap { $0 }.joined(separator: "\n"))
    row.icon = "image-missing-symbolic"
    if let target = image.followedLink {
      row.runs = [ArticleRun(range: 0..<(words ?? row.text).utf8.count, link: target)]
    }
    return row
  }

  /// What stands for a video, a sound, a frame or an object.
  ///
  /// - Parameter isLocal: Whether its file is beside the feed.
  static func placeholder(of embed: ArticleEmbed, isLocal: Bool) -> ArticleRow {
    let address = LinkPreview(text: nil, address: embed.address).address
    let name = embed.title.map { UntrustedText.revealed($0) }
    var row = ArticleRow(.placeholder, name.map { "\($0)\n\(address)" } ?? address)
    row.icon =
      switch embed.kind {
      case .video: "video-x-generic-symbolic"
      case .frame: "web-browser-symbolic"
      case .audio: "audio-x-generic-symbolic"
      case .object: "text-x-generic-symbolic"
      }
    if isLocal || WebAddress.isOpened(embed.address) {
      row.runs = [ArticleRun(range: 0..<(name ?? address).utf8.count, link: embed.address)]
    }
    return row
  }
}

nonisolated extension ArticleDocument {
  /// Appends a row that is no part of the text, in a direction.
  mutating func append(_ row: ArticleRow, isRightToLeft: Bool) {
    var row = row
    row.isRightToLeft = isRightToLeft
    append(row)
  }
}

nonisolated extension ArticlePicture {
  /// A picture of an article that is on this computer.
  init(_ image: ArticleImage, path: String) {
    var size: Size?
    if let width = image.width, let height = image.height, width > 0, height > 0 {
      size = Size(width: Double(width), height: Double(height))
    }
    self.init(
      path: path, words: image.words, hasAlternative: image.ownWords != nil, size: size,
      link: image.followedLink)
  }
}

nonisolated extension ArticleImage {
  /// Whether a reference to a picture contains the picture.
  func isData(_ reference: String) -> Bool { reference.prefix(5).lowercased() == "data:" }

  /// The words that the article has for the picture: its alternative text, else its title.
  var ownWords: String? { [alternative, title].lazy.compactMap { $0 }.first { !$0.isEmpty } }

  /// The text that replaces a picture that can't be shown.
  var words: String {
    let reference = sources[0].reference
    let name =
      ownWords ?? (isData(reference) ? nil : WebAddress.fileName(of: reference))
    return UntrustedText.revealed(name ?? localized("Picture"), limit: 500)
  }

  /// The target of the picture's link, if it may be opened: a page, a file or a place in the article.
  var followedLink: String? {
    link.flatMap { $0.contains(":") && !WebAddress.isOpened($0) && !$0.hasPrefix("file:///") ? nil : $0 }
  }
}
