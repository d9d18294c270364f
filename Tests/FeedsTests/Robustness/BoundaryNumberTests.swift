import Expectations
import Foundation
import HostileFiles
import Testing

@testable import FeedViewerFeeds

/// Numbers near the limits of their types, and texts that are no numbers, wherever a file has a number.
@Suite struct BoundaryNumberTests {
  private static let largest = 9_007_199_254_740_992

  private static let amounts: [(String, Int?)] = [
    ("0", 0), ("1", 1), ("-1", nil), ("-0", 0), ("+7", 7), ("007", 7), (" 12 ", 12), ("1.5", 1), ("0.1", 0),
    ("-0.1", 0), ("1e3", 1_000), ("9007199254740991", largest - 1), ("9007199254740992", largest),
    ("9007199254740993", largest), ("9223372036854775807", largest), ("9223372036854775808", largest),
    ("-9223372036854775808", nil), ("-9223372036854775809", nil),
    ("1000000000000000000000000000000", largest),
    ("1e400", largest), ("-1e400", nil), ("nan", nil), ("inf", nil), ("infinity", nil), ("", nil), (" ", nil),
    ("0x7f", nil), ("1_000", nil), ("1,000", nil), ("50%", nil), ("12px", nil), ("e", nil), ("+", nil),
    ("-", nil),
    ("１２", nil),
  ]

  @Test(arguments: amounts)
  func amountsAreClamped(text: String, amount: Int?) {
    expect(WrittenNumber.amount(text), equals: amount)
  }

  private static let lengths: [(String, Int?)] = [
    ("640", 640), ("640px", 640), (" 640 ", 640), ("640.9px", 640), ("0", 0), ("0.1", 0), ("-1", nil),
    ("-1px", nil),
    ("1000000", 1_000_000), ("1000001", 1_000_000), ("92233720368547759", 1_000_000),
    ("9223372036854775808px", 1_000_000), ("1e400", 1_000_000), ("50%", nil), ("1em", nil), ("nan", nil),
    ("px", nil), ("", nil),
  ]

  @Test(arguments: lengths)
  func lengthsAreClamped(text: String, pixels: Int?) {
    expect(WrittenNumber.pixels(text), equals: pixels)
  }

  @Test func integersAreClampedToAnyLimits() {
    let all = Int.min...Int.max
    expect(WrittenNumber.integer("9223372036854775807", in: all), equals: .max)
    expect(WrittenNumber.integer("9223372036854775808", in: all), equals: .max)
    expect(WrittenNumber.integer("-9223372036854775809", in: all), equals: .min)
    expect(WrittenNumber.integer("-1e400", in: -3...3), equals: -3)
    expect(WrittenNumber.integer("-2", in: -3...3), equals: -2)
    expect(WrittenNumber.integer(String(repeating: "9", count: 100_000), in: all) == nil)
  }

  private static let feeds = [BoundaryNumbers.rss, BoundaryNumbers.atom, BoundaryNumbers.json]

  @Test(arguments: 0..<3)
  func numbersOfEntriesLeaveRoomForArithmetic(feed: Int) throws {
    let entries = try parse(Self.feeds[feed]).entries
    expect(entries.count >= BoundaryNumbers.texts.count)
    let amounts = 0...Self.largest
    let years = 0...9_999
    var found = 0
    for entry in entries {
      for length in entry.enclosures.compactMap(\.length) {
        expect(amounts.contains(Int(length)), "\(entry.key)")
        found += 1
      }
      if let count = entry.details.comments?.count { expect(amounts.contains(count), "\(entry.key)") }
      if let duration = entry.details.duration { expect((1...1_000_000).contains(duration), "\(entry.key)") }
      for date in [entry.published, entry.updated, entry.created, entry.date].compactMap(\.self) {
        for offset in [-86_400, 0, 86_400] as [Int64] {
          let clock = LocalClock(secondsFromUTC: offset)
          expect(years.contains(RelativeDate.calendarDay(of: date, clock: clock).year), "\(entry.key)")
          for now in [-62_167_219_200, 0, 1_700_000_000, 253_402_300_799] as [Int64] {
            _ = RelativeDate(date, now: now, clock: clock)
          }
          _ = date.moment(in: clock)
        }
      }
    }
    expect(found > BoundaryNumbers.texts.count / 2)
  }

  @Test(arguments: 0..<3)
  func inspectAndExportKeepTheNumbersOfEntries(number: Int) throws {
    let feed = try parse(Self.feeds[number])
    let line = Data(FeedInspection.jsonLine(for: feed).utf8)
    try expect(JSONSerialization.jsonObject(with: line) is NSDictionary)
    let export = JSONFeedExport.json(for: feed)
    let copy = try parse(export)
    expect(JSONFeedExport.json(for: copy), equals: export)
    expect(copy.entryCount, equals: feed.entryCount)
    for (entry, original) in zip(copy.entries, feed.entries) {
      expect(entry.key, equals: original.key)
      expect(entry.enclosures == original.enclosures && entry.details == original.details, "\(original.key)")
      expect(entry.published == original.published && entry.updated == original.updated, "\(original.key)")
    }
  }

  @Test(arguments: BoundaryNumbers.texts.indices)
  func numbersOfArticlesLeaveRoomForArithmetic(index: Int) {
    let article = ArticleReader.article(html: BoundaryNumbers.html(BoundaryNumbers.texts[index]))
    let pixels = 0...1_000_000
    expect(article.blocks.first?.text.hasPrefix("Before") == true && article.blocks.last?.text == "After")
    for block in article.blocks {
      switch block.kind {
      case .image(let image):
        for side in [image.width, image.height] + image.sources.map(\.width) {
          if let side { expect(pixels.contains(side)) }
        }
        expect(image.sources.allSatisfy { (1...10_000).contains($0.density) })
        for width in [1, 320, 16_384, 1_000_000] {
          let reference = image.source(columnWidth: width).reference
          expect(image.sources.contains { $0.reference == reference })
        }
      case .embed(let embed):
        for side in [embed.width, embed.height] { if let side { expect(pixels.contains(side)) } }
      case .listItem(.number(let number, _)):
        expect((Int(Int32.min) - 3...Int(Int32.max) + 3).contains(number))
      default: break
      }
      expect(block.cells.allSatisfy { (1...ArticleCell.spanLimit).contains($0.span) })
    }
  }

  /// A browser ignores a size that it does not understand, and shows the picture.
  @Test(arguments: ["-1", "-1px", "nan", "50%", "", "-9223372036854775808", "9223372036854775807"])
  func picturesOfImpossibleSizesAreShown(size: String) {
    let images = ArticleReader.article(html: "<img src=a.png width=\"\(size)\" height=\"\(size)\">").images
    expect(images.count, equals: 1)
  }

  @Test func momentsOutsideOfFourDigitYearsAreClamped() {
    expect(FeedDate(secondsSinceEpoch: .max).iso8601UTC, equals: "9999-12-31T23:59:59Z")
    expect(FeedDate(secondsSinceEpoch: .min).iso8601UTC, equals: "0000-01-01T00:00:00Z")
    expect(FeedDate(secondsSinceEpoch: -62_167_219_200).secondsSinceEpoch, equals: -62_167_219_200)
  }
}
