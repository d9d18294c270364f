import Foundation

@testable import FeedViewerFeeds

/// The bodies of the shared corpora of feeds, which not every checkout has.
enum RealArticles {
  private static let folder = corpora.appendingPathComponent("feeds")

  static var exist: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// Calls a function with the first bodies of each file.
  static func forEach(_ body: (_ name: String, ArticleSource) -> Void) {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
      return
    }
    for case let file as URL in files where ["xml", "rss", "atom", "json"].contains(file.pathExtension) {
      guard let bytes = try? Data(contentsOf: file), bytes.count < 100_000 else { continue }
      for ordinal in 0..<5 {
        let request = ArticleRequest(ordinal: ordinal)
        _ = try? FeedReader.parse(Array(bytes), named: "t", EntryCollector(nil, request: request))
        guard let source = request.source else { break }
        body("\(file.path), entry \(ordinal)", source)
      }
    }
  }
}
