import FeedViewerRows
import LayoutCore
import RandomEdits
import RandomNumbers
import VirtualList

/// The content of a thrashed list: plain arrays of numbered rows, whose texts follow from their numbers.
nonisolated struct ThrashContent: Sendable {
  var list: NaiveList
  /// How often a row was changed in place.
  var revisions: [Int: UInt64] = [:]

  private static let words = [
    "harbour", "a", "morning", "of", "the", "unfinished", "street", "and", "weather", "kept", "photograph",
    "in", "sudden", "quiet", "rooms", "Straße", "письмо", "夜の", "電車", "สวัสดี", "שלום", "العالم", "👩‍🚀",
    "incomprehensibilities", "https://feeds.example/a/long/address/without/any/space",
  ]

  /// An element's identity, as long as it is in the list.
  func key(of element: ListElement) -> String {
    switch element {
    case .row(let path): "row-\(list.identity(at: path))"
    case .header(let section), .footer(let section): "section-\(list.sections[section].identity)"
    }
  }

  func identity(of element: ListElement) -> ItemIdentity {
    guard case .row(let path) = element else {
      return ItemIdentity(
        template: .sectionHeader, key: ItemKey(key(of: element)),
        revision: UInt64(list.sections[element.section].rows.count))
    }
    return ItemIdentity(
      template: .entry, key: ItemKey(key(of: element)), revision: revisions[list.identity(at: path)] ?? 0)
  }

  func content(of element: ListElement) -> RowContent {
    guard case .row(let path) = element else {
      let section = list.sections[element.section]
      return RowContent(
        title: "Section \(section.identity)", metadata: "\(section.rows.count) entries",
        accessibleName: "Section \(section.identity)")
    }
    let number = list.identity(at: path)
    var random = SplitMix64(
      seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ (revisions[number] ?? 0) &* 0xD134_2543_DE82_EF95)
    let words = random.chance(0.5) ? Self.words : Array(Self.words.prefix(16))
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }
    // Sometimes a row taller than the window.
    let isTall = random.chance(0.02)
    let title =
      "\(number) "
      + text(isTall ? Int.random(in: 200...500, using: &random) : Int.random(in: 0...14, using: &random))
    let preview = random.chance(0.15) ? "" : text(Int.random(in: 1...70, using: &random))
    return RowContent(
      title: title, preview: preview,
      metadata: random.chance(0.1) ? "" : "\(text(2)) · \(number) days ago", metadataTooltip: "Wednesday",
      thumbnail: random.chance(0.3) ? .refused(.outsideFolder) : .none, accessibleName: title)
  }

  func textLengths(of element: ListElement) -> TextLengths {
    let content = content(of: element)
    return TextLengths(title: content.title.utf8.count, preview: content.preview.utf8.count)
  }
}
