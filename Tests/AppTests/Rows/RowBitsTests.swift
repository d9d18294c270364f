import Expectations
import FeedViewerBase
import FeedViewerFeeds
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewer

/// Marking and counting rows page by page, beside doing it row by row.
struct RowBitsTests {
  private static let marks: [EntryMarks] = [.read, .starred, .removed]

  /// Rows of several files, on pages of several lengths.
  private func rows() -> [FeedRow] {
    ["/a", "/b", "/c"].flatMap { path in
      let context = RowContext(
        path: FilePath(path), format: .rss, now: 0, clock: .current, feedTitle: path, feed: Feed(format: .rss)
      )
      return [64, 1, 63, 64, 5].enumerated().flatMap { number, count in
        let entries = (0..<count).map { FeedEntry(key: "\(number) \($0)", identifier: "\(number) \($0)") }
        return EntryPage(entries, entries.map { context.texts(of: $0) }, firstOrdinal: 0, context: context)
          .rows
      }
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(8, full: 100)))
  @MainActor func marksOfPagesAreThoseOfRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let all = rows()
    var model: [FeedRow: EntryMarks] = [:]
    for row in all {
      row.setMarks(EntryMarks(rawValue: UInt8.random(in: 0...7, using: &random)))
      model[row] = row.marks
    }
    var remembered = RememberedMarks()
    var rememberedModel: [FeedRow: EntryMarks] = [:]
    for _ in 0..<30 {
      var some = all.filter { _ in random.chance(0.6) }
      if random.chance(0.5) { some.shuffle(using: &random) }
      let (mark, isOn) = (Self.marks.randomElement(using: &random)!, random.chance(0.5))
      let bits = RowBits(some)
      expect(Set(bits.rows), equals: Set(some))
      expect(bits.stateKeys, equals: bits.rows.map(\.stateKey))
      if random.chance(0.3) {
        remembered.remember(bits)
        for row in some where rememberedModel[row] == nil { rememberedModel[row] = row.marks }
      }
      expect(all.allSatisfy { remembered[$0] == rememberedModel[$0] })
      let changed = bits.having(mark, !isOn)
      expect(Set(changed.rows), equals: Set(some.filter { $0.marks.contains(mark) != isOn }))
      expect(Set(changed.files.flatMap(\.rows.rows)), equals: Set(changed.rows))
      expect(changed.files.allSatisfy { file in file.rows.rows.allSatisfy { $0.path == file.path } })
      changed.set(mark, isOn)
      for row in some {
        model[row] = isOn ? model[row]!.union(mark) : model[row]!.subtracting(mark)
      }
      expect(all.allSatisfy { $0.marks == model[$0] }, "seed \(seed)")
      let section = LibrarySection(
        key: "section", path: nil, ownTitle: nil, title: "", rows: some, feedKey: "")
      expect(Set(RowBits(of: [section]).rows) == Set(some) && RowBits(of: [section]).count == some.count)
      expect(section.unreadCount, equals: some.count { !$0.isRead })
      expect(section.starredCount, equals: some.count(where: \.isStarred))
    }
    let kept = all.first { rememberedModel[$0] != nil }
    remembered.forget(keeping: kept)
    expect(all.allSatisfy { remembered[$0] == ($0 == kept ? rememberedModel[$0] : nil) })
    remembered.forget { $0 != kept?.path }
    expect(kept.map { remembered[$0] } == kept.map { rememberedModel[$0] })
    remembered.forget { $0 == kept?.path }
    expect(remembered.isEmpty)
    remembered.remember(RowBits(all))
    remembered.forget(keeping: nil)
    expect(remembered.isEmpty)
  }

  @Test func placeholdersHaveNoMarks() {
    let context = RowContext(
      path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))
    let placeholder = FeedRow(placeholderIn: context)
    expect(RowBits([placeholder, placeholder]).isEmpty)
    expect(RememberedMarks()[placeholder] == nil)
  }
}
