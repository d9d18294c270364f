import Expectations
import FeedViewerFeeds
import Foundation
import Testing
import VirtualList

@testable import FeedViewer

/// The entries of the section index.
struct SectionIndexMakerTests {
  private let maker = SectionIndexMaker(clock: LocalClock(secondsFromUTC: 3_600))

  private func section(
    titled title: String = "Feed", _ entries: [(title: String, author: String?, date: String?)]
  ) -> LibrarySection {
    var rows = RowMaker(path: "/a", format: .atom10)
    return LibrarySection(
      key: ItemKey(title), path: "/a", ownTitle: nil, title: title,
      rows: entries.enumerated().map { number, item in
        let date = item.date.flatMap { text in
          ISO8601DateFormatter().date(from: text).map {
            FeedDate(secondsSinceEpoch: Int64($0.timeIntervalSince1970))
          }
        }
        let entry = FeedEntry(key: "\(number)", title: item.title, byline: item.author, published: date)
        return rows.row(for: entry, of: Feed(format: .atom10), feedTitle: title)
      }, feedKey: title)
  }

  private func dated(_ dates: [String?]) -> LibrarySection {
    section(dates.enumerated().map { ("Title \($0.offset % 3)", nil, $0.element) })
  }

  private func summary(_ entries: [SectionIndexEntry]) -> [String] {
    entries.map { entry in
      let place =
        switch entry.element {
        case .row(let row): "\(row.row)"
        case .header(let section), .footer(let section): "section \(section)"
        }
      return "\(entry.label ?? "•") \(entry.title) \(place)"
    }
  }

  @Test func yearsAreIndexedByMonthWithLabelsUpToTwo() {
    // Less than two years are indexed by year and month.
    let dates = [
      "2026-03-05T10:00:00Z", "2026-03-01T10:00:00Z", nil, "2026-01-31T10:00:00Z", "2025-12-31T23:30:00Z",
      "2025-12-31T22:30:00Z", "2024-07-01T10:00:00Z",
    ]
    // In the reader's time zone the year started an hour earlier.
    expect(
      summary(maker.entries(of: [dated(dates)])),
      equals: [
        "2026 March 2026 0", "Jan January 2026 3", "2025 December 2025 5", "2024 July 2024 6",
      ])
    // Ascending dates are sorted too.
    expect(
      summary(maker.entries(of: [dated(dates.reversed())])),
      equals: [
        "2024 July 2024 0", "2025 December 2025 1", "2026 January 2026 2", "Mar March 2026 5",
      ])
    // Months of two years or more have no labels.
    // From 2024 to 2026, two years without a month, and two years.
    for (last, label) in [("2024-04-30T10:00:00Z", "Jan"), ("2024-03-01T10:00:00Z", "•")] {
      let dates = ["2026-03-05T10:00:00Z", "2026-01-31T10:00:00Z", last]
      expect(summary(maker.entries(of: [dated(dates)]))[1], equals: "\(label) January 2026 1")
    }
  }

  @Test func fiveYearsAreIndexedByYear() {
    let dates = (0..<60).map { month -> String? in
      let number = 12 - month % 12
      return "\(2026 - month / 12)-\(number < 10 ? "0" : "")\(number)-15T10:00:00Z"
    }
    let entries = maker.entries(of: [dated(dates)])
    expect(entries.count, equals: 60)
    expect(entries.compactMap(\.label), equals: ["2026", "2025", "2024", "2023", "2022"])
    expect(entries.filter(\.beginsPeriod).map(\.label), equals: ["2026", "2025", "2024", "2023", "2022"])
    // While one drags, the bubble names the month, too.
    expect(entries[13].title, equals: "November 2025")
  }

  @Test func daysLettersAndTitlesOfSectionsAreIndexedIfTheyAreSorted() {
    // A few weeks are indexed by day.
    let dates = [
      "2026-04-02T10:00:00Z", "2026-04-01T12:00:00Z", "2026-04-01T10:00:00Z", "2026-03-30T10:00:00Z",
    ]
    expect(
      summary(maker.entries(of: [dated(dates)])),
      equals: [
        "Apr 2 April 2026 0", "1 1 April 2026 1", "Mar 30 March 2026 3",
      ])
    // Sorted titles are indexed by letter.
    let titles = ["“1984”", "apple", "Ähre", "Banana", "banjo", "étude", "Zoo"]
    let byTitle = section(titles.map { ($0, nil, nil) })
    expect(summary(maker.entries(of: [byTitle])), equals: ["# # 0", "A A 1", "B B 3", "E E 5", "Z Z 6"])
    let byAuthor = section([("z", "Ann", nil), ("a", "Bo", nil), ("k", "Bob", nil), ("b", "Cy", nil)])
    expect(maker.entries(of: [byAuthor]), equals: [], "The authors of all rows would be read from the disk.")
    // Unsorted rows have no index.
    expect(maker.entries(of: []), equals: [])
    expect(maker.entries(of: [section([("b", nil, nil), ("a", nil, nil), ("c", nil, nil)])]), equals: [])
    let mixed = dated(["2026-04-02T10:00:00Z", "2024-04-01T12:00:00Z", "2025-04-01T10:00:00Z"])
    expect(maker.entries(of: [mixed]), equals: [])
    // An index with a single entry is useless.
    expect(maker.entries(of: [dated(["2026-04-02T10:00:00Z", "2026-04-02T09:00:00Z"])]), equals: [])
    // Many sections are indexed by their titles.
    let sections = ["Art", "apples", "Books", "2nd Hand"].map { section(titled: $0, [("a", nil, nil)]) }
    expect(
      summary(maker.entries(of: sections)),
      equals: [
        "A Art section 0", "• apples section 1", "B Books section 2", "# 2nd Hand section 3",
      ])
  }
}
