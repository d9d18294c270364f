import FeedViewerBase
import FeedViewerFeeds

/// A summary of a file's repairs.
nonisolated struct FeedRepairs: Sendable, Equatable {
  var count: Int
  /// Not empty and in file order; fewer than `count` if there are very many.
  var places: [FeedWarning]

  /// Whether there may be more, in entries that were not read.
  let isSoFar: Bool

  /// The position at which the file ends in the middle, if it does and if that is among the places.
  private let end: FeedWarning?

  /// - Parameters:
  ///   - isCutOff: Whether the file ends in the middle, which is the last of its repairs.
  ///   - isSoFar: Whether there may be more, in entries that were not read.
  init(count: Int, places: [FeedWarning], isCutOff: Bool = false, isSoFar: Bool = false) {
    precondition(!places.isEmpty, "At least one repair must have a position.")
    self.count = count
    self.places = places
    self.isSoFar = isSoFar
    end = isCutOff && places.count == count ? places.last : nil
  }

  var first: FeedWarning { places[0] }

  var description: String {
    guard let end else {
      if isSoFar {
        return localized(
          "\(grouped: count) error repaired so far, at \(first.message).",
          plural: "\(grouped: count) errors repaired so far, the first at \(first.message).", count: count)
      }
      return localized(
        "\(grouped: count) error repaired, at \(first.message).",
        plural: "\(grouped: count) errors repaired, the first at \(first.message).", count: count)
    }
    // What is missing is reported before what was repaired.
    let cut = localized(
      "The file is incomplete: it ends at line \(end.line), column \(end.column): \(end.repair).")
    guard count > 1 else { return cut }
    if isSoFar {
      let repaired = localized(
        "\(grouped: count - 1) more error repaired so far, at \(first.message).",
        plural: "\(grouped: count - 1) more errors repaired so far, the first at \(first.message).",
        count: count - 1)
      return Sentences.joined([cut, repaired])
    }
    let repaired = localized(
      "\(grouped: count - 1) more error repaired, at \(first.message).",
      plural: "\(grouped: count - 1) more errors repaired, the first at \(first.message).", count: count - 1)
    return Sentences.joined([cut, repaired])
  }
}
