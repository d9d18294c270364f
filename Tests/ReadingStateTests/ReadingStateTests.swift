import Expectations
import Foundation
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerReadingState

struct ReadingStateTests {
  @Test func marksChangeInMemoryAtOnce() {
    let state = ReadingState()
    state.setRead(true, entries(0..<3), of: feed)
    state.setStarred(true, entries(1..<2), of: feed)
    state.setRead(false, entries(0..<1), of: feed)
    let marks = state.marks(of: feed)
    expect(entries(0..<4).map(marks.isRead), equals: [false, true, true, false])
    expect(entries(0..<4).map(marks.isStarred), equals: [false, true, false, false])
    expect(state.marks(of: otherFeed).isEmpty)
  }

  @Test func everythingIsThereAfterReopening() async throws {
    let folder = try StateFolder()
    let session = ReadingSession(
      files: ["/a/b\n.xml", "/ü.atom", "/a/a.xml"], listPlace: "row 5", article: "entry 4",
      folders: ["folder:/b#1", "folder:/a#0"], lists: ["list 2", "list 1"])
    folder.store { state in
      state.setRead(true, entries(0..<10), of: feed)
      state.setRead(false, entries(3..<4), of: feed)
      state.setStarred(true, entries(9..<11), of: feed)
      state.setPlace("block 7", of: entry(0), in: feed)
      state.setPlace("block 8", of: entry(1), in: feed)
      state.setPlace(nil, of: entry(1), in: feed)
      state.setListPlace("row 2", of: otherFeed)
      state.setSession(session, of: "main")
    }
    let state = folder.open()
    let marks = state.load(feed)
    expect(entries(0..<12).filter(marks.isRead), equals: entries(0..<3) + entries(4..<10))
    expect(entries(0..<12).filter(marks.isStarred), equals: entries(9..<11))
    expect(marks.place(of: entry(0)), equals: "block 7")
    expect(marks.place(of: entry(1)) == nil)
    expect(marks.listPlace == nil)
    expect(state.load(otherFeed).listPlace, equals: "row 2")
    await expect(state.session(of: "main"), equals: session)
    await expect(state.session(of: "other") == nil)
    expect(folder.problems, equals: [])
  }

  @Test func aFeedUnderAnotherKeyGetsItsMarksAndPlaces() throws {
    let folder = try StateFolder()
    folder.store { state in
      state.setRead(true, entries(0..<3), of: feed)
      state.setStarred(true, entries(2..<3), of: feed)
      state.setListPlace("row 2", of: feed)
    }
    folder.store { state in
      // They were not loaded before.
      state.copyMarks(of: feed, to: otherFeed)
    }
    let state = folder.open()
    for marks in [state.load(otherFeed), state.load(feed)] {
      expect(entries(0..<4).map(marks.isRead), equals: [true, true, true, false])
      expect(entries(2..<3).filter(marks.isStarred).count == 1 && marks.listPlace == "row 2")
    }
    expect(folder.problems, equals: [])
  }

  @Test func marksOfTheFirstEntriesAreLoadedBeforeTheOthers() throws {
    let folder = try StateFolder()
    folder.store { state in
      state.setRead(true, entries(0..<100), of: feed)
      state.setStarred(true, entries(3..<4), of: feed)
    }
    let state = folder.open()
    state.setRead(false, entries(1..<2), of: feed)
    let first = state.load(first: entries(0..<5) + entries(100..<101), of: feed)
    expect(entries(0..<101).filter(first.isRead), equals: [0, 2, 3, 4].flatMap { entries($0..<$0 + 1) })
    expect(entries(0..<101).filter(first.isStarred), equals: entries(3..<4))
    let all = state.load(feed)
    expect(entries(0..<101).filter(all.isRead), equals: entries(0..<1) + entries(2..<100))
    // Marks of other entries that are known already stay.
    expect(entries(0..<101).filter(state.load(first: entries(0..<2), of: feed).isRead).count, equals: 99)
    expect(state.load(first: entries(0..<2), of: otherFeed).isEmpty)
  }

  /// More entries than one statement names.
  @Test func marksOfManyEntriesEqualThoseOfAll() throws {
    let folder = try StateFolder()
    let asked = entries(500..<3_600)
    folder.store { state in
      state.setRead(true, entries(0..<3_000), of: feed)
      state.setStarred(true, entries(1_400..<1_600), of: feed)
      state.setRead(true, entries(3_000..<4_000), of: otherFeed)
    }
    let first = folder.open().load(first: asked, of: feed)
    expect(asked.filter(first.isRead), equals: entries(500..<3_000))
    expect(asked.filter(first.isStarred), equals: entries(1_400..<1_600))
  }

  @Test func allMarksWaitForTheFirstFrameButThoseOfTheFirstEntriesDoNot() async throws {
    let folder = try StateFolder()
    folder.store { $0.setRead(true, entries(0..<3), of: feed) }
    let gate = LoadGate(openingAfter: .seconds(3_600))
    let state = folder.open(gate: gate)
    expect(state.load(first: entries(0..<1), of: feed).isRead(entry(0)))
    let loading = Task.detached { [feed] in state.load(feed) }
    try await Task.sleep(for: .milliseconds(100))
    expect(!state.marks(of: feed).isRead(entry(2)))
    gate.open()
    gate.open()
    await expect(loading.value.isRead(entry(2)))
    // Without a frame, its time passes.
    let other = folder.open(gate: LoadGate(openingAfter: .milliseconds(1)))
    expect(other.load(feed).isRead(entry(2)))
  }

  @Test func aSessionReplacesTheOneBefore() async throws {
    let folder = try StateFolder()
    let state = folder.open()
    state.setSession(
      ReadingSession(
        files: ["/1", "/2", "/3"], listPlace: "x", article: "y", folders: ["1", "2"], lists: ["3", "4"]),
      of: "main"
    )
    state.setSession(ReadingSession(files: ["/4"]), of: "main")
    expect(state.flush())
    await expect(state.session(of: "main"), equals: ReadingSession(files: ["/4"]))
  }

  @Test func marksAreStoredWithoutBeingAskedFor() async throws {
    let folder = try StateFolder()
    let state = folder.open()
    state.setRead(true, entries(0..<1), of: feed)
    let other = folder.open()
    await expect(waits { other.load(feed).isRead(entry(0)) })
    withExtendedLifetime(state) {}
  }

  @Test func changesThatAreNotStoredYetAreInLoadedMarks() throws {
    let folder = try StateFolder()
    let first = folder.open()
    first.setRead(true, entries(0..<2), of: feed)
    expect(first.close())
    let state = folder.open()
    state.setRead(true, entries(2..<3), of: feed)
    state.setRead(false, entries(0..<1), of: feed)
    let marks = state.load(feed)
    expect(entries(0..<4).filter(marks.isRead), equals: entries(1..<3))
  }

  @Test func moreMarksThanOneTransactionTakesAreStoredInOrder() throws {
    let folder = try StateFolder()
    let count = ChangeLog.entriesPerTransaction * 2 + 10
    let all = entries(0..<count)
    let state = folder.open()
    state.setRead(true, all, of: feed)
    state.setRead(false, Array(all[5..<(count - 5)]), of: feed)
    state.setRead(true, [all[100]], of: feed)
    expect(state.close(within: .seconds(60)))
    let marks = folder.open().load(feed, within: .seconds(60))
    var expected = Array(all.prefix(5))
    expected.append(all[100])
    expected += all.suffix(5)
    expect(all.filter(marks.isRead), equals: expected)
  }

  /// Two processes can't be told from two objects here: SQLite's locks between connections of one process are the same.
  @Test func twoWindowsKeepEachOthersMarks() throws {
    let folder = try StateFolder()
    let (one, other) = (folder.open(), folder.open())
    for number in 0..<20 {
      let state = number % 2 == 0 ? one : other
      state.setRead(true, entries(number..<number + 1), of: feed)
      state.setStarred(true, entries(number..<number + 1), of: feed)
      if number % 3 == 0 { expect(state.flush()) }
    }
    one.setRead(false, entries(0..<1), of: feed)
    expect(one.flush() && other.flush())
    for state in [one, other, folder.open()] {
      let marks = state.load(feed)
      expect(entries(0..<21).filter(marks.isRead), equals: entries(1..<20))
      expect(entries(0..<21).filter(marks.isStarred), equals: entries(0..<20))
    }
    expect(folder.problems, equals: [])
  }

  @Test func manyProcessesMayCreateTheDatabaseAtOnce() async throws {
    let folder = try StateFolder()
    let isStored = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          let state = folder.open()
          state.setRead(true, entries(number..<number + 1), of: feed)
          return state.close(within: .seconds(20))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    expect(isStored, equals: Array(repeating: true, count: 8))
    let marks = folder.open().load(feed)
    expect(entries(0..<8).allSatisfy(marks.isRead))
    expect(folder.problems, equals: [])
  }

  /// The marks of one feed as sets.
  private struct Model: Equatable {
    var read: Set<EntryKey> = []
    var starred: Set<EntryKey> = []
    var places: [EntryKey: String] = [:]
    var listPlace: String?

    init() {}

    init(_ marks: FeedMarks) {
      let all = entries(0..<60)
      read = Set(all.filter(marks.isRead))
      starred = Set(all.filter(marks.isStarred))
      for entry in all { places[entry] = marks.place(of: entry) }
      listPlace = marks.listPlace
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(8, full: 20)))
  func randomChangesEqualThoseOfAModel(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = try StateFolder()
    let feeds = [feed, otherFeed, FeedKey("third")]
    var model: [FeedKey: Model] = [:]
    var state = folder.open()
    for step in 0..<300 {
      let feed = feeds.randomElement(using: &random)!
      let first = Int.random(in: 0..<40, using: &random)
      let chosen = entries(first..<first + Int.random(in: 1...12, using: &random))
      let value = Bool.random(using: &random)
      let place = value ? "place \(step)" : nil
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4:
        state.setRead(value, chosen, of: feed)
        for entry in chosen {
          if value {
            model[feed, default: .init()].read.insert(entry)
          } else {
            model[feed]?.read.remove(entry)
          }
        }
      case 4..<6:
        state.setStarred(value, chosen, of: feed)
        for entry in chosen {
          if value {
            model[feed, default: .init()].starred.insert(entry)
          } else {
            model[feed]?.starred.remove(entry)
          }
        }
      case 6..<8:
        state.setPlace(place, of: chosen[0], in: feed)
        model[feed, default: .init()].places[chosen[0]] = place
      case 8:
        state.setListPlace(place, of: feed)
        model[feed, default: .init()].listPlace = place
      case 9: expect(state.flush(within: .seconds(20)))
      case 10:
        expect(
          Model(state.load(feed, within: .seconds(20))), equals: model[feed] ?? .init(),
          "seed \(seed), step \(step)")
      default:
        expect(state.close(within: .seconds(20)))
        state = folder.open()
        for feed in feeds {
          expect(
            Model(state.load(feed, within: .seconds(20))), equals: model[feed] ?? .init(),
            "seed \(seed), step \(step)")
        }
      }
      expect(Model(state.marks(of: feed)), equals: model[feed] ?? .init(), "seed \(seed), step \(step)")
    }
    try expect(folder.integrity(), equals: "ok")
    expect(folder.problems, equals: [])
  }
}
