extension FeedEntry {
  /// The entry's key unless entries before it ask for the same: its identifier, else link and title, else title, start of
  /// the body and date.
  var ownKey: String {
    if let identifier, !identifier.isEmpty { return identifier }
    if let link { return link + "\n" + (title ?? "") }
    let date = published?.iso8601UTC ?? dateText ?? ""
    return (title ?? "") + "\n" + (body ?? "").prefix(200) + "\n" + date
  }
}
