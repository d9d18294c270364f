/// What JSON Feed has no words for, in an object of our own in exported items; other readers skip it.
struct JSONFeedExtension {
  static let key: StaticString = "_feed_viewer"

  var section: String?
  private var dateText: String?
  private var created: String?
  private var byline: String?
  private var hasNoIdentifier = false
  private var thumbnails: [String]?
  private var images: [String]?
  private var feedAddress: String?

  init() {}

  /// What of an entry the standard members can't say.
  init(_ entry: FeedEntry, section: String?) {
    self.section = section
    dateText = entry.dateText
    created = entry.created?.iso8601UTC
    byline = entry.byline == entry.author ? nil : entry.byline
    hasNoIdentifier = entry.identifier == nil
    // A reader takes the picture of an item for its thumbnail, as people who see one do.
    thumbnails = entry.thumbnails == Array(entry.imageReferences.prefix(1)) ? nil : entry.thumbnails
    images = entry.imageReferences.count > 1 ? entry.imageReferences : nil
    feedAddress = entry.feedAddress
  }

  mutating func read(_ reader: inout JSONFeedReader) throws(JSONScanner.Fault) {
    guard try reader.scanner.peek() == .object else {
      try reader.scanner.skipValue()
      return
    }
    reader.scanner.enter()
    var isFirst = true
    while let key = try reader.scanner.nextKey(isFirst: isFirst) {
      isFirst = false
      switch reader.name(key) {
      case "section": section = try reader.plainTitle()
      case "date_text": dateText = try reader.string()
      case "date_created": created = try reader.string()
      case "byline": byline = try reader.plainTitle()
      case "no_id": hasNoIdentifier = try reader.flag()
      case "thumbnails": thumbnails = try reader.strings()
      case "images": images = try reader.strings()
      case "feed_address": feedAddress = try reader.string()
      default: try reader.scanner.skipValue()
      }
    }
  }

  func apply(to entry: inout FeedEntry) {
    if hasNoIdentifier { entry.identifier = nil }
    if let dateText, entry.date == nil { entry.dateText = dateText }
    if let created, let seconds = DateReader.seconds(created) {
      entry.created = FeedDate(secondsSinceEpoch: seconds)
    }
    if let byline { entry.byline = byline }
    if let thumbnails { entry.thumbnails = thumbnails }
    if let images { entry.imageReferences = images }
    if let feedAddress { entry.feedAddress = feedAddress }
  }

  /// The members to write; none if the standard ones say it all.
  var members: [(String, JSONWriter.Value)] {
    var members: [(String, JSONWriter.Value)] = []
    if let section { members.append(("section", .string(section))) }
    if let dateText { members.append(("date_text", .string(dateText))) }
    if let created { members.append(("date_created", .string(created))) }
    if let byline { members.append(("byline", .string(byline))) }
    if hasNoIdentifier { members.append(("no_id", .bool(true))) }
    if let thumbnails { members.append(("thumbnails", .array(thumbnails.map { .string($0) }))) }
    if let images { members.append(("images", .array(images.map { .string($0) }))) }
    if let feedAddress { members.append(("feed_address", .string(feedAddress))) }
    return members
  }
}
