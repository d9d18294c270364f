import Expectations
import Testing

@testable import LayoutCore

@Suite("Whether a batch is to be fetched")
struct BatchDecisionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isFetching = false
    var viewport = 100
    var content = 300
    var offset = 0
    var movesForward = true
    var isVisible = true
    var leadingScreens = 1.0
    var expected: Bool
  }

  /// The cases of Texture's own tests; its horizontal cases have the same numbers.
  static let cases = [
    Case(testDescription: "no viewport and no content", viewport: 0, content: 0, expected: false),
    Case(testDescription: "a batch is under way", isFetching: true, offset: 200, expected: false),
    Case(testDescription: "no leading screens", offset: 200, leadingScreens: 0, expected: false),
    Case(testDescription: "fewer than no leading screens", offset: 200, leadingScreens: -1, expected: false),
    Case(testDescription: "towards the beginning", offset: 200, movesForward: false, expected: false),
    Case(testDescription: "exactly the leading screens are left", offset: 100, expected: true),
    Case(testDescription: "a pixel more than the leading screens is left", offset: 99, expected: false),
    Case(testDescription: "less than the leading screens is left", offset: 150, expected: true),
    Case(testDescription: "beyond the end", offset: 400, expected: true),
    Case(testDescription: "content that does not fill the viewport", content: 75, expected: true),
    Case(
      testDescription: "content that does not fill a hidden viewport", content: 75, isVisible: false,
      expected: true),
    Case(
      testDescription: "content that does not fill the viewport, moving backward", content: 75,
      movesForward: false, expected: true),
    Case(testDescription: "hidden, at the end", offset: 200, isVisible: false, expected: false),
    Case(testDescription: "content as long as the viewport", content: 100, expected: true),
  ]

  @Test(arguments: cases)
  func batchesAreFetchedOnlyNearTheEnd(_ row: Case) {
    let situation = BatchSituation(
      viewportLength: row.viewport, contentLength: row.content, rowCount: 3, offset: row.offset,
      movesForward: row.movesForward, isVisible: row.isVisible)
    expect(
      BatchDecision.shouldFetch(
        situation, isFetching: row.isFetching, leadingScreens: row.leadingScreens), equals: row.expected)
  }

  @Test func anAdvisorGetsTheSecondsLeftAndOverridesTheHint() {
    var situation = BatchSituation(
      viewportLength: 100, contentLength: 1_100, rowCount: 10, offset: 400, velocity: 1_200)
    var heard: [(Double, Bool)] = []
    expect(
      BatchDecision.shouldFetch(situation, isFetching: false, leadingScreens: 2) {
        heard.append(($0, $1))
        return !$1
      })
    expect(heard.map(\.0) == [0.5] && heard.map(\.1) == [false])
    // The advisor is not called at rest.
    situation.velocity = 0
    expect(!BatchDecision.shouldFetch(situation, isFetching: false, leadingScreens: 2) { !$1 })
  }
}
