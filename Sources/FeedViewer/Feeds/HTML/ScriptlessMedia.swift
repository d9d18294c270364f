import Glibc

/// What a `noscript` element holds for readers whose programs run no scripts (HTML Living Standard, section 4.12.2): pictures and
/// frames that a script would load, and the captions of the pictures (section 4.4.13). Its other content is not shown where scripts
/// run, and so not here.
struct ScriptlessMedia {
  /// Start tags of pictures, their sources and frames that are not hidden, each with the link around it.
  var tags: [(tag: HTMLTag, link: HTMLTag?)] = []
  /// The captions beside the pictures that are not repeated beside the element.
  var captions: [HTMLSegments.Segment] = []
  /// The position after the element.
  var next: UnsafePointer<UInt8>
}

extension HTMLSkipper {
  /// - Parameter source: All of the text.
  /// - Complexity: O(length of the element).
  mutating func scriptlessMedia(
    in tag: HTMLTag, before end: UnsafePointer<UInt8>, of source: HTMLSegments.Segment
  ) -> ScriptlessMedia {
    let start = tag.name.baseAddress! - 1
    var inner: [HTMLTag] = []
    let next = self.end(of: tag, before: end, needsEndTag: true) {
      if !$0.names.isEmpty || Self.isScriptlessMedia($0) { inner.append($0) }
    }
    var media = ScriptlessMedia(next: next)
    var hiddenEnd = tag.end
    var link: (tag: HTMLTag, end: UnsafePointer<UInt8>)?
    for tag in inner where tag.end > hiddenEnd {
      if isHidden(tag) {
        hiddenEnd = max(tag.end, self.end(of: tag, before: next))
        continue
      }
      if let around = link, tag.end > around.end { link = nil }
      switch ArticleElement.named(tag.name) {
      // Each part is searched once: a link inside a link is read as a part of it.
      case .link: if link == nil { link = (tag, self.end(of: tag, before: next)) }
      case .image, .pictureSource, .frame: media.tags.append((tag, link?.tag))
      case _ where Self.isCaption(tag):
        hiddenEnd = max(tag.end, self.end(of: tag, before: next))
        if let content = Self.content(of: tag, endingAt: hiddenEnd),
          !Self.isShown(content, beside: start..<next, in: source)
        {
          media.captions.append(tag.name.baseAddress! - 1..<hiddenEnd)
        }
      default: break
      }
    }
    if media.tags.isEmpty { media.captions.removeAll() }
    return media
  }

  private static func isCaption(_ tag: HTMLTag) -> Bool {
    tag.name.equalsIgnoringCase("figcaption") || tag.hasClass("caption-text", "gallery-caption")
  }

  /// What is between the tags of an element, without the white space around; nil without an end tag or content.
  private static func content(
    of tag: HTMLTag, endingAt end: UnsafePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    var close = end - 1
    while close > tag.end, end - close < tag.name.count + 16, close.pointee != 0x3C { close -= 1 }
    guard close > tag.end, let last = HTMLTag.read(at: close, before: end), last.kind == .end,
      last.name.count == tag.name.count, HTMLTag.sameName(last.name.baseAddress!, tag.name)
    else { return nil }
    let content = UnsafeBufferPointer(start: tag.end, count: close - tag.end).trimmed
    return content.isEmpty ? nil : content
  }

  /// How far from an element its copy for scripts stands, in bytes.
  private static let distanceOfCopies = 4_096

  /// Whether the content of a caption is also that of an element before a `noscript`, or after it but not in another one.
  private static func isShown(
    _ content: UnsafeBufferPointer<UInt8>, beside element: HTMLSegments.Segment,
    in source: HTMLSegments.Segment
  ) -> Bool {
    let before = max(source.lowerBound, element.lowerBound - distanceOfCopies)..<element.lowerBound
    if holds(before, content) { return true }
    let after = element.upperBound..<min(source.upperBound, element.upperBound + distanceOfCopies)
    var end = after.lowerBound
    while let tag = HTMLTag.next(from: end, before: after.upperBound) {
      if tag.kind == .start, tag.name.equalsIgnoringCase("noscript") {
        return holds(after.lowerBound..<tag.name.baseAddress! - 1, content)
      }
      end = tag.end
    }
    return holds(after, content)
  }

  /// Whether a text has the whole content of an element.
  private static func holds(
    _ text: HTMLSegments.Segment, _ content: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var position = text.lowerBound
    while text.upperBound - position >= content.count,
      let found = memchr(position, Int32(content[0]), text.upperBound - position - content.count + 1)
    {
      position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      let end = position + content.count
      if memcmp(position, content.baseAddress!, content.count) == 0 {
        var (first, last) = (position, end)
        while first > text.lowerBound, ASCII.isSpace(first[-1]) { first -= 1 }
        while last < text.upperBound, ASCII.isSpace(last.pointee) { last += 1 }
        if first > text.lowerBound, first[-1] == 0x3E, last < text.upperBound, last.pointee == 0x3C {
          return true
        }
      }
      position += 1
    }
    return false
  }

  private func isHidden(_ tag: HTMLTag) -> Bool {
    if HTMLElement.named(tag.name) == .hidden { return true }
    guard !tag.names.isEmpty else { return false }
    let style = tag.inlineStyle
    return tag.isHidden(style) || style.isVisible == false
  }

  private static func isScriptlessMedia(_ tag: HTMLTag) -> Bool {
    switch ArticleElement.named(tag.name) {
    case .link, .image, .pictureSource, .frame, .hidden, .caption: true
    default: false
    }
  }
}
