import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// What `EditPipeline` does with edits that wait, without a list. `BatchUpdateTests` have the order of edits and completions.
@Suite(.serialized, .needsDisplay)
struct EditOrderTests {
  /// An owner of a pipeline that records what the pipeline asks of it.
  private final class Owner {
    let pipeline = EditPipeline()
    var isBlocked = false
    private var rowCount = 10
    private(set) var log: [String] = []

    init() {
      pipeline.isBlocked = { [unowned self] in isBlocked }
      pipeline.currentSections = { [unowned self] in [SectionShape(rowCount: rowCount)] }
      pipeline.requestLayout = { true }
      pipeline.apply = { [unowned self] entry, _ in log.append("edit to \(entry.sections[0].rowCount)") }
    }

    func delete(_ row: Int) {
      rowCount -= 1
      pipeline.make(.deleteRows([RowIndexPath(0, row)]))
    }

    func note(_ text: String) { log.append(text) }
  }

  @Test func postponedEditWaitsForTheLoop() {
    let owner = Owner()
    owner.pipeline.postponing { owner.delete(0) }
    expect(owner.log.isEmpty && !owner.pipeline.isEmpty)
    expect(Display.settle { owner.log == ["edit to 9"] })
  }

  @Test func stoppedPipelineAppliesNoEditsAndCallsNoCompletions() {
    let owner = Owner()
    owner.pipeline.performBatch({ owner.delete(0) }, completion: { owner.note("completed") })
    owner.pipeline.layoutEnded()
    owner.isBlocked = true
    owner.delete(0)
    owner.pipeline.stop()
    owner.isBlocked = false
    Display.run(seconds: 0.05)
    expect(owner.log, equals: ["edit to 9"])
  }
}
