import Expectations
import Testing

@testable import LayoutCore

@Suite("Sets of indices as runs")
struct IndexRunsTests {
  @Test func everySetOfTenIndicesAgreesWithASet() {
    for bits in 0..<1 << 10 {
      let indices = (0..<10).filter { bits >> $0 & 1 != 0 }
      let runs = IndexRuns(indices)
      let trace: Comment = "\(indices)"
      expect(Array(runs), equals: indices, trace)
      expect(runs.count == indices.count && runs.isEmpty == indices.isEmpty, trace)
      expect(zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, trace)
      for index in 0..<12 {
        let rank = runs.rank(of: index)
        expect(rank.before, equals: indices.count { $0 < index }, trace)
        expect(rank.contains, equals: indices.contains(index), trace)
      }
      for gaps in 0..<12 {
        expect(runs.count(upToGap: gaps), equals: indices.enumerated().count { $1 - $0 <= gaps }, trace)
      }
      expect(Array(runs.moved(by: 3)), equals: indices.map { $0 + 3 }, trace)
    }
  }
}
