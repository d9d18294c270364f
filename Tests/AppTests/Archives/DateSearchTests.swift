import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import ProgramRuns
import RandomNumbers
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The dates beside a list of which only few entries are read.
struct DateSearchTests {
  private static let clock = LocalClock(secondsFromUTC: 3_600)

  /// The dates that were asked for.
  private final class Asked {
    var count = 0
  }

  private func search(_ dates: [Int64?], _ asked: Asked = Asked()) async -> DateStarts? {
    await DateSearch(count: dates.count, clock: Self.clock) { entries in
      asked.count += entries.count
      return entries.map { dates[$0].map { FeedDate(secondsSinceEpoch: $0) } }
    }.starts()
  }

  /// The first entry of each day or month, one after the other.
  private func model(_ dates: [Int64?], isByDay: Bool) -> [Int] {
    var starts: [Int] = []
    var last: DatePlace?
    for (entry, date) in dates.enumerated() {
      guard let date else { continue }
      let place = DatePlace(of: FeedDate(secondsSinceEpoch: date), isByDay: isByDay, clock: Self.clock)
      if place != last { starts.append(last == nil ? 0 : entry) }
      last = place
    }
    return starts
  }

  @Test func theFirstEntryOfEachDayOrMonthIsFound() async throws {
    var random = SplitMix64(seed: 16)
    for round in 0..<200 {
      let count = Int.random(in: 2...3_000, using: &random)
      let step = Int64([40, 3_000, 90_000, 900_000, 40_000_000].randomElement(using: &random)!)
      var date = Int64.random(in: 0...1_700_000_000, using: &random)
      var dates: [Int64?] = (0..<count).map { _ in
        date += Int64.random(in: 0...step, using: &random)
        return date
      }
      if round % 2 == 0 { dates.reverse() }
      let found = try await require(search(dates), "round \(round)")
      expect(found.isByDay, equals: abs(dates.last!! - dates.first!!) / 86_400 < 31)
      expect(found.starts.map(\.entry), equals: model(dates, isByDay: found.isByDay), "round \(round)")
      for (entry, date) in found.starts { expect(date.secondsSinceEpoch, equals: dates[entry]) }
    }
  }

  @Test func fewDatesAreRead() async throws {
    let asked = Asked()
    let count = 10_000_000
    let found = await DateSearch(count: count, clock: Self.clock) { entries in
      asked.count += entries.count
      return entries.map { FeedDate(secondsSinceEpoch: 1_700_000_000 - Int64($0) * 60) }
    }.starts()
    let months = try require(found).starts.count
    expect(months > 220 && months < 240)
    expect(asked.count < DateSearch.sampleCount + months * 17)
  }

  @Test func entriesWithoutADateBelongToTheOneBefore() async throws {
    let dates: [Int64?] = (0..<2_000).map { $0 % 3 == 1 ? nil : Int64($0) * 400_000 }
    let found = try await require(search(dates))
    expect(found.starts.map(\.entry), equals: model(dates, isByDay: false))
    await expect(search(dates.indices.map { $0 % 3 == 1 ? Int64($0) : nil }) == nil)
  }

  @Test func unsortedAndImpossibleDatesHaveNoIndex() async {
    // Entries that are not sorted have no index.
    var dates: [Int64?] = (0..<1_000).map { Int64($0) * 86_400 }
    dates.swapAt(0, 999)
    await expect(search(dates) == nil)
    // Samples are sorted, what is between them is not.
    var between: [Int64?] = (0..<2_561).map { Int64($0) * 864_000 }
    for start in stride(from: 0, to: 2_560, by: 10) { between[start + 5] = 0 }
    await expect(search(between) == nil)
    await expect(search([]) == nil)
    await expect(search([5]) == nil)
    // Impossible dates are no failure.
    let extremes: [Int64?] = [-62_167_219_200, -62_135_596_800, 0, 253_370_764_800, 253_402_300_799]
    _ = await search(extremes)
    await expect(search((0..<90_000).map { Int64($0) * 2_700_000 }) == nil, "too many months")
  }

  @Test func anArchiveHasDates() async throws {
    let folder = try TemporaryFolder()
    let entries = (0..<2_000).map { number in
      let date = FeedDate(secondsSinceEpoch: 1_711_000_000 - Int64(number) * 3_000)
      return "<entry><id>\(number)</id><title>T</title><updated>\(date.iso8601UTC)</updated></entry>\n"
    }
    let text = "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>\(entries.joined())</feed>"
    let path = try folder.write(text, to: "a.xml")
    let fixture = LibraryFixture(holdingFilesMarkedIn: .init(), head: 20)
    let library = fixture.library!
    library.open([path])
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    var told = 0
    expect(library.dateStarts(of: path) { told += 1 } == nil)
    expect(library.dateStarts(of: path) { told += 1 } == nil)
    try await expect(MainLoop.settle { told == 1 })
    let found = try require(library.dateStarts(of: path, then: {}))
    let index = SectionIndexMaker().entries(of: found.dates, row: found.row)
    expect(index.map(\.label), equals: ["2024", "Feb", "Jan"])
    let whole = LibraryFixture(load: { path, _ in FeedLoader.events(path: path, state: ReadingState()) })
    whole.library.open([path])
    try await expect(MainLoop.settle { !whole.library.isLoading })
    expect(SectionIndexMaker().entries(of: whole.library.sections), equals: index)
  }
}
