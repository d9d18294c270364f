/// OPML: an outline without nested outlines becomes an entry, its parents become folders (formats.md, section 8; OPML
/// 2.0 specification).
extension XMLFeedReader {
  mutating func outlineRole(of local: XMLLocalName, inside parent: Role) -> Role {
    switch (parent, local) {
    case (.outlineHead, .title): take(.feedTitle, .titleRule)
    case (.outlineHead, .ownername): take(.feedAuthor)
    case (.outlineHead, _): .ignored
    case (_, .outline): .outline
    case (.outlineRoot, .body): .outlineBody
    case (.outlineRoot, .head): .outlineHead
    default: .ignored
    }
  }

  mutating func beginOutline() throws(FeedError) {
    if let parent = outlines.openFolder(), parent.entry.feedAddress != nil {
      try add(parent.entry, in: outlines.folder(around: outlines.open.count - 1))
    }
    let entry = outlineEntry()
    outlines.push(OutlineStack.Outline(name: entry.title ?? "Untitled", entry: entry))
  }

  mutating func finishOutline() throws(FeedError) {
    let folder = outlines.folder(around: outlines.open.count - 1)
    guard let outline = outlines.pop(), outline.folder == nil else { return }
    try add(outline.entry, in: folder)
  }

  private mutating func outlineEntry() -> FeedEntry {
    var draft = EntryDraft()
    let type = attribute("type")?.lowercased()
    let url = harmless("url")
    let isSubscription = type == "rss" || type == "atom" || type == "json"
    let feedAddress = harmless("xmlurl") ?? (isSubscription ? url : nil)
    draft.title.offer(outlineText("text", style: .line), rank: 0, in: &draft.texts)
    draft.title.offer(outlineText("title", style: .line), rank: 1, in: &draft.texts)
    draft.title.offer(feedAddress.flatMap { outlineText(plain: $0) }, rank: 2, in: &draft.texts)
    draft.summary.offer(outlineText("description", style: .blocks), rank: 0, in: &draft.texts)
    draft.link.offer(harmless("htmlurl"), rank: 0, in: &draft.texts)
    // Only outlines in the body are subscriptions; outlines elsewhere are shown, but stand for no feed.
    let isInBody = frames.contains { $0.role == .outlineBody }
    draft.link.offer(isSubscription ? nil : url, rank: 1, in: &draft.texts)
    draft.link.offer(isInBody ? nil : feedAddress, rank: 2, in: &draft.texts)
    draft.language.offer(LanguageTag.read(attribute("language")), rank: 0, in: &draft.texts)
    if let date = attribute("created"), let date = DateReader.date(date) {
      draft.created.offer(date, rank: 0)
    }
    for tag in (attribute("category") ?? "").split(separator: ",") { draft.addTag(tag.trimmingSpaces) }
    if isInBody { draft.details.feedAddress = feedAddress }
    return draft.finish()
  }

  private mutating func harmless(_ name: StaticString) -> String? {
    guard let written = addressAttribute(name) else { return nil }
    let address = Reference.resolve(written, against: nil)
    return address.isEmpty || !Reference.isSafe(address) ? nil : address
  }

  /// Plain text as a title.
  private mutating func outlineText(plain text: String) -> String? {
    var text = text
    return text.withUTF8 { html.plain($0, style: .line)?.validString }
  }

  /// The text of an attribute, which may be HTML by the rule for titles.
  private mutating func outlineText(_ name: StaticString, style: HTMLText.Style) -> String? {
    guard var value = attribute(name) else { return nil }
    return value.withUTF8 {
      let text = MarkupRule.isTitleHTML($0) ? html.text(of: $0, style: style) : html.plain($0, style: style)
      return text?.validString
    }
  }
}
