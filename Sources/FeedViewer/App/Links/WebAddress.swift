import Feeds

/// Addresses that other programs are asked to open.
nonisolated enum WebAddress {
  /// Whether an address of a feed is handed to the desktop: pages and mail, never programs or other schemes.
  static func isOpened(_ address: String) -> Bool {
    ["http", "https", "mailto"].contains(address.prefix { $0 != ":" }.lowercased())
  }

  /// The last part of an address's path as people write it; `nil` if there is none, or if it is no name of a file.
  static func fileName(of address: String) -> String? {
    guard !address.lowercased().hasPrefix("data:") else { return nil }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let last = path.split(separator: "/").last else { return nil }
    return PercentEncoding.decoded(last) ?? String(last)
  }
}
