import Expectations
import Testing
import WidgetTesting

/// A small part of the sweep that `Benchmarks text-sweep --exhaustive` makes.
@Suite(.serialized) struct SmallTextSweepTests {
  @Test(arguments: [0, 20_000_000])
  func smallTextsEqualPangoWhereTheirLinesChange(first: Int) {
    var sweep = SmallTextSweep(first: first)
    while sweep.compared < 15_000, sweep.compareNext() {}
    expect(sweep.compared >= 15_000)
    expect(sweep.differences.isEmpty, "\(sweep.differences.prefix(2).joined(separator: "\n"))")
    expect(sweep.unanswered < sweep.compared / 10)
  }

  @Test func sweepVisitsEveryStringOnce() {
    let alphabet = SmallTexts.alphabets[0]
    let strings = Set((0..<3000).map { alphabet.string($0) })
    expect(strings.count, equals: 3000)
    expect(
      alphabet.count,
      equals: (1...6).reduce(0) { sum, length in sum + (0..<length).reduce(1) { p, _ in p * 6 } })
    expect(alphabet.string(0) == "f" && alphabet.string(alphabet.count - 1) == "......")
  }
}
