import Expectations
import Testing

@testable import VirtualList

/// Which entries of a section index are drawn, and which one a point hits.
struct SectionIndexLayoutTests {
  private func layout(
    _ count: Int, labelEvery: Int = 1, periodEvery: Int = 1, height: Double = 400
  ) -> SectionIndexLayout {
    SectionIndexLayout(
      hasLabel: (0..<count).map { $0 % labelEvery == 0 },
      beginsPeriod: (0..<count).map { $0 % periodEvery == 0 }, lineHeight: 14, height: height)
  }

  /// Otherwise the months of one year would seem to be those of the year before.
  @Test(arguments: [23, 60], [150.0, 300, 500])
  func everyYearAmongMonthsHasItsLabel(count: Int, height: Double) {
    // Nine months of the first year, and whole years.
    let years = (0..<count).filter { $0 == 0 || $0 % 12 == 9 }
    let layout = SectionIndexLayout(
      hasLabel: (0..<count).map { _ in true }, beginsPeriod: (0..<count).map(years.contains), lineHeight: 14,
      height: height)
    let labels = layout.marks.filter(\.isLabel)
    expect(Set(labels.map(\.entry)).isSuperset(of: years), "\(labels.map(\.entry))")
    expect(zip(labels, labels.dropFirst()).allSatisfy { $1.y - $0.y >= 13.9 })
  }

  @Test func fewEntriesAreCentered() {
    let layout = layout(5)
    expect(layout.marks.map(\.entry), equals: [0, 1, 2, 3, 4])
    expect(layout.marks.allSatisfy { $0.isLabel })
    expect(abs((layout.marks[0].y + layout.marks[4].y) / 2 - 200) < 0.001)
    expect(layout.marks[1].y - layout.marks[0].y < 17)
  }

  @Test(arguments: [1, 2, 27, 100, 1_000], [40.0, 400, 2_000])
  func entriesDoNotOverlapAndAreAllReachable(count: Int, height: Double) {
    for (labelEvery, periodEvery) in [(1, 1), (12, 1), (1, 12)] {
      let layout = layout(count, labelEvery: labelEvery, periodEvery: periodEvery, height: height)
      for (one, next) in zip(layout.marks, layout.marks.dropFirst()) {
        let distance = next.y - one.y
        expect(distance >= 13.9)
      }
      expect(layout.marks.first?.entry, equals: 0)
      for entry in 0..<count { expect(layout.entry(atY: layout.y(of: entry)), equals: entry) }
      expect(layout.entry(atY: -50), equals: 0)
      expect(layout.entry(atY: height + 50), equals: count - 1)
      expect(layout.marks.allSatisfy { $0.y > 0 && $0.y < height })
    }
  }

  @Test func omittedEntriesAreRepresentedByAMark() {
    let layout = layout(300, labelEvery: 12)
    let drawn = Set(layout.marks.map(\.entry))
    expect(drawn.count < 300)
    for entry in 0..<300 {
      let mark = layout.mark(of: entry)
      expect(mark?.entry, equals: drawn.filter { $0 <= entry }.max())
    }
  }

  @Test func emptyIndexDrawsNothing() {
    expect(layout(0).marks.isEmpty)
    expect(layout(0).entry(atY: 10) == nil)
  }
}
