import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

@Suite struct DateTests {
  private func iso(_ text: String) -> String? {
    DateReader.date(text)?.iso8601UTC
  }

  @Test(arguments: [
    ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
    ("Thu,  5 Apr 2012 10:00 EST", "2012-04-05T15:00:00Z"),
    ("mon,13 february, 2012 06:28:00 +0530", "2012-02-13T00:58:00Z"),
    ("01 Jan 70 00:00 Z", "1970-01-01T00:00:00Z"),
    ("Thu Aug 30 2012 17:26:16 +0200", "2012-08-30T15:26:16Z"),
    ("Sun Jan  4 16:29:06 2004", "2004-01-04T16:29:06Z"),
    ("Monday, 02-Jan-06 15:04:05 GMT", "2006-01-02T15:04:05Z"),
    ("January 2, 2006, 3:04 PM", "2006-01-02T15:04:00Z"),
    ("1/2/2006 12:04:05 AM", "2006-01-02T00:04:05Z"), ("16.4.2015 10:00", "2015-04-16T10:00:00Z"),
    ("2003", "2003-01-01T00:00:00Z"),
    ("2003-12", "2003-12-01T00:00:00Z"),
    ("2003-012-31", "2003-12-31T00:00:00Z"), ("20031231T101455Z", "2003-12-31T10:14:55Z"),
    ("2003-12-31t10:14:55.12+01:00", "2003-12-31T09:14:55Z"),
    ("2003-12-31 10:14 -08", "2003-12-31T18:14:00Z"),
    ("1072865695", "2003-12-31T10:14:55Z"), ("1072865695123", "2003-12-31T10:14:55Z"),
    ("2020/12/31 23:59:59", "2020-12-31T23:59:59Z"), ("28 Februar 2010 21:03:38 XYZ", "2010-02-28T21:03:38Z"),
    ("Wed, 09 Jun 2010 01:00:00 CEST", "2010-06-08T23:00:00Z"),
    ("29 Feb 2024 00:00 GMT+1", "2024-02-28T23:00:00Z"),
    // AM and PM with full stops, spaces and the narrow spaces of Unicode's own formats.
    ("March 9, 2024 9:14 p.m.", "2024-03-09T21:14:00Z"), ("March 9, 2024 9:14 P. M.", "2024-03-09T21:14:00Z"),
    ("9 Mar 2024 12:05 a.m. EST", "2024-03-09T05:05:00Z"),
    ("2024-03-09 9:14:33 p.m.", "2024-03-09T21:14:33Z"),
    ("Mar 9, 2024, 9:14\u{202F}PM", "2024-03-09T21:14:00Z"), ("3/9/2024 9:14PM.", "2024-03-09T21:14:00Z"),
    ("Saturday, March 9, 2024, 9 p.m.", "2024-03-09T21:00:00Z"), ("9 March 2024 9am", "2024-03-09T09:00:00Z"),
    ("9 Mar 2024 21:14 A", "2024-03-09T21:14:00Z"),
    // Days of a year, other signs between date and time, and words of East Asia.
    ("2024-060", "2024-02-29T00:00:00Z"), ("2023-365 10:00", "2023-12-31T10:00:00Z"),
    ("9 Mar 2024 | 21:14", "2024-03-09T21:14:00Z"), ("2024-03-09|21:14:33Z", "2024-03-09T21:14:33Z"),
    ("Sam, 9 mars 2024 9h05", "2024-03-09T09:05:00Z"), ("09/03/2024 21h14 CET", "2024-09-03T20:14:00Z"),
    ("2024年3月9日", "2024-03-09T00:00:00Z"), ("2024年12月31日 21时14分", "2024-12-31T21:14:00Z"),
    ("2024년 3월 9일", "2024-03-09T00:00:00Z"), ("2024년 3월 9일 9시 05분", "2024-03-09T09:05:00Z"),
    // The word is a zone only after the time.
    ("March 9th, 2024 at 9 a.m.", "2024-03-09T09:00:00Z"), ("9 March 2024 at 21:14", "2024-03-09T21:14:00Z"),
    ("9 March 2024 21:14 AT", "2024-03-10T01:14:00Z"),
    // Times with full stops, after dates with and without them.
    ("May 9, 2024 9.05 a.m.", "2024-05-09T09:05:00Z"), ("9 May 2024, 9.05PM", "2024-05-09T21:05:00Z"),
    ("9.05.2024 9.05", "2024-05-09T09:05:00Z"), ("9.5.24 21.14.33", "2024-05-09T21:14:33Z"),
    ("2024-05-09 21.14 +02:00", "2024-05-09T19:14:00Z"), ("2024-05-09T21.14.33Z", "2024-05-09T21:14:33Z"),
    ("Thu, 09. Mai 2024 - 09.05 Uhr", "2024-05-09T09:05:00Z"),
    ("9 May 2024 at 21.14.", "2024-05-09T21:14:00Z"),
    ("9 May 24 10.30 EST", "2024-05-09T15:30:00Z"), ("5/9/2024 9.05.07 p.m.", "2024-05-09T21:05:07Z"),
    ("9.05.2024", "2024-05-09T00:00:00Z"), ("09.05.24", "2024-05-09T00:00:00Z"),
    ("Thu 9.05.2024", "2024-05-09T00:00:00Z"), ("Thu 9.05.24 10.30", "2024-05-09T10:30:00Z"),
    ("9.May.2024", "2024-05-09T00:00:00Z"),
    // Dashes between date and time.
    ("Saturday, March 9, 2024 - 21:14", "2024-03-09T21:14:00Z"),
    ("9 March 2024 – 21:14 +0100", "2024-03-09T20:14:00Z"),
    ("2024-03-09 — 21:14:33", "2024-03-09T21:14:33Z"),
    ("Sat - 9 Mar 2024 -- 9:14 p.m.", "2024-03-09T21:14:00Z"),
    ("9. März 2024 - 21:14", "2024-03-09T21:14:00Z"), ("09‑Mar‑2024 21:14 −05:00", "2024-03-10T02:14:00Z"),
    ("2003-12-31 10:14 -08:00", "2003-12-31T18:14:00Z"),
    // Suffixes of RFC 9557.
    ("2024-03-09T22:14:33+01:00[Europe/Paris]", "2024-03-09T21:14:33Z"),
    ("2024-03-09T22:14:33.5Z[!Asia/Tokyo][u-ca=japanese]", "2024-03-09T22:14:33Z"),
    ("2024-03-09T22:14-03:00[America/Argentina/Buenos_Aires][_x=a-b]", "2024-03-10T01:14:00Z"),
    // Weeks and days of years in both forms of ISO 8601, at the borders of years too.
    ("2024-W05-3", "2024-01-31T00:00:00Z"), ("2024W053", "2024-01-31T00:00:00Z"),
    ("2024-W05", "2024-01-29T00:00:00Z"), ("2024W05", "2024-01-29T00:00:00Z"),
    ("2025-W01-1", "2024-12-30T00:00:00Z"), ("2020-w53-7", "2021-01-03T00:00:00Z"),
    ("2024-W05-3T22:30:00+02:00", "2024-01-31T20:30:00Z"), ("2024W053T223000Z", "2024-01-31T22:30:00Z"),
    ("2024-W05-3 22:30", "2024-01-31T22:30:00Z"), ("2024‐W05‐3", "2024-01-31T00:00:00Z"),
    ("2024366", "2024-12-31T00:00:00Z"), ("2024035T223000Z", "2024-02-04T22:30:00Z"),
    ("2024-035T22:30:00-05:00", "2024-02-05T03:30:00Z"),
    // Unix times as floating-point numbers.
    ("1072865695.25", "2003-12-31T10:14:55Z"), ("1072865695123.9", "2003-12-31T10:14:55Z"),
    ("1072865695.0", "2003-12-31T10:14:55Z"),
  ])
  func dateFormatsAreParsed(text: String, expected: String) {
    expect(iso(text), equals: expected)
  }

  @Test(arguments: [
    "", "abc", "2 hours ago", "yesterday", "Sun, 16 zzz 2012 11:47:32 GMT", "Sun, 16 Dec 2012 1:2:3:4 GMT",
    "31 Feb 2010", "29 Feb 2023", "2003-13-01", "25:61", "0000-00-00", "1969-12-31", "2010-01-01T25:00:00Z",
    "2024-W00-1", "2024-W53-1", "2024-W05-8", "2024-W05-0", "2024W5", "2024-W5-3", "2024-W05-33", "2024W0533",
    "W05-3",
    "2023366", "2024000", "1970-W01-1", "9 Mar 2024 9.5", "9 Mar 2024 9.60", "9 Mar 2024 25.10",
    "9 Mar 2024 9.05.2024", "9.05", "9.05 a.m.",
    "9 Mar 2024 21.14 p.m.", "9 Mar 9.05", "9 Mar 2024 21:14 p.m.", "9 Mar 2024 0:14 p.m.",
    "2024-03-09T22:14:33Z[]", "2024-03-09T22:14:33Z[a[b]",
    "2024-03-09T22:14:33Z[a b]", "2024-03-09T22:14:33Z[a", "[Europe/Paris]", "1072865695.", "1072865695.2x",
    "107286569.5", "1072865695,5", "2013-xx-27", "16 Dec 2012 11:47:32 +00:zz",
    "Sun, 99 Jun 2009 12:00:00 GMT", "2023-366", "2024-000", "2024-400", "9 Mar 2024 25h10", "9 Mar 2024 9h5",
    "2024年13月9日", "3月9日",
  ])
  func invalidDatesAreRejected(text: String) {
    expect(iso(text) == nil)
  }

  @Test func civilTimeRoundTripsForEveryDay() {
    for day in stride(from: Int64(-40_000), to: 60_000, by: 1) {
      expect(
        CivilTime(secondsSinceEpoch: day * 86_400 + 3_723).secondsSinceEpoch, equals: day * 86_400 + 3_723)
    }
  }

  @Test(.needsCorpora) func datesOfTheSharedCorpusAreParsed() throws {
    let text = try String(contentsOf: corpora.appendingPathComponent("feeds/dates.tsv"), encoding: .utf8)
    for line in text.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 5, columns[1] == "must" else { continue }
      expect(iso(columns[4]) ?? "none", equals: columns[2], "\(columns[4])")
    }
  }

  @Test func relativeDatesCountCalendarDays() throws {
    let clock = LocalClock(secondsFromUTC: 3_600)
    let now = try require(DateReader.date("2024-03-12T14:03:00+01:00")).secondsSinceEpoch
    func distance(_ date: String) throws -> RelativeDate {
      RelativeDate(try require(DateReader.date(date)), now: now, clock: clock)
    }
    try expect(distance("2024-03-12T14:02:30+01:00"), equals: .now)
    try expect(distance("2024-03-12T13:58:00+01:00"), equals: .minutes(5))
    try expect(distance("2024-03-12T13:03:00+01:00"), equals: .hours(1))
    try expect(distance("2024-03-11T23:00:00+01:00"), equals: .yesterday)
    try expect(distance("2024-03-13T23:00:00+01:00"), equals: .tomorrow)
    try expect(distance("2024-03-08T23:00:00+01:00"), equals: .days(4))
    try expect(distance("2024-03-12T16:04:00+01:00"), equals: .hours(-2))
    try expect(distance("2024-01-02T00:00:00+01:00"), equals: .distant)
    let time = RelativeDate.timeOfDay(of: FeedDate(secondsSinceEpoch: now), clock: clock)
    expect(time == (weekday: 2, hour: 14, minute: 3))
  }

  /// A day is the same day in every time zone.
  @Test(arguments: [-36_000, 0, 43_200])
  func datesWithoutATimeAreShownWithoutOne(secondsFromUTC: Int64) throws {
    let clock = LocalClock(secondsFromUTC: secondsFromUTC)
    let noon = try require(DateReader.date("2024-03-12T12:00:00Z")).secondsSinceEpoch - secondsFromUTC
    func distance(_ date: String) throws -> RelativeDate {
      RelativeDate(try require(DateReader.date(date)), now: noon, clock: clock)
    }
    try expect(["2024-03-12", "12 March 2024", "20240312"].map(distance), equals: [.today, .today, .today])
    try expect(distance("2024-03-11") == .yesterday && distance("2024-03-13") == .tomorrow)
    try expect(distance("Fri, 8 Mar 2024") == .days(4) && distance("2024-01-02") == .distant)
    let day = try require(DateReader.date("2024-03-12"))
    expect(RelativeDate.timeOfDay(of: day, clock: clock).weekday, equals: 2)
    expect(RelativeDate.calendarDay(of: day, clock: clock) == (2024, 3, 12))
    // Midnight is a time.
    expect(DateReader.date("2024-03-12T00:00:00Z")?.isDay, equals: false)
    expect(DateReader.date("12 Mar 2024 00:00")?.isDay, equals: false)
  }
}

@Suite struct StrictDateTests {
  private func strict(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { StrictDate.seconds($0) }
  }

  @Test func strictDateParsesBothCommonFormats() {
    var random = SplitMix64(seed: 5)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: 0..<4_000_000_000, using: &random)
      let time = CivilTime(secondsSinceEpoch: seconds)
      let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
      let month = months[time.month - 1]
      expect(strict("\(time.year)-\(two(time.month))-\(two(time.day))T\(clock)Z"), equals: seconds)
      expect(
        strict("\(time.year)-\(two(time.month))-\(two(time.day))T\(clock).25+01:30"), equals: seconds - 5_400)
      expect(strict("Thu, \(two(time.day)) \(month) \(time.year) \(clock) GMT"), equals: seconds)
      expect(strict("\(time.day) \(month) \(time.year) \(clock) -0800"), equals: seconds + 28_800)
    }
  }

  @Test(arguments: [
    "2004-01-01T19:48:21", "2004-01-01T19:48:21X", "2004-02-30T19:48:21Z", "2004-13-01T19:48:21Z",
    "2004-01-01T24:48:21Z",
    "2004-01-01T19:48:21.Z", "1969-01-01T19:48:21Z", "Thu, 01 jan 2004 19:48:21 GMT",
    "Thu, 01 Jan 2004 19:48:21 EST",
    "Thu, 32 Jan 2004 19:48:21 GMT", "Thu, 01 Jan 2004 19:48:2 GMT", "Thu, 01 Jan 2004 19:48:21 +99:00",
    "Thu, 01 Jan 2004 19:48:", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  ])
  func strictDateRejectsAllOtherFormats(text: String) {
    expect(strict(text) == nil)
  }
}
