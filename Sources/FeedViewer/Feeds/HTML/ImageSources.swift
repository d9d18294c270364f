/// The sources of an HTML image: `src`, `srcset`, lazy-loading attributes, and the `<source>` elements of a
/// `<picture>`.
enum ImageSources {
  static let limit = 32
  /// Longer references are not kept; only embedded files are that long.
  static let longestReference = 1 << 20

  /// The files of an `img` tag without duplicates; empty if there are none.
  ///
  /// Lazy-loading pages put a tiny placeholder into `src` and the reference into another attribute.
  static func of(_ tag: HTMLTag) -> [ArticleImage.Source] {
    var sources: [ArticleImage.Source] = []
    func add(_ found: [ArticleImage.Source]) {
      for source in found
      where sources.count < limit && !sources.contains(where: { $0.reference == source.reference }) {
        sources.append(source)
      }
    }
    // Pictures of drawings have their references elsewhere (SVG 2, section 12.3).
    let written =
      (tag.value(of: "src") ?? (isImage(tag) ? tag.value(of: "href") ?? tag.value(of: "xlink:href") : nil))
      .flatMap(usable)
    let direct = written.flatMap { isPoint($0) ? nil : $0 }
    let mayBePlaceholder = direct.map { isData($0) || isNamedPlaceholder($0) } ?? true
    guard tag.mentions("srcset") || tag.mentions("data-") || mayBePlaceholder else {
      if let direct { add([ArticleImage.Source(reference: direct)]) }
      return sources
    }
    let late =
      lateReferences.lazy.compactMap { tag.value(of: $0).flatMap(usable) }.first { isPath($0) }
      ?? (mayBePlaceholder ? otherPath(in: tag) : nil)
    var lists: [ArticleImage.Source] = []
    for name in lateLists { if let list = tag.value(of: name) { lists += candidates(list) } }
    let isPlaceholder = late != nil || !lists.isEmpty
    if let late { add([ArticleImage.Source(reference: late)]) }
    add(lists)
    if !isPlaceholder, let direct { add([ArticleImage.Source(reference: direct)]) }
    if !isPlaceholder || sources.isEmpty { if let list = tag.value(of: "srcset") { add(candidates(list)) } }
    return sources
  }

  private static func isImage(_ tag: HTMLTag) -> Bool { tag.name.equalsIgnoringCase("image") }

  /// Where pages that load pictures late put the reference, and lists of candidates.
  private static let lateReferences: [StaticString] = [
    "data-src", "data-original", "data-lazy-src", "data-lazyload", "data-lazy", "data-orig-file",
    "data-actualsrc", "data-original-src", "data-hi-res-src", "data-full-src", "data-image-src", "data-url",
    "data-img-src", "data-ll-src", "data-echo", "data-delayed-url", "data-pagespeed-lazy-src",
  ]
  private static let lateLists: [StaticString] = ["data-srcset", "data-lazy-srcset", "data-original-set"]

  /// The picture in an attribute of any other name, as each program that loads pictures late has its own: the first value that is
  /// the path of a picture's file.
  private static func otherPath(in tag: HTMLTag) -> String? {
    var found: String?
    tag.forEachAttribute { name, value in
      guard let value, value.count <= 4_096, !isOfWords(name) else { return true }
      found = namedPicture(HTMLTag.decoded(value)).flatMap(usable)
      return found == nil
    }
    return found
  }

  /// Whether an attribute of a picture holds words, or what has its own rules here.
  private static func isOfWords(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    ownAttributes.contains(HTMLElement.identity(name)) || name.startsIgnoringCase("on")
      || name.endsIgnoringCase("title") || name.endsIgnoringCase("caption") || name.endsIgnoringCase("label")
  }

  private static let ownAttributes = HTMLElement.identities(
    "src srcset alt class style id name usemap longdesc")

  /// A reference, if it has a folder and the name of a picture's file.
  private static func namedPicture(_ reference: String) -> String? {
    let path = reference.prefix { $0 != "?" && $0 != "#" }
    guard path.contains("/"), !path.contains(" ") else { return nil }
    return namesPicture(reference) ? reference : nil
  }

  /// Whether the name of a file is that of a picture.
  static func namesPicture(_ reference: String) -> Bool {
    let path = reference.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
    guard let point = path.suffix(5).lastIndex(of: 0x2E) else { return false }
    return pictureEndings.contains(reference[reference.utf8.index(after: point)..<path.endIndex].lowercased())
  }

  private static let pictureEndings: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "bmp",
  ]

  /// Whether a file is one that only takes the place of a picture, by its name: nothing but words for that, and sizes.
  static func isNamedPlaceholder(_ reference: String) -> Bool {
    let path = reference.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
    let name = path[(path.lastIndex(of: 0x2F).map(path.index(after:)) ?? path.startIndex)...]
    guard name.count <= longestPlaceholder, let point = name.lastIndex(of: 0x2E) else { return false }
    var isPlaceholder = false
    for word in name[..<point].split(whereSeparator: { $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }) {
      let isSize = word.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "x") }
      guard !isSize else {
        isPlaceholder = isPlaceholder || word.contains(UInt8(ascii: "x"))
        continue
      }
      let word = String(decoding: word.map(ASCII.lowercased), as: UTF8.self)
      if placeholderWords.contains(word) {
        isPlaceholder = true
      } else if !otherPlaceholderWords.contains(word) {
        return false
      }
    }
    return isPlaceholder
  }

  private static let longestPlaceholder = 40
  private static let placeholderWords: Set<String> = [
    "blank", "placeholder", "spacer", "transparent", "trans", "loading", "loader", "lazy", "lazyload",
    "pixel",
    "empty", "clear", "dummy", "preload", "preloader", "spinner",
  ]
  private static let otherPlaceholderWords: Set<String> = [
    "image", "img", "default", "load", "grey", "gray", "white", "bg", "ajax", "gif",
  ]

  /// Whether an embedded picture is a point, of which nothing can be seen: pages show it until a script has loaded the picture.
  private static func isPoint(_ reference: String) -> Bool {
    guard isData(reference), let size = PictureHeader.size(inAddress: reference) else { return false }
    return max(size.width, size.height) <= largestPoint
  }

  /// The width or height, in pixels, up to which nothing can be seen of a picture.
  static let largestPoint = 2

  /// Whether an attribute for scripts has an address, and not anything else.
  private static func isPath(_ reference: String) -> Bool {
    isData(reference) || reference.utf8.contains { $0 == 0x2F || $0 == 0x2E }
  }

  /// The file of an `img` tag that has one, and neither `srcset` nor lazy-loading attributes nor a class: `.some(nil)` if it is a
  /// tracking pixel. Nil for other tags.
  ///
  /// Reads the attributes in one pass, with the results of `isDecoration` and `of`.
  static func simpleSource(of tag: HTMLTag) -> String?? {
    if isImage(tag) { return nil }
    var source: UnsafeBufferPointer<UInt8>??
    var width: UnsafeBufferPointer<UInt8>??
    var height: UnsafeBufferPointer<UInt8>??
    var isSimple = true
    tag.forEachAttribute { name, value in
      // The first of equal attributes counts.
      switch name.count {
      case 3: if source == nil, name.equalsIgnoringCase("src") { source = .some(value) }
      case 5:
        if width == nil, name.equalsIgnoringCase("width") { width = .some(value) }
        if name.equalsIgnoringCase("class") || name.equalsIgnoringCase("style") { isSimple = false }
      case 6:
        if height == nil, name.equalsIgnoringCase("height") { height = .some(value) }
        if name.equalsIgnoringCase("srcset") { isSimple = false }
      default: if name.startsIgnoringCase("data-") { isSimple = false }
      }
      return isSimple
    }
    guard isSimple else { return nil }
    for size in [width, height] {
      let pixels = (size ?? nil).flatMap { WrittenNumber.pixels(HTMLTag.decoded($0)) }
      if let pixels, pixels <= 2 { return .some(nil) }
    }
    guard let direct = (source ?? nil).map(HTMLTag.decoded).flatMap(usable), !isData(direct) else {
      return nil
    }
    return .some(direct)
  }

  /// The files of the `source` elements of a `picture` (HTML Living Standard, section 4.8.2).
  struct Alternatives {
    /// Those that show the picture itself.
    private(set) var fitting: [ArticleImage.Source] = []
    /// Those that stand for it only if it names no other file: they are in formats that are not drawn, or for certain screens.
    private(set) var others: [ArticleImage.Source] = []

    mutating func add(_ tag: HTMLTag) {
      guard fitting.count + others.count < limit else { return }
      let lists: [StaticString] = ["srcset", "data-srcset", "data-lazy-srcset"]
      let files = lists.lazy.compactMap { tag.value(of: $0).map(candidates) }.first { !$0.isEmpty } ?? []
      // A media type may have parameters.
      let type = tag.value(of: "type")?.prefix { $0 != ";" }.lowercased().trimmingSpaces
      if type.map(decodable.contains) ?? true, tag.value(of: "media") == nil {
        fitting += files
      } else {
        others += files
      }
    }
  }

  private static let decodable: Set<String> = [
    "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml",
  ]

  /// Embedded `data:` images are accepted up to 1 MB, in the supported formats (formats.md, section 9).
  static func usable(_ reference: String) -> String? {
    let reference = CleanAddress.of(reference)
    guard !reference.isEmpty, Reference.isSafe(reference) else { return nil }
    // A place in the page is no picture, nor is an empty page.
    if reference.utf8.first == 0x23
      || reference.utf8.prefix(6).lazy.map(ASCII.lowercased).elementsEqual("about:".utf8)
    {
      return nil
    }
    guard isData(reference) else { return reference }
    let type = reference.dropFirst(5).prefix { $0 != ";" && $0 != "," }.lowercased()
    return decodable.contains(type) && reference.utf8.count <= longestReference ? reference : nil
  }

  private static func isData(_ reference: String?) -> Bool {
    guard let reference else { return false }
    return reference.utf8.prefix(5).map(ASCII.lowercased).elementsEqual("data:".utf8)
  }

  /// The candidates of a `srcset` (HTML standard, section 4.8.4.2.2): references, each with a width such as `640w` or
  /// a density such as `2x`.
  static func candidates(_ list: String) -> [ArticleImage.Source] {
    var result: [ArticleImage.Source] = []
    var rest = list[...]
    while result.count < limit {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard !rest.isEmpty else { break }
      var address = rest.prefix { !$0.isWhitespace }
      rest = rest[address.endIndex...]
      var descriptor: Substring = ""
      if address.hasSuffix(",") {
        while address.hasSuffix(",") { address = address.dropLast() }
      } else {
        // A comma in brackets is part of a descriptor.
        var isInBrackets = false
        descriptor = rest.prefix {
          if $0 == "(" { isInBrackets = true } else if $0 == ")" { isInBrackets = false }
          return $0 != "," || isInBrackets
        }
        rest = rest[descriptor.endIndex...]
      }
      guard let reference = usable(String(address)) else { continue }
      var source = ArticleImage.Source(reference: reference)
      var isValid = true
      for word in descriptor.split(whereSeparator: \.isWhitespace) {
        switch word.last {
        case "w":
          if let width = WrittenNumber.pixels(String(word.dropLast())), width > 0 { source.width = width }
        case "x":
          if let density = Double(word.dropLast()), (0.01...100).contains(density) {
            source.density = Int(density * 100)
          }
        case "h": break
        default: isValid = false
        }
      }
      if isValid { result.append(source) }
    }
    return result
  }

  /// Whether an image is a tracking pixel, of which nothing can be seen.
  static func isTracker(_ tag: HTMLTag) -> Bool { tag.sides.contains { $0 <= Double(largestPoint) } }

  /// Whether the only file of an image is a point.
  static func isPoint(_ tag: HTMLTag) -> Bool {
    guard let written = tag.rawValue(of: "src"), written.trimmed.startsIgnoringCase("data:") else {
      return false
    }
    return isPoint(CleanAddress.of(HTMLTag.decoded(written)))
  }

  /// Whether an image is a tracking pixel or an emoji.
  static func isDecoration(_ tag: HTMLTag) -> Bool {
    if isTracker(tag) { return true }
    guard let names = tag.value(of: "class") else { return false }
    return names.holds("emoji") || names.holds("wp-smiley")
  }
}

extension HTMLTag {
  /// The words of a picture that has no file, or one that no program opens; nil if it has none, or is a tracking pixel. They are
  /// text like any other (HTML Living Standard, sections 4.8.3 and 15.4.2).
  var wordsWithoutPicture: String? {
    guard mentions("alt"), !ImageSources.isTracker(self), !ImageSources.isPoint(self),
      let words = value(of: "alt")
    else { return nil }
    return words.isEmpty ? nil : words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
