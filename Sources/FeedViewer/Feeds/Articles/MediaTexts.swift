/// A text about the media of an entry that its feed names outside of the body: a title, a description, or a part of a transcript
/// (Media RSS 1.5.1: media:title, media:description, media:text).
struct MediaText: Sendable {
  var format: ArticleSource.Format
  var text: String
  /// Whether the markup is nested in that of the feed.
  var isXML: Bool
  /// The reference to the picture that it is about, if it is about one.
  var picture: String?

  /// The most texts of one entry.
  static let limit = 64
}

/// Each of these texts is on the page once: below its picture, else below the body, unless the page says the same already. Feeds
/// often repeat there what the body says, or its beginning.
extension ArticleSource {
  /// - Parameter end: The number of blocks of the body.
  func addMediaTexts(to article: inout Article, after end: Int) {
    guard !mediaTexts.isEmpty else { return }
    var shown = PlainWords()
    for title in titles { shown.add(title) }
    shown.add(article)
    for text in mediaTexts {
      var source = ArticleSource(
        format: text.format, text: text.text, base: base, link: link, language: language)
      source.feedFile = feedFile
      source.isXML = text.isXML
      let found = source.article()
      var words = PlainWords()
      words.add(found)
      guard !words.bytes.isEmpty, !shown.hold(words) else { continue }
      shown.add(found)
      if let place = article.place(belowPicture: text.picture, after: end) {
        article.blocks.insert(contentsOf: found.blocksAlone.map(\.asCaption), at: place)
      } else {
        article.blocks += found.blocksAlone
      }
    }
  }
}

extension Article {
  /// The blocks without what ties them to this article: a table or a disclosure is read as plain text.
  fileprivate var blocksAlone: [ArticleBlock] {
    guard tables.isEmpty, disclosures.isEmpty else { return ArticleReader.article(plain: plainText).blocks }
    return blocks.map {
      var block = $0
      block.figure = nil
      return block
    }
  }
}

extension Article {
  /// Where the captions of a picture end that was added to the body.
  fileprivate func place(belowPicture reference: String?, after end: Int) -> Int? {
    guard let reference else { return nil }
    let found = blocks[end...].firstIndex {
      if case .image(let image) = $0.kind { image.sources[0].reference == reference } else { false }
    }
    return found.map { picture in blocks[(picture + 1)...].firstIndex { $0.kind != .caption } ?? blocks.count
    }
  }
}

extension ArticleBlock {
  fileprivate var asCaption: ArticleBlock {
    var caption = self
    if kind == .paragraph { caption.kind = .caption }
    return caption
  }
}

/// Words with single spaces between them, as texts are compared.
private struct PlainWords {
  private(set) var bytes: [UInt8] = []

  /// Adds the words of a text, apart from those before.
  mutating func add(_ text: String) {
    var hasSpace = !bytes.isEmpty
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        hasSpace = hasSpace || !bytes.isEmpty && scalar.properties.isWhitespace
        continue
      }
      if hasSpace { bytes.append(0x20) }
      hasSpace = false
      bytes += UTF8.encode(scalar).map(Array.init) ?? []
    }
  }

  /// Adds all words that an article shows, and those of its pictures and media.
  mutating func add(_ article: Article) {
    for block in article.blocks {
      switch block.kind {
      case .image(let image): add(image.alternative ?? image.title ?? "")
      case .embed(let embed): add(embed.title ?? "")
      default: add(block.text)
      }
    }
  }

  /// Whether other words stand here in their order, or all but the ellipsis at their end, and are no parts of longer words.
  ///
  /// - Complexity: O(length): a rolling hash finds the places (Karp and Rabin, 1987).
  func hold(_ other: PlainWords) -> Bool {
    let sought = other.withoutEllipsis
    let length = sought.count
    guard length > 0 else { return true }
    guard length <= bytes.count else { return false }
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var (target, rolling, power): (UInt64, UInt64, UInt64) = (0, 0, 1)
    for index in 0..<length {
      target = target &* factor &+ UInt64(sought[index])
      rolling = rolling &* factor &+ UInt64(bytes[index])
      if index > 0 { power = power &* factor }
    }
    var start = 0
    while true {
      if rolling == target, isApart(start..<start + length), bytes[start..<start + length] == sought {
        return true
      }
      guard start + length < bytes.count else { return false }
      rolling = (rolling &- UInt64(bytes[start]) &* power) &* factor &+ UInt64(bytes[start + length])
      start += 1
    }
  }

  /// Whether no letter or digit of ASCII goes on before or after.
  private func isApart(_ range: Range<Int>) -> Bool {
    func isInWord(_ index: Int) -> Bool {
      index > 0 && index < bytes.count && Self.isWordPart(bytes[index - 1]) && Self.isWordPart(bytes[index])
    }
    return !isInWord(range.lowerBound) && !isInWord(range.upperBound)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }

  private static let ellipses = ["[…]", "[...]", "…", "..."].map { Array($0.utf8) }

  private var withoutEllipsis: ArraySlice<UInt8> {
    for ellipsis in Self.ellipses
    where bytes.count > ellipsis.count && bytes.suffix(ellipsis.count) == ellipsis[...] {
      var rest = bytes.dropLast(ellipsis.count)
      while rest.last == 0x20 { rest.removeLast() }
      return rest
    }
    return bytes[...]
  }
}
