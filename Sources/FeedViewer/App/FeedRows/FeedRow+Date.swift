import FeedViewerBase
import FeedViewerFeeds

/// The name of a row's date, such as "5 minutes ago", at a moment after its file was read.
nonisolated extension FeedRow {
  /// Dates that were further away when the file was read are called by their day, now and later.
  private static let reach: Int64 = 8 * 86_400

  /// The distance of the date from a moment, if it is called otherwise than when the file was read; else nil.
  ///
  /// - Parameter moment: Seconds since 1970.
  func newDistance(at moment: Int64) -> RelativeDate? {
    let context = page.context
    guard moment > context.now, let date, context.now - date.secondsSinceEpoch < Self.reach else {
      return nil
    }
    let distance = RelativeDate(date, now: moment, clock: context.clock)
    return distance == RelativeDate(date, now: context.now, clock: context.clock) ? nil : distance
  }

  /// Changes with everything that the row shows at a moment.
  ///
  /// - Parameter moment: Seconds since 1970; nil for when the file was read.
  func revision(at moment: Int64?) -> UInt64 {
    guard let moment, let distance = newDistance(at: moment) else { return revision }
    var fingerprint = Hash64(revision)
    fingerprint.combine(distance.number)
    return fingerprint.value
  }

  /// What the row shows at a moment.
  ///
  /// - Parameter moment: Seconds since 1970; nil for when the file was read.
  func texts(at moment: Int64?) -> RowTexts {
    var texts = texts
    if let moment, let date = texts.date, newDistance(at: moment) != nil {
      texts.dateText = page.context.name(of: date, at: moment)
    }
    return texts
  }

  /// The next moment at which the date may be called otherwise; nil if it never is.
  ///
  /// - Parameter moment: Seconds since 1970.
  func nextChange(after moment: Int64) -> Int64? {
    guard let date, moment - date.secondsSinceEpoch < Self.reach else { return nil }
    let distance = moment - date.secondsSinceEpoch
    // A day ends at most an hour after a look at the clock, whatever the time zone.
    guard !date.isDay, abs(distance) < 86_400 else { return moment + 3_600 }
    guard distance >= 0 else { return moment + 60 }
    let unit: Int64 = distance < 3_600 ? 60 : 3_600
    return min(date.secondsSinceEpoch + (distance / unit + 1) * unit, moment + 3_600)
  }
}

nonisolated extension RelativeDate {
  /// Another one for each distance.
  fileprivate var number: UInt64 {
    switch self {
    case .now: 1
    case .today: 2
    case .yesterday: 3
    case .tomorrow: 4
    case .distant: 5
    case .minutes(let count): 1_000 &+ UInt64(bitPattern: Int64(count)) &* 8
    case .hours(let count): 1_001 &+ UInt64(bitPattern: Int64(count)) &* 8
    case .days(let count): 1_002 &+ UInt64(bitPattern: Int64(count)) &* 8
    }
  }
}
