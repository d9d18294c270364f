extension FeedDate {
  /// The first moment of a day in the reader's time zone.
  ///
  /// - Parameters:
  ///   - day: From 1 to the length of the month.
  ///   - month: From 1 to 12.
  ///   - year: In the Gregorian calendar, also before its introduction.
  ///   - clock: The reader's time zone. If a day has no midnight because clocks are put forward, it begins after the gap.
  public init(startOfDay day: Int, month: Int, year: Int, clock: LocalClock) {
    precondition((1...12).contains(month), "There is no month \(month).")
    precondition(
      (1...Self.days(inMonth: month, of: year)).contains(day), "There is no day \(day) in \(year)-\(month).")
    let midnight = CivilTime(year: year, month: month, day: day).secondsSinceEpoch
    // A change of clocks near midnight leaves one, two or no moments that are midnight there.
    let before = clock.secondsFromUTC(at: midnight - 86_400)
    let after = clock.secondsFromUTC(at: midnight + 86_400)
    let candidates = [midnight - max(before, after), midnight - min(before, after)]
    let first = candidates.first { $0 + clock.secondsFromUTC(at: $0) == midnight }
    self.init(secondsSinceEpoch: first ?? midnight - before)
  }

  /// The number of days of a month from 1 to 12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    CivilTime.days(inMonth: month, of: year)
  }
}
