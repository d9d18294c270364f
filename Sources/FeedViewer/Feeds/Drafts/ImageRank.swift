/// The ranks of the kinds of images (formats.md, section 9); lower is better.
enum ImageRank {
  static func thumbnail(width: Int) -> Int { 10_000 - min(max(width, 0), 10_000) }
  static let media = 20_000
  static let enclosure = 30_000
  static let podcast = 40_000
  /// Counts where there is none of the kind before.
  static let googlePodcast = 45_000
  static let image = 50_000
  static let banner = 60_000
  static let inContent = 70_000
  static let inSummary = 80_000
}
