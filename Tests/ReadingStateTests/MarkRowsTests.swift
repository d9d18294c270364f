import Expectations
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerReadingState

/// The rule by which marks belong to entries, against one that looks through everything.
struct MarkRowsTests {
  /// Marks as a list.
  private struct NaiveMarks {
    struct Mark {
      var key: String
      var check: UInt32
      var flags: MarkFlags
    }

    var marks: [Mark] = []
    /// The keys that several entries of one version had.
    var strict: Set<String> = []

    func flags(of key: String, _ check: UInt32, twinsAreKnown: Bool) -> MarkFlags {
      let own = marks.filter { $0.key == key }
      let found: Mark? =
        own.first { $0.check == check } ?? own.first { $0.check == 0 }
        ?? (twinsAreKnown && !strict.contains(key) ? own.first : nil)
      return found?.flags ?? []
    }

    mutating func set(_ flags: MarkFlags, _ areOn: Bool, of key: String, _ check: UInt32, twinsAreKnown: Bool)
    {
      var new = self.flags(of: key, check, twinsAreKnown: twinsAreKnown)
      if areOn { new.formUnion(flags) } else { new.subtract(flags) }
      if !twinsAreKnown, marks.contains(where: { $0.key == key && $0.check != check }) { strict.insert(key) }
      marks.removeAll { $0.key == key && ($0.check == check || !strict.contains(key)) }
      // Nothing is a mark where it contradicts one that holds for all.
      if !new.isEmpty || marks.contains(where: { $0.key == key && $0.check == 0 }) {
        marks.append(Mark(key: key, check: check, flags: new))
      }
    }

    /// A version of the feed.
    mutating func join(_ entries: [(key: String, check: UInt32)], earlier: [String]) {
      for (key, own) in Dictionary(grouping: entries, by: \.key) {
        if Set(own.map(\.check)).count > 1 {
          strict.insert(key)
        } else if !strict.contains(key), let index = marks.firstIndex(where: { $0.key == key }),
          marks[index].check != 0
        {
          marks[index].check = own[0].check
        }
      }
      for (entry, name) in zip(entries, earlier) {
        guard let index = marks.firstIndex(where: { $0.key == name && $0.check == 0 }) else { continue }
        let mark = marks.remove(at: index)
        guard !marks.contains(where: { $0.key == entry.key && $0.check == entry.check }) else { continue }
        set(mark.flags, true, of: entry.key, entry.check, twinsAreKnown: false)
      }
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(15, full: 40)))
  func marksAgreeWithAList(seed: UInt64) throws {
    var random = SplitMix64(seed: 281_100 + seed)
    let folder = try StateFolder()
    let state = folder.open()
    var naive = NaiveMarks()
    // Few keys and checks, so that twins appear and leave.
    let keys = ["a", "b", "c"]
    func entry() -> (key: String, check: UInt32) {
      (keys.randomElement(using: &random)!, UInt32.random(in: 1...3, using: &random))
    }
    // As an earlier version of the program has left them.
    for key in keys.flatMap({ [$0, "\($0)#2"] }) where Bool.random(using: &random) {
      state.setRead(true, [EntryKey(earlier: key)], of: feed)
      naive.set(.read, true, of: key, 0, twinsAreKnown: true)
    }
    var isComplete = true
    for step in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let version = (0..<Int.random(in: 0..<5, using: &random)).map { _ in entry() }
        var counts: [String: Int] = [:]
        let earlier = version.map { entry in
          counts[entry.key, default: 0] += 1
          return counts[entry.key]! == 1 ? entry.key : "\(entry.key)#\(counts[entry.key]!)"
        }
        state.join(version.map { EntryKey($0.key, check: $0.check) }, of: feed) { earlier }
        naive.join(version, earlier: earlier)
      case 1: isComplete.toggle()
      default:
        let (key, check) = entry()
        let isOn = Bool.random(using: &random)
        if Bool.random(using: &random) {
          state.setRead(isOn, [EntryKey(key, check: check)], of: feed, twinsAreKnown: isComplete)
          naive.set(.read, isOn, of: key, check, twinsAreKnown: isComplete)
        } else {
          state.setStarred(isOn, [EntryKey(key, check: check)], of: feed, twinsAreKnown: isComplete)
          naive.set(.starred, isOn, of: key, check, twinsAreKnown: isComplete)
        }
      }
      expectSame(state.marks(of: feed), naive, "seed \(seed), step \(step)")
      if step % 20 == 19 {
        expect(state.flush(within: .seconds(20)))
        expectSame(
          folder.open().load(feed, within: .seconds(20)), naive, "stored: seed \(seed), step \(step)")
        let first = keys.flatMap { key in (1...3 as ClosedRange<UInt32>).map { EntryKey(key, check: $0) } }
        expectSame(
          folder.open().load(first: first, of: feed, within: .seconds(20)), naive,
          "first: seed \(seed), step \(step)")
      }
    }
    expect(folder.problems, equals: [])

    func expectSame(_ marks: FeedMarks, _ naive: NaiveMarks, _ trace: Comment) {
      for key in keys {
        for check in 1...3 as ClosedRange<UInt32> {
          for isKnown in [false, true] {
            let flags = naive.flags(of: key, check, twinsAreKnown: isKnown)
            let entry = EntryKey(key, check: check)
            expect(marks.isRead(entry, twinsAreKnown: isKnown), equals: flags.contains(.read), trace)
            expect(marks.isStarred(entry, twinsAreKnown: isKnown), equals: flags.contains(.starred), trace)
          }
        }
      }
    }
  }

  @Test func aMarkStaysWithItsEntryWhenATwinAppearsAndLeaves() {
    let state = ReadingState()
    let (old, twin) = (EntryKey("a", check: 1), EntryKey("a", check: 2))
    state.join([old], of: feed) { [] }
    state.setRead(true, [old], of: feed)
    state.join([twin, old], of: feed) { [] }
    expect([old, twin].map(state.marks(of: feed).isRead), equals: [true, false])
    state.join([twin], of: feed) { [] }
    expect([old, twin].map(state.marks(of: feed).isRead), equals: [true, false])
  }

  @Test func anEditedTitleKeepsTheMarkOfAnEntryWithAKeyOfItsOwn() {
    let state = ReadingState()
    let versions = (1...3).map { EntryKey("a", check: $0) }
    state.join([versions[0]], of: feed) { [] }
    state.setRead(true, [versions[0]], of: feed)
    state.join([versions[1]], of: feed) { [] }
    expect(state.marks(of: feed).isRead(versions[1]))
    // The mark has followed the edit: a twin does not take it away.
    state.join([versions[1], versions[2]], of: feed) { [] }
    expect(versions.map(state.marks(of: feed).isRead), equals: [false, true, false])
  }

  @Test func marksOfEarlierVersionsAreAdoptedByTwins() {
    let state = ReadingState()
    // As they were made: the second and third entry with the key had numbers.
    state.change(earlier: ["a": .read, "a#3": .starred, "link\ntitle": .read])
    let entries = (1...4).map { EntryKey($0 == 4 ? "link" : "a", check: $0) }
    expect(state.marks(of: feed).hasEarlierMarks)
    state.join(entries, of: feed) { ["a", "a#2", "a#3", "link\ntitle"] }
    let marks = state.marks(of: feed)
    expect(entries.map(marks.isRead), equals: [true, false, false, true])
    expect(entries.map(marks.isStarred), equals: [false, false, true, false])
    expect(!marks.hasEarlierMarks)
    // Their order does not matter any more.
    state.join(entries.reversed(), of: feed) { [] }
    expect(entries.map(state.marks(of: feed).isRead), equals: [true, false, false, true])
  }

  /// Earlier versions had one mark for all entries of an archive that have the same identifier.
  @Test func inAnArchiveAMarkWithoutACheckHoldsForAllUntilOneIsChanged() {
    let state = ReadingState()
    state.change(earlier: ["a": .read])
    let twins = [EntryKey("a", check: 1), EntryKey("a", check: 2)]
    func read() -> [Bool] { twins.map { state.marks(of: feed).isRead($0, twinsAreKnown: false) } }
    expect(read(), equals: [true, true])
    state.setRead(false, [twins[1]], of: feed, twinsAreKnown: false)
    expect(read(), equals: [true, false])
    state.join(twins, of: feed) { ["a", "a#2"] }
    expect(read() == [true, false] && !state.marks(of: feed).hasEarlierMarks)
  }

  @Test func inAnArchiveAMarkWithACheckHoldsForEntriesWithThisCheckAlone() {
    let state = ReadingState()
    let (old, twin) = (EntryKey("a", check: 1), EntryKey("a", check: 2))
    func read() -> [Bool] { [old, twin].map { state.marks(of: feed).isRead($0, twinsAreKnown: false) } }
    state.setRead(true, [old], of: feed, twinsAreKnown: false)
    expect(read(), equals: [true, false])
    state.setStarred(true, [twin], of: feed, twinsAreKnown: false)
    state.setStarred(false, [twin], of: feed, twinsAreKnown: false)
    expect(read(), equals: [true, false])
  }

  @Test func aPartOfTheMarksReplacesThoseThatAreKnown() throws {
    let folder = try StateFolder()
    let (one, other) = (folder.open(), folder.open())
    let twins = [EntryKey("a", check: 1), EntryKey("a", check: 2)]
    one.join(twins, of: feed) { [] }
    one.setRead(true, twins, of: feed)
    expect(one.flush(within: .seconds(20)))
    expect(twins.map(other.load(feed, within: .seconds(20)).isRead), equals: [true, true])
    one.setRead(false, [twins[0]], of: feed)
    expect(one.flush(within: .seconds(20)))
    // Only the row of the second one is stored.
    expect(
      twins.map(other.load(first: [twins[0]], of: feed, within: .seconds(20)).isRead), equals: [false, true])
    expect(one.close() && other.close())
  }

  @Test func entriesWithTheSameKeyAndCheckShareTheirMark() {
    let state = ReadingState()
    let copies = [EntryKey("a", check: 1), EntryKey("a", check: 1), EntryKey("a", check: 2)]
    state.join(copies, of: feed) { [] }
    state.setRead(true, [copies[1]], of: feed)
    expect(copies.map(state.marks(of: feed).isRead), equals: [true, true, false])
    expect(copies.map(state.marks(of: feed).copied.contains), equals: [true, true, false])
    state.join([copies[2], copies[0], copies[2]], of: otherFeed) { [] }
    expect(copies.map(state.marks(of: otherFeed).copied.contains), equals: [false, false, true])
  }

  @Test func removedEntriesAreListedAndDoNotCountAsRead() {
    let state = ReadingState()
    let feed = FeedKey("feed")
    let entries = [EntryKey("one"), EntryKey("two", check: 1), EntryKey("two", check: 2), EntryKey("three")]
    state.join(entries, of: feed) { [] }
    state.setRead(true, entries, of: feed, twinsAreKnown: true)
    state.setRemoved(true, [entries[0], entries[2]], of: feed, twinsAreKnown: true)
    let marks = state.marks(of: feed)
    expect(Set(marks.removedEntries) == [entries[0], entries[2]] && marks.readCount == 2)
    state.setRemoved(false, marks.removedEntries, of: feed, twinsAreKnown: false)
    expect(state.marks(of: feed).removedEntries.isEmpty && state.marks(of: feed).readCount == 4)
  }
}

extension ReadingState {
  /// Makes marks without a check.
  fileprivate func change(earlier marks: [String: MarkFlags]) {
    for (key, flags) in marks {
      let entry = EntryKey(earlier: key)
      if flags.contains(.read) { setRead(true, [entry], of: feed) }
      if flags.contains(.starred) { setStarred(true, [entry], of: feed) }
    }
  }
}
