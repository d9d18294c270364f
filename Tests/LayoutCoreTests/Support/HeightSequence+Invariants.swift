import Expectations
import Testing

@testable import LayoutCore

extension HeightSequence {
  /// Checks that the sums of every branch are those of its children, that no node is empty or overfull, and that each
  /// node is used once or free.
  func checkInvariants(_ trace: Comment) {
    var usedLeaves = 0
    var runs = 0
    var usedBranches = 0
    func visit(_ node: Int, _ level: Int) -> HeightSummary {
      if level == 0 {
        usedLeaves += 1
        if leaves.isRun(node) {
          runs += 1
        } else {
          expect(leaves.count(of: node) <= leaves.capacity, trace)
        }
        expect(leaves.count(of: node) > 0 || count == 0, trace)
        return leaves.summary(of: node)
      }
      usedBranches += 1
      expect((1...branches.capacity).contains(branches.count(of: node)), trace)
      var sum = HeightSummary()
      for slot in 0..<branches.count(of: node) {
        let child = visit(branches.child(node, slot), level - 1)
        expect(child, equals: branches[node, slot], trace)
        sum += child
      }
      expect(sum, equals: branches.summary(of: node), trace)
      return sum
    }
    expect(visit(root, depth), equals: summary, trace)
    expect(usedLeaves, equals: leaves.usedCount, trace)
    expect(leaves.hasRuns || runs == 0, trace)
    expect(usedBranches, equals: branches.usedCount, trace)
  }
}
