import Expectations
import FeedViewerFeeds
import RandomNumbers
import Testing

@testable import FeedViewer

@Suite("Rows of a section against an array")
struct SectionRowsTests {
  private let context = RowContext(
    path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))

  private func row(_ number: Int) -> FeedRow {
    var maker = RowMaker(from: number, in: context)
    return maker.row(for: FeedEntry(key: "\(number)"), of: Feed(format: .rss), feedTitle: "A")
  }

  @Test(arguments: UInt64(0)..<20)
  func randomChangesAgreeWithAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let placeholder = FeedRow(placeholderIn: context)
    var model = (0..<Int.random(in: 0..<6, using: &random)).map { row($0) }
    var rows = SectionRows(model)
    let pending = Int.random(in: 1..<30, using: &random)
    rows.append(placeholder, awaiting: pending)
    model += repeatElement(placeholder, count: pending)
    for step in 0..<120 {
      let trace: Comment = "seed \(seed), step \(step)"
      let known = rows.known.count
      expect(known <= model.firstIndex { $0.isPlaceholder } ?? model.count, trace)
      switch Int.random(in: 0..<15, using: &random) {
      case 0 where known > 0:
        model.remove(at: Int.random(in: 0..<known, using: &random))
        rows.keep(Array(model[..<(known - 1)]))
      case 1:
        model.insert(row(1_000 + step), at: Int.random(in: 0...known, using: &random))
        rows.keep(Array(model[...known]))
      case 2..<9 where known < model.count:
        let index = Int.random(in: known..<model.count, using: &random)
        let new = row(3_000 + step)
        rows.show(new, at: index)
        model[index] = new
      case 10 where known < model.count:
        let (index, count) = (
          Int.random(in: known...model.count, using: &random), Int.random(in: 1..<5, using: &random)
        )
        rows.insertWaiting([index..<index + count], awaiting: placeholder)
        model.insert(contentsOf: repeatElement(placeholder, count: count), at: index)
      case 11:
        guard let first = model.indices.filter({ model[$0].isPlaceholder }).randomElement(using: &random)
        else {
          break
        }
        let last = first + model[first...].prefix(while: \.isPlaceholder).count
        let range = first..<Int.random(in: first + 1...last, using: &random)
        expect(rows.removeWaiting([range]).isEmpty, trace)
        model.removeSubrange(range)
      case 13 where known < model.count:
        let chosen = model.indices.filter { $0 >= known && Int.random(in: 0..<3, using: &random) == 0 }
        let gone = rows.removeWaiting(chosen.map { $0..<$0 + 1 })
        let wanted = chosen.filter { !model[$0].isPlaceholder }
        expect(gone.map(\.index), equals: wanted, trace)
        expect(
          gone.map(\.row), equals: wanted.map { model[$0] }, trace)
        for index in chosen.reversed() { model.remove(at: index) }
      case 14:
        var (ranges, new): ([Range<Int>], [(index: Int, row: FeedRow)]) = ([], [])
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
          let first = ranges.last?.upperBound ?? known
          guard first <= model.count else { break }
          let start = Int.random(in: first...model.count, using: &random)
          ranges.append(start..<start + Int.random(in: 1..<4, using: &random))
          for index in ranges[ranges.count - 1] {
            model.insert(placeholder, at: index)
            guard Bool.random(using: &random) else { continue }
            model[index] = row(4_000 + index)
            new.append((index, model[index]))
          }
        }
        rows.insertWaiting(ranges, new, awaiting: placeholder)
      case 12:
        let middle = Int.random(in: 0..<max(1, model.count), using: &random)
        let loaded = model.indices.filter { $0 >= known && !model[$0].isPlaceholder && $0 % 3 > 0 }
        let places = rows.loadedPlaces(farFrom: middle, limit: 3) { index, row in
          model[index] == row && index % 3 > 0
        }
        expect(places == places.sorted() && Set(places).isSubset(of: loaded), trace)
        let distances = loaded.map { abs($0 - middle) }.sorted(by: >)
        expect(places.map { abs($0 - middle) }.sorted(by: >), equals: Array(distances.prefix(3)), trace)
        let gone = Set(places.map { model[$0] })
        expect(Set(rows.forget(places)), equals: gone, trace)
        for place in places { model[place] = placeholder }
      default: break
      }
      check(rows, model, trace)
    }
    let loaded = model[rows.known.count...].filter { !$0.isPlaceholder }
    expect(rows.removePending(), equals: loaded)
    model.removeSubrange(rows.known.count...)
    check(rows, model, "seed \(seed), at the end")
  }

  private func check(_ rows: SectionRows, _ model: [FeedRow], _ trace: Comment) {
    expect(Array(rows), equals: model, trace)
    expect(rows.placeholderCount, equals: model.count(where: \.isPlaceholder), trace)
    let waiting = model[rows.known.count...].filter { !$0.isPlaceholder }
    expect(rows.loadedCount, equals: waiting.count, trace)
    let read = model.filter { !$0.isPlaceholder }
    expect(rows.readRows, equals: read, trace)
    for index in model.indices {
      expect(
        rows.placeholderRun(from: index), equals: model[index...].prefix(while: \.isPlaceholder).count, trace)
      expect(
        rows.knownIndex(from: index, forward: true), equals: model[index...].firstIndex { !$0.isPlaceholder },
        trace)
      expect(
        rows.knownIndex(from: index, forward: false), equals: model[...index].lastIndex { !$0.isPlaceholder },
        trace)
    }
    expect(
      Set(rows.loadedRows), equals: Set(waiting),
      trace)
    let wanted = Set(waiting)
    func isWanted(_ row: FeedRow) -> Bool { wanted.contains(row) }
    expect(rows.places(where: isWanted), equals: model.indices.filter { isWanted(model[$0]) }, trace)
    expect(rows.knownIndex(where: isWanted), equals: model.firstIndex(where: isWanted), trace)
  }
}
