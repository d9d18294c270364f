import FeedViewerFeeds

extension LinkPreview {
  /// The most characters that are printed after the host.
  private nonisolated static let printedLimit = 1_000

  /// An address as it is printed: complete, and with invisible characters percent-encoded, as they are in requests.
  nonisolated static func printed(_ address: String) -> String {
    let parts = LinkAddress(MailAddress.withoutAttachments(address))
    switch (parts.scheme, parts.host) {
    case (let scheme?, let host?) where scheme == "http" || scheme == "https":
      return "\(scheme)://\(host.ascii)\(UntrustedText.address(parts.rest, limit: printedLimit))"
    case ("mailto"?, _): return UntrustedText.address(parts.rest, limit: printedLimit)
    default: return UntrustedText.address(address, limit: printedLimit)
    }
  }
}
