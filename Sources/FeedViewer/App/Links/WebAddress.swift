import FeedViewerFeeds

/// Addresses that are passed to other programs.
nonisolated enum WebAddress {
  /// Whether an address from a feed may be opened: pages and mail, never programs or other schemes.
  static func isOpened(_ address: String) -> Bool {
    ["http", "https", "mailto"].contains(address.prefix { $0 != ":" }.lowercased())
  }

  /// Whether an address is that of a page on the web.
  static func isPage(_ address: String) -> Bool {
    ["http", "https"].contains(address.prefix { $0 != ":" }.lowercased())
  }

  /// The last path component of an address, percent-decoded; `nil` if there is none or it is not a file name.
  static func fileName(of address: String) -> String? {
    LocalReference.fileName(of: address)
  }
}
