import Expectations
import Foundation
import ProgramRuns
import RandomNumbers
import TestRuns
import Testing

/// A reader who does anything in a real window, which is after each step what a model of it is: invariants A and B of the shell.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowModelTests {
  /// The numbers of entries of the feeds.
  private static let counts = [5, 4, 3]
  private static let turnCount = TestRun.count(45, quick: 20, full: 200)

  @Test(arguments: seeds)
  func theWindowIsWhatItsModelIsAfterAnySteps(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let start = WindowModel(marksShown: seed % 2 == 1, counts: Self.counts)
    let window = try await ModelledWindow(start)
    var played: [[WindowStep]] = []
    var fault: String?
    while fault == nil, played.count < Self.turnCount {
      let turn = RandomSteps.turn(of: window.model, &random)
      played.append(turn)
      fault = try await window.play(turn, within: .seconds(4))
    }
    window.close()
    guard let fault else { return }
    let (steps, shortFault) = try await Self.shortened(played, from: start, fault)
    let list = steps.map { "  " + $0.map { "\($0)" }.joined(separator: " + ") }.joined(separator: "\n")
    Issue.record("seed \(seed), after these steps:\n\(list)\n\(shortFault)")
  }

  /// With `WINDOW_SEEDS=5-9` in the environment, those.
  private nonisolated static var seeds: [UInt64] {
    let wanted = ProcessInfo.processInfo.environment["WINDOW_SEEDS"]?.split(separator: "-").compactMap {
      UInt64($0)
    }
    guard let wanted, let first = wanted.first, let last = wanted.last else {
      return Array(0..<UInt64(TestRun.count(4, quick: 1, full: 200)))
    }
    return Array(first...last)
  }

  // MARK: Shortening

  /// What is left of steps that end with a fault when steps are left out without which there is one still.
  private static func shortened(
    _ steps: [[WindowStep]], from start: WindowModel, _ fault: String
  ) async throws -> ([[WindowStep]], String) {
    var (steps, fault) = (steps, fault)
    let deadline = ContinuousClock.now + .seconds(90)
    var size = steps.count / 2
    while size > 0 {
      var place = 0
      while place < steps.count, ContinuousClock.now < deadline {
        var shorter = steps
        shorter.removeSubrange(place..<min(place + size, steps.count))
        if let (end, found) = try await firstFault(of: shorter, from: start) {
          (steps, fault) = (Array(shorter[...end]), found)
        } else {
          place += size
        }
      }
      size /= 2
    }
    for turn in steps.indices.reversed() where steps.indices.contains(turn) && steps[turn].count > 1 {
      for step in steps[turn].indices.reversed() where steps.indices.contains(turn) && steps[turn].count > 1 {
        var shorter = steps
        shorter[turn].remove(at: step)
        if let (end, found) = try await firstFault(of: shorter, from: start) {
          (steps, fault) = (Array(shorter[...end]), found)
        }
      }
    }
    return (steps, fault)
  }

  /// - Returns: The number of the first turn after which the window is another one than its model, and how they differ; nil if there
  ///   is none.
  private static func firstFault(of steps: [[WindowStep]], from start: WindowModel) async throws -> (
    Int, String
  )? {
    let window = try await ModelledWindow(start)
    defer { window.close() }
    for (number, turn) in steps.enumerated() {
      if let fault = try await window.play(turn, within: .milliseconds(1_500)) { return (number, fault) }
    }
    return nil
  }
}
