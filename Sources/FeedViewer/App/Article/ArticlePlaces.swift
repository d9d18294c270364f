import ArticleRows
import LayoutCore
import VirtualList

/// Where articles were left, for as long as the window lives.
struct ArticlePlaces {
  /// Beyond this many articles, those that were left first are forgotten.
  static let limit = 1_000

  private var places: [ItemKey: (place: ReadingPlace, time: Int)] = [:]
  private var time = 0

  var count: Int { places.count }

  /// Remembers the place in an article; nil, its beginning, forgets it.
  ///
  /// - Complexity: O(1), O(limit) when one is forgotten.
  mutating func remember(_ place: ReadingPlace?, of article: ItemKey) {
    time += 1
    places[article] = place.map { ($0, time) }
    if places.count > Self.limit, let oldest = places.min(by: { $0.value.time < $1.value.time }) {
      places[oldest.key] = nil
    }
  }

  func place(of article: ItemKey) -> ReadingPlace? { places[article]?.place }
}
