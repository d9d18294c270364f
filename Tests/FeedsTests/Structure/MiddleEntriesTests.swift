import Foundation
import FuzzInputs
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// Entries in the middle of a file are read before all entries before them are counted: neighbours in the list are neighbours
/// in the file, and what is counted then says by how many their numbers were wrong.
@Suite struct MiddleEntriesTests {
  private let path = FileManager.default.temporaryDirectory.path + "/middle-\(UUID().uuidString).feed"

  /// The structure of a file before its entries were counted, and after that.
  private func structures(of text: String) throws -> (guess: FeedStructure, counted: FeedStructure) {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var guess: FeedStructure?
    let counted = try FeedReader.structure(contentsOf: path, tailSize: 8 << 10, onGuess: { guess = $0 })
    return (try #require(guess), counted)
  }

  private func items(_ lengths: [Int]) -> String {
    StructureCheck.channel(
      lengths.enumerated().map {
        "<item><title>T \($0)</title><description>\(String(repeating: "x", count: $1))</description></item>\n"
      }.joined())
  }

  /// Reads a group of entries.
  ///
  /// - Returns: The number of each in the file.
  private func numbers(_ group: Range<Int>, in guess: FeedStructure) -> [Int?] {
    guess.entries(group).map { entry in
      entry.flatMap { $0.entry.title }.flatMap { Int($0.dropFirst(2)) }
    }
  }

  /// Checks the numbers that entries seemed to have against those in the file.
  private func check(
    _ read: [Int: Int], _ guess: FeedStructure, _ counted: FeedStructure, missing: inout Int
  ) {
    let runs = counted.distances(of: guess)
    for (seeming, number) in read where guess.unknownEntries.contains(seeming) {
      guard let run = runs.first(where: { $0.entries.contains(seeming) }) else {
        missing += 1
        continue
      }
      #expect(seeming + run.distance == number)
    }
    for (run, next) in zip(runs, runs.dropFirst()) {
      #expect(run.entries.upperBound < next.entries.lowerBound)
      #expect(run.entries.upperBound + run.distance <= next.entries.lowerBound + next.distance)
    }
    // What is read later would have a number that nobody corrects.
    let unknown = guess.unknownEntries
    #expect(guess.entries(unknown.lowerBound..<unknown.lowerBound + 9).allSatisfy { $0 == nil })
  }

  @Test func groupsOfEachFormatAreFoundNearTheirPlaces() throws {
    let count = 200_000
    let list = (0..<count).map { "{\"id\":\"\($0)\",\"title\":\"T \($0)\"}" }.joined(separator: ",")
    let entries = (0..<count).map { "<entry><id>\($0)</id><title>T \($0)</title></entry>" }.joined()
    let texts = [
      items(Array(repeating: 20, count: count)),
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"F\",\"items\":[\(list)]}",
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>\(entries)</feed>",
    ]
    for text in texts {
      let (guess, counted) = try structures(of: text)
      var read: [Int: Int] = [:]
      for place in [150_000, 150_016, 150_100, 60_000, 59_984, 190_000, 100_000] {
        let found = numbers(place..<place + 16, in: guess)
        let first = try #require(found[0])
        #expect(found == (first..<first + 16).map { $0 })
        #expect(abs(first - place) < count / 50)
        for (index, number) in found.enumerated() { read[place + index] = number }
      }
      // Those near the known ones, on both sides, are exact.
      let unknown = guess.unknownEntries
      let surplus = try #require(counted.surplus(to: guess)).middle
      #expect(numbers(unknown.lowerBound..<unknown.lowerBound + 16, in: guess)[0] == unknown.lowerBound)
      let last = numbers(unknown.upperBound - 40..<unknown.upperBound + 8, in: guess)
      #expect(last == (0..<48).map { unknown.upperBound - 40 + surplus + $0 })
      var missing = 0
      check(read, guess, counted, missing: &missing)
      #expect(missing == 0 && counted.distances(of: guess).count >= 4)
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(4, full: 12)))
  func entriesOfAnyLengthsGetTheirNumbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lengths = (0..<9_000).map { _ in
      Int.random(in: 0..<10, using: &random) == 0
        ? Int.random(in: 0..<30_000, using: &random) : Int.random(in: 0..<300, using: &random)
    }
    let (guess, counted) = try structures(of: items(lengths))
    let unknown = guess.unknownEntries
    var read: [Int: Int] = [:]
    var groupCount = 0
    var place = 0
    for _ in 0..<60 {
      place =
        Bool.random(using: &random)
        ? Int.random(in: unknown, using: &random)
        : place + Int.random(in: -3_000..<3_000, using: &random)
      let group = (place..<place + Int.random(in: 1..<40, using: &random)).clamped(to: 0..<guess.entryCount)
      var before: (seeming: Int, number: Int)?
      for (seeming, number) in zip(group, numbers(group, in: guess)) {
        guard let number else {
          // Between others there may be no room.
          #expect(groupCount > 0)
          before = nil
          continue
        }
        if let before { #expect(number == before.number + seeming - before.seeming) }
        #expect(read[seeming] == nil || read[seeming] == number)
        read[seeming] = number
        before = (seeming, number)
      }
      groupCount += 1
    }
    #expect(read.count > 300)
    var lost = 0
    check(read, guess, counted, missing: &lost)
    #expect(lost == 0)
  }

  @Test func whatOnlyLooksLikeEntriesGetsNoNumber() throws {
    let trap = String(
      repeating: "<item><title>T 7</title><description>not one</description></item>", count: 60_000)
    let first = items(Array(repeating: 20, count: 110_000)).replacingOccurrences(
      of: "</channel></rss>", with: "<item><title>T 110000</title><description><![CDATA[\(trap)")
    let rest = (110_001..<120_000).map { "<item><title>T \($0)</title></item>" }.joined()
    let (guess, counted) = try structures(of: "\(first)]]></description></item>\(rest)</channel></rss>")
    #expect(counted.entryCount == 120_000)
    var read: [Int: Int] = [:]
    let last = guess.unknownEntries.upperBound
    for place in [last - 30_000, last - 20_000, last - 60_000, last - 5_000] {
      for (seeming, number) in zip(place..<place + 16, numbers(place..<place + 16, in: guess)) {
        read[seeming] = number
      }
    }
    let wrong = read.count { $0.value == 7 }
    var missing = 0
    check(read, guess, counted, missing: &missing)
    #expect(wrong > 0 && missing == wrong)
  }
}
