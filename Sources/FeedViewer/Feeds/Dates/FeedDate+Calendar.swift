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
    func local(_ seconds: Int64) -> Int64 { seconds + clock.secondsFromUTC(at: seconds) }
    var low = midnight - max(before, after)
    var high = midnight - min(before, after)
    if local(low) == midnight { high = low }
    // If there is none, the day begins when clocks are put forward.
    while high - low > 1, local(high) != midnight {
      let middle = low + (high - low) / 2
      if local(middle) < midnight { low = middle } else { high = middle }
    }
    self.init(secondsSinceEpoch: high)
  }

  /// The moment at which the date begins for the reader, in seconds since 1970: for a day without a time the start of that
  /// day in the reader's time zone. So moments are in the order of the reader's calendar days.
  public func moment(in clock: LocalClock) -> Int64 {
    guard isDay else { return secondsSinceEpoch }
    let day = CivilTime(secondsSinceEpoch: secondsSinceEpoch)
    return FeedDate(startOfDay: day.day, month: day.month, year: day.year, clock: clock).secondsSinceEpoch
  }

  /// The number of days of a month from 1 to 12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    CivilTime.days(inMonth: month, of: year)
  }
}
