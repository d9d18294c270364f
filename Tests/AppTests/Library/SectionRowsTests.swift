import Feeds
import LayoutCore
import RandomNumbers
import Testing

@testable import FeedViewer

@Suite("Rows of a section against an array")
struct SectionRowsTests {
  private let context = RowContext(
    path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))

  private func row(_ number: Int, isEarly: Bool = false) -> FeedRow {
    var maker =
      isEarly ? RowMaker(earlyFrom: number, in: context) : RowMaker(path: "/a", format: .rss)
    return maker.row(for: FeedEntry(key: "\(number)"), of: Feed(format: .rss), feedTitle: "A")
  }

  @Test(arguments: UInt64(0)..<20)
  func randomChangesAgreeWithAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let awaited = FeedRow(awaitedIn: context)
    var model = (0..<Int.random(in: 0..<6, using: &random)).map { row($0) }
    var rows = SectionRows(model)
    let pending = Int.random(in: 1..<30, using: &random)
    rows.append(awaited, awaiting: pending)
    model += repeatElement(awaited, count: pending)
    for step in 0..<120 {
      let trace: Comment = "seed \(seed), step \(step)"
      let known = model.firstIndex { !$0.isFinal } ?? model.count
      switch Int.random(in: 0..<13, using: &random) {
      case 0 where known > 0:
        let index = Int.random(in: 0..<known, using: &random)
        #expect(rows.remove(at: index) === model.remove(at: index), trace)
      case 1:
        let (index, new) = (Int.random(in: 0...known, using: &random), row(1_000 + step))
        rows.insert(new, at: index)
        model.insert(new, at: index)
      case 2..<5 where known < model.count:
        let new = row(2_000 + step)
        #expect(rows.replace(at: known, with: new) === model[known], trace)
        model[known] = new
      case 5..<9 where known < model.count:
        let (index, new) = (
          Int.random(in: known..<model.count, using: &random), row(3_000 + step, isEarly: true)
        )
        #expect(rows.replace(at: index, with: new) === model[index], trace)
        model[index] = new
      case 10 where known < model.count:
        let (index, count) = (
          Int.random(in: known...model.count, using: &random), Int.random(in: 1..<5, using: &random)
        )
        rows.insertAwaited(count, at: index)
        model.insert(contentsOf: repeatElement(awaited, count: count), at: index)
      case 11:
        guard let first = model.indices.filter({ model[$0].isAwaited }).randomElement(using: &random) else {
          break
        }
        let last = first + model[first...].prefix(while: \.isAwaited).count
        let range = first..<Int.random(in: first + 1...last, using: &random)
        rows.removeAwaited(range)
        model.removeSubrange(range)
      case 12:
        let middle = Int.random(in: 0..<max(1, model.count), using: &random)
        let early = model.indices.filter { model[$0].isEarly && $0 % 3 > 0 }
        let places = rows.earlyPlaces(farFrom: middle, limit: 3) { index, row in
          model[index] === row && index % 3 > 0
        }
        #expect(places == places.sorted() && Set(places).isSubset(of: early), trace)
        let distances = early.map { abs($0 - middle) }.sorted(by: >)
        #expect(places.map { abs($0 - middle) }.sorted(by: >) == Array(distances.prefix(3)), trace)
        let gone = Set(places.map { ObjectIdentifier(model[$0]) })
        #expect(Set(rows.forget(places).map(ObjectIdentifier.init)) == gone, trace)
        for place in places { model[place] = awaited }
      default: break
      }
      check(rows, model, trace)
    }
    let early = model.filter(\.isEarly)
    #expect(rows.removePending().map(ObjectIdentifier.init) == early.map(ObjectIdentifier.init))
    model.removeAll { !$0.isFinal }
    check(rows, model, "seed \(seed), at the end")
  }

  private func check(_ rows: SectionRows, _ model: [FeedRow], _ trace: Comment) {
    #expect(rows.map(ObjectIdentifier.init) == model.map(ObjectIdentifier.init), trace)
    #expect(rows.awaitedCount == model.count(where: \.isAwaited), trace)
    #expect(rows.earlyCount == model.count(where: \.isEarly), trace)
    let read = model.filter { !$0.isAwaited }
    #expect(rows.readRows.map(ObjectIdentifier.init) == read.map(ObjectIdentifier.init), trace)
    for index in model.indices {
      #expect(rows.awaitedRun(from: index) == model[index...].prefix(while: \.isAwaited).count, trace)
      #expect(
        rows.knownIndex(from: index, forward: true) == model[index...].firstIndex { !$0.isAwaited }, trace)
      #expect(
        rows.knownIndex(from: index, forward: false) == model[...index].lastIndex { !$0.isAwaited }, trace)
    }
    #expect(
      Set(rows.earlyRows.map(ObjectIdentifier.init))
        == Set(model.filter(\.isEarly).map(ObjectIdentifier.init)),
      trace)
    #expect(rows.places(where: \.isEarly) == model.indices.filter { model[$0].isEarly }, trace)
    #expect(rows.knownIndex(where: \.isEarly) == model.firstIndex(where: \.isEarly), trace)
  }
}
