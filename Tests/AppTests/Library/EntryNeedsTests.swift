import Expectations
import Testing

@testable import FeedViewer

/// Entries are read where they are needed, those that were asked for last first.
struct EntryNeedsTests {
  private func next(_ needs: inout EntryNeeds) -> [Range<Int>] { needs.takeNext { _ in true } }

  @Test func whatWasAskedForLastIsReadFirst() {
    var needs = EntryNeeds()
    needs.ask([0..<16, 16..<32])
    needs.ask([160..<176])
    expect(next(&needs) == [160..<176] && next(&needs) == [0..<16])
    // Two are under way.
    expect(next(&needs), equals: [])
    needs.ended([160..<176], read: 160..<176)
    expect(next(&needs) == [16..<32] && needs.lacking.isEmpty)
    needs.ended([0..<16], read: 0..<10)
    expect(next(&needs) == [] && needs.lacking == Set(10..<16))
    expect(needs.recent, equals: [160..<176, 0..<16])
    needs.ask([0..<16])
    needs.ended(next(&needs), read: 0..<16)
    expect(needs.lacking.isEmpty)
  }

  @Test func singleEntriesAreReadTogetherInTheOrderOfTheFile() {
    var needs = EntryNeeds()
    needs.ask((0..<20).map { 1_000 - 10 * $0..<1_001 - 10 * $0 })
    expect(next(&needs), equals: (0..<16).map { 850 + 10 * $0..<851 + 10 * $0 })
    expect(next(&needs).map(\.lowerBound), equals: [810, 820, 830, 840])
  }

  @Test func whatIsBeingReadIsNotAskedForAgainAndOldWishesAreGivenUp() {
    var needs = EntryNeeds()
    needs.ask([0..<16])
    expect(next(&needs), equals: [0..<16])
    needs.ask([0..<16])
    expect(next(&needs), equals: [])
    for group in 1...100 { needs.ask([group * 16..<group * 16 + 16]) }
    var read: [Range<Int>] = []
    while case let wanted = next(&needs), !wanted.isEmpty {
      read += wanted
      needs.ended(wanted, read: wanted.joined())
    }
    // 512 entries are waited for.
    expect(read, equals: (69...100).reversed().map { $0 * 16..<$0 * 16 + 16 })
  }

  @Test func whatCannotBeReadYetWaitsWithoutHoldingUpOthers() {
    var needs = EntryNeeds()
    needs.ask([0..<16, 500..<516, 900..<916])
    func canBeRead(_ entries: Range<Int>) -> Bool { !(100..<800).contains(entries.lowerBound) }
    expect(needs.takeNext(where: canBeRead), equals: [0..<16])
    needs.ended([0..<16], read: 0..<15)
    expect(needs.takeNext(where: canBeRead) == [900..<916] && needs.takeNext(where: canBeRead) == [])
    // All were counted: there are 7 more before the last ones.
    needs.askAgain { $0 < 800 ? $0 : $0 + 7 }
    expect(next(&needs) == [500..<516] && next(&needs) == [907..<923])
    expect(needs.lacking.isEmpty)
    needs.ended([500..<516], read: 500..<516)
    expect(next(&needs), equals: [15..<16])
  }
}
