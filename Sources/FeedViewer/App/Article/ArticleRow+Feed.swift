import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore

/// A message of the viewer itself on an article page.
nonisolated enum ArticleNote: Sendable {
  case picturesAreMissing, noText, isCut

  /// One sentence in the reader's language.
  var text: String {
    switch self {
    case .picturesAreMissing: localized("Pictures on the web are not loaded.")
    case .noText: localized("This entry has no text.")
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
  /// - Parameter reference: Of the picture, as it is written in the article.
  static func placeholder(
    of image: ArticleImage, at reference: String, refused reason: LocalReference.Refusal
  ) -> ArticleRow {
    switch reason {
    case .remote: placeholder(ofRemote: image)
    case .missing: placeholder(of: image, missing: reference)
    case .outside: placeholder(of: image, image.words, PictureFailure.outsideFolder.message)
    }
  }

  /// The words of a picture that is not read, without a message.
  static func words(of image: ArticleImage) -> ArticleRow { placeholder(ofRemote: image) }

  /// What stands for a picture on the web.
  private static func placeholder(ofRemote image: ArticleImage) -> ArticleRow {
    let address = image.sources[0].reference
    var row = ArticleRow(.placeholder, image.words)
    row.icon = "image-x-generic-symbolic"
    if let target = image.followedLink ?? (WebAddress.isOpened(address) ? address : nil) {
      row.runs = [ArticleRun(range: 0..<row.text.utf8.count, link: target)]
    }
    return row
  }

  /// What stands for a picture that should be on this computer, but is not there.
  private static func placeholder(of image: ArticleImage, missing reference: String) -> ArticleRow {
    let name = UntrustedText.revealed(WebAddress.fileName(of: reference) ?? reference, limit: 500)
    let words = image.alternative.flatMap { $0.isEmpty ? nil : image.words }
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
  static func placeholder(of embed: ArticleEmbed) -> ArticleRow {
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
    if WebAddress.isOpened(embed.address) {
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
      path: path, words: image.words, hasAlternative: image.alternative?.isEmpty == false, size: size,
      link: image.followedLink)
  }
}

nonisolated extension ArticleImage {
  /// Whether a reference to a picture contains the picture.
  func isData(_ reference: String) -> Bool { reference.prefix(5).lowercased() == "data:" }

  /// The text that replaces a picture that can't be shown.
  var words: String {
    let reference = sources[0].reference
    let name =
      alternative.flatMap { $0.isEmpty ? nil : $0 }
      ?? (isData(reference) ? nil : WebAddress.fileName(of: reference))
    return UntrustedText.revealed(name ?? localized("Picture"), limit: 500)
  }

  /// The target of the picture's link, if it may be opened.
  var followedLink: String? {
    link.flatMap { WebAddress.isOpened($0) || $0.hasPrefix("file:///") ? $0 : nil }
  }
}
