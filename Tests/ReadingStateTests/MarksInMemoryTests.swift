import Expectations
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerReadingState

/// Changes of very many entries that are entered later.
struct MarksInMemoryTests {
  private static let many = MarksInMemory.entriesAtOnce + 1

  private func read(_ range: Range<Int>, _ isRead: Bool = true) -> FeedChange {
    .marks(.set(.read, isRead), entries(range), twinsAreKnown: true)
  }

  @Test func veryManyEntriesWaitAndAreThereWhenTheyAreAskedFor() {
    var marks = MarksInMemory()
    expect(!marks.apply(read(0..<10), of: feed))
    expect(marks.waiting(of: feed) == nil)
    expect(marks.apply(read(0..<Self.many), of: feed))
    // What follows waits too, or it would be done before.
    expect(marks.apply(read(5..<6, false), of: feed))
    expect(!marks.apply(read(0..<1), of: otherFeed))
    expect(marks[feed]?.readCount, equals: Self.many - 1)
    expect(marks.waiting(of: feed) == nil && marks[otherFeed]?.readCount == 1)
  }

  @Test func whatWasEnteredForEarlierMarksIsNotTaken() throws {
    var marks = MarksInMemory()
    expect(marks.apply(read(0..<Self.many), of: feed))
    var entered = try require(marks.waiting(of: feed))
    entered.enter()
    // Somebody asks for the marks meanwhile, and changes them.
    expect(marks[feed]?.readCount, equals: Self.many)
    expect(!marks.apply(read(0..<3, false), of: feed))
    expect(marks.take(entered) == nil)
    expect(marks[feed]?.readCount, equals: Self.many - 3)
  }

  @Test(arguments: 0..<UInt64(TestRun.count(10, full: 100)))
  func marksThatAreEnteredLaterAgreeWithThoseThatAreEnteredAtOnce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var marks = MarksInMemory()
    var naive = FeedMarks()
    var entering: MarksInMemory.Waiting?
    for step in 0..<60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let start = Int.random(in: 0..<4_000, using: &random)
        let count = random.chance(0.4) ? Self.many : Int.random(in: 1...5, using: &random)
        let change = read(start..<start + count, random.chance(0.6))
        _ = marks.apply(change, of: feed)
        naive.apply(change)
      case 2: entering = entering ?? marks.waiting(of: feed)
      case 3:
        guard var entered = entering else { continue }
        entered.enter()
        entering = marks.take(entered)
      case 4:
        let entry = entries(7..<8)[0]
        marks.change(feed) { $0.copied.insert(entry) }
        naive.copied.insert(entry)
      default: expect(marks[feed] ?? FeedMarks(), equals: naive, "seed \(seed), step \(step)")
      }
    }
    expect(marks.all[feed] ?? FeedMarks(), equals: naive, "seed \(seed)")
  }

  @Test func aStateEntersThemOnItsOwn() async throws {
    let state = ReadingState()
    let all = entries(0..<20_000)
    state.setRead(true, all, of: feed)
    state.setRead(false, [all[3]], of: feed)
    state.setStarred(true, [all[4]], of: feed)
    expect(!state.hasCopies(of: all, feed))
    let marks = state.marks(of: feed)
    expect(marks.readCount == all.count - 1 && !marks.isRead(all[3]) && marks.isStarred(all[4]))
    state.join([all[0], all[0]], of: feed, earlier: { [] })
    expect(state.hasCopies(of: all, feed) && !state.hasCopies(of: [all[1]], feed))
  }
}
