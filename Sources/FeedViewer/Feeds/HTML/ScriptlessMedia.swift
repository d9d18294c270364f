/// What a `noscript` element holds for readers whose programs run no scripts (HTML Living Standard, section 4.12.2): pictures and
/// frames that a script would load. Its other content is not shown where scripts run, and so not here.
struct ScriptlessMedia {
  /// Start tags of pictures, their sources and frames that are not hidden, each with the link around it.
  var tags: [(tag: HTMLTag, link: HTMLTag?)] = []
  /// The position after the element.
  var next: UnsafePointer<UInt8>
}

extension HTMLSkipper {
  /// - Complexity: O(length of the element).
  mutating func scriptlessMedia(in tag: HTMLTag, before end: UnsafePointer<UInt8>) -> ScriptlessMedia {
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
      default: break
      }
    }
    return media
  }

  private func isHidden(_ tag: HTMLTag) -> Bool {
    if HTMLElement.named(tag.name) == .hidden { return true }
    guard !tag.names.isEmpty else { return false }
    let style = tag.inlineStyle
    return tag.isHidden(style) || style.isVisible == false
  }

  private static func isScriptlessMedia(_ tag: HTMLTag) -> Bool {
    switch ArticleElement.named(tag.name) {
    case .link, .image, .pictureSource, .frame, .hidden: true
    default: false
    }
  }
}
