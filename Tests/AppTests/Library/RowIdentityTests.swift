import Expectations
import FeedViewerFeeds
import RandomNumbers
import Testing

@testable import FeedViewer

/// The list takes rows of the same entries in two states of a file for the same.
struct RowIdentityTests {
  private struct Entry: Equatable {
    var identifier: Int
    var title: Int
    var text: Int
  }

  private let context = RowContext(
    path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))

  private func rows(_ entries: [Entry]) -> [FeedRow] {
    let made = entries.map {
      FeedEntry(key: "", identifier: "\($0.identifier)", title: "T \($0.title)", summary: "\($0.text)")
    }
    var maker = RowMaker(from: 0, in: context)
    return maker.rows(
      for: FeedSection(entries: made), of: Feed(format: .rss), feedTitle: "A", text: nil)
  }

  /// The indices that the entries of new rows had; nil for those that are new.
  private func origins(_ new: [Entry], _ old: [Entry]) -> [Int?] {
    let (rows, before) = (rows(new), rows(old))
    let keys = before.map(\.key)
    FeedRow.takeIdentities(rows, from: before)
    expect(Set(rows.map(\.key)).count, equals: rows.count)
    return rows.map { keys.firstIndex(of: $0.key) }
  }

  private let file = (0..<6).map { Entry(identifier: $0, title: $0, text: 0) }

  @Test func rowsStayWhenOthersComeGoMoveOrAreEdited() {
    // Rows stay when others come, go or move.
    let new = Entry(identifier: 9, title: 9, text: 9)
    expect(origins([new] + file, file), equals: [nil, 0, 1, 2, 3, 4, 5])
    expect(origins(file + [new], file), equals: [0, 1, 2, 3, 4, 5, nil])
    expect(origins(Array(file[2...]), file), equals: [2, 3, 4, 5])
    expect(origins(file.reversed(), file), equals: [5, 4, 3, 2, 1, 0])
    expect(origins([], file) == [] && origins(file, []) == file.map { _ in nil })
    // Rows whose texts or titles were edited stay.
    var edited = file
    edited[1].text = 7
    edited[4].title = 8
    expect(origins(edited, file), equals: [0, 1, 2, 3, 4, 5])
    expect(origins(edited.reversed(), file), equals: [5, 4, 3, 2, 1, 0])
    // Exact copies stay in their order.
    let copies = Array(repeating: file[0], count: 3)
    expect(origins([file[1]] + copies + [file[2]], copies + [file[2]]), equals: [nil, 0, 1, 2, 3])
    expect(origins(copies.dropLast() + [file[5]] + copies, copies), equals: [0, 1, nil, nil, nil, 2])
  }

  @Test func twinsWithTheSameTitleAndRowsThatWereKeptStay() {
    // Among entries with one identifier, only those with the same title stay.
    let twins = (0..<3).map { Entry(identifier: 0, title: $0, text: 0) }
    var edited = twins
    edited[1].text = 5
    expect(origins(edited.reversed(), twins), equals: [2, 1, 0])
    edited[0].title = 7
    edited[2].title = 8
    expect(origins(edited, twins), equals: [nil, 1, nil])
    // Rows that were kept have their own identities.
    let before = rows(Array(repeating: file[0], count: 3))
    let keys = before.map(\.key)
    let new = rows([file[0], file[0]])
    FeedRow.takeIdentities([new[0], before[1], new[1]], from: before)
    expect([new[0], before[1], new[1]].map(\.key), equals: keys)
  }

  /// Each row of the file as it was is that of one entry at most; entries that are the same in both have one as far as there are.
  @Test(arguments: UInt64(0)..<40)
  func randomChangesAgreeWithAPlainComparison(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func entries(_ count: Int) -> [Entry] {
      (0..<count).map { _ in
        Entry(
          identifier: .random(in: 0..<8, using: &random), title: .random(in: 0..<3, using: &random),
          text: .random(in: 0..<2, using: &random))
      }
    }
    let old = entries(Int.random(in: 0..<20, using: &random))
    var new = old
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.insert(contentsOf: entries(1), at: place)
      case 1 where place < new.count: new.remove(at: place)
      case 2 where place < new.count: new[place].text += 1
      default: break
      }
    }
    let found = origins(new, old)
    for entry in new {
      let same = found.indices.count { new[$0] == entry && found[$0].map { old[$0] == entry } == true }
      expect(same, equals: min(new.count { $0 == entry }, old.count { $0 == entry }), "seed \(seed)")
    }
    for (index, origin) in found.enumerated() {
      if let origin { expect(old[origin].identifier, equals: new[index].identifier, "seed \(seed)") }
    }
  }
}

/// An entry has one row, whoever reads it first.
struct FileRowsTests {
  private let context = RowContext(
    path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))

  private func rows(_ ordinals: Range<Int>) -> [FeedRow] {
    var maker = RowMaker(from: ordinals.lowerBound, in: context)
    let entries = ordinals.map { FeedEntry(key: "", identifier: "\($0)") }
    return maker.rows(for: FeedSection(entries: entries), of: Feed(format: .rss), feedTitle: "A", text: nil)
  }

  @Test func whatIsReadMeetsWhatWasReadBefore() {
    let file = FileRows()
    let loaded = file.unique(rows(6..<9))
    let next = file.unique(rows(4..<8))
    expect(next[2] == loaded[0] && next[3] == loaded[1] && next[0].ordinal == 4)
    expect(file.unique(rows(4..<9)), equals: next + [loaded[2]])
  }

  @Test func rowsThatNothingShowsAreForgotten() {
    let file = FileRows()
    let kept = file.unique(rows(0..<2))
    weak let gone = file.unique(rows(5..<6))[0].page
    expect(gone == nil)
    expect(file.unique(rows(5..<6))[0].ordinal, equals: 5)
    for start in stride(from: 10, to: 20_000, by: 50) { _ = file.unique(rows(start..<start + 50)) }
    expect(file.unique(rows(0..<2)), equals: kept)
  }

  @Test func rowsOfAnotherStateAreAdded() {
    let (file, other) = (FileRows(), rows(3..<5))
    file.add(other)
    expect(file.unique(rows(3..<5)), equals: other)
  }
}
