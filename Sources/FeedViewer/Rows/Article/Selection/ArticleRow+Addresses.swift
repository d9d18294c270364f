import FeedViewerFeeds

nonisolated extension ArticleRow {
  /// Longer addresses are those of data, which nobody reads.
  private static let longestAddress = 2_000

  /// One of the texts of the row, with the addresses of its links after their words: "Words (https://example.org)". Places
  /// inside the article have no address, and an address is not repeated after itself.
  ///
  /// - Complexity: O(length).
  func addressedText(_ number: Int) -> String {
    let (string, runs) = texts[number]
    var result = ""
    var copied = 0
    for (index, run) in runs.enumerated() {
      guard let address = run.link, !address.isEmpty, !address.hasPrefix("#"),
        address.utf8.count <= Self.longestAddress
      else { continue }
      // Parts of one link have different styles.
      let end = run.range.upperBound
      // The space between two of them belongs to neither.
      let following = runs[(index + 1)...].prefix { $0.range.lowerBound <= end + 1 }
      let goesOn = following.contains {
        $0.link == address && $0.range.lowerBound >= end
          && string.part(bytes: end..<$0.range.lowerBound).allSatisfy(\.isWhitespace)
      }
      if goesOn { continue }
      let words = string.part(bytes: copied..<run.range.upperBound)
      copied = run.range.upperBound
      result += words
      if !words.hasSuffix(address) { result += " (\(address))" }
    }
    return result + string.part(bytes: copied..<string.utf8.count)
  }
}
