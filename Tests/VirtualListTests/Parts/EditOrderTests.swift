import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// The order in which `EditPipeline` applies edits and calls completions, without a list.
@Suite(.serialized, .needsDisplay)
struct EditOrderTests {
  /// An owner of a pipeline that records what the pipeline asks of it.
  private final class Owner {
    let pipeline = EditPipeline()
    var isBlocked = false
    var rowCount = 10
    /// Whether a layout is going to come.
    var isShown = true
    private(set) var log: [String] = []
    var onApply: () -> Void = {}

    init() {
      pipeline.isBlocked = { [unowned self] in isBlocked }
      pipeline.currentSections = { [unowned self] in [SectionShape(rowCount: rowCount)] }
      pipeline.requestLayout = { [unowned self] in isShown }
      pipeline.apply = { [unowned self] entry, isLast in
        let edit =
          switch entry.edit {
          case .reload(let invalidates): invalidates ? "reload" : "reload keeping heights"
          case .edits(let edits): "\(edits.count) edits"
          case .change: "change"
          case .arrival(let rows): "content of \(rows.count) rows"
          }
        log.append("\(edit) to \(entry.sections[0].rowCount)\(isLast ? "" : ", more")")
        onApply()
      }
    }

    func delete(_ row: Int) {
      rowCount -= 1
      pipeline.make(.deleteRows([RowIndexPath(0, row)]))
    }

    func note(_ text: String) { log.append(text) }
  }

  @Test func editIsAppliedAtOnce() {
    let owner = Owner()
    owner.delete(0)
    expect(owner.log, equals: ["1 edits to 9"])
    expect(owner.pipeline.isEmpty)
  }

  @Test func blockedEditsAreAppliedLaterInTheirOrder() {
    let owner = Owner()
    owner.isBlocked = true
    owner.delete(0)
    owner.delete(0)
    expect(owner.log.isEmpty && !owner.pipeline.isEmpty)
    owner.isBlocked = false
    expect(Display.settle { owner.pipeline.isEmpty })
    expect(owner.log, equals: ["1 edits to 9, more", "1 edits to 8"])
  }

  @Test func editMadeWhileAnotherIsAppliedFollowsIt() {
    let owner = Owner()
    owner.onApply = { [unowned owner] in
      owner.onApply = {}
      owner.pipeline.postponing { owner.delete(0) }
      owner.note("followed")
    }
    owner.delete(0)
    expect(owner.log, equals: ["1 edits to 9", "followed", "1 edits to 8"])
  }

  @Test func postponedEditWaitsForTheLoop() {
    let owner = Owner()
    owner.pipeline.postponing { owner.delete(0) }
    expect(owner.log.isEmpty && !owner.pipeline.isEmpty)
    expect(Display.settle { owner.log == ["1 edits to 9"] })
  }

  @Test func nestedBatchesAreOneEdit() {
    let owner = Owner()
    owner.pipeline.performBatch(
      {
        owner.delete(0)
        owner.pipeline.performBatch({ owner.delete(1) }, completion: { owner.note("inner") })
        owner.delete(2)
        expect(owner.log.isEmpty)
      }, completion: { owner.note("outer") })
    expect(owner.log, equals: ["3 edits to 7"])
    owner.pipeline.layoutEnded()
    expect(Display.settle { owner.log.count == 3 })
    expect(owner.log, equals: ["3 edits to 7", "inner", "outer"])
  }

  @Test func completionIsCalledFromTheLoopAfterTheLayout() {
    let owner = Owner()
    owner.pipeline.performBatch({ owner.delete(0) }, completion: { owner.note("completed") })
    Display.run(seconds: 0.02)
    expect(owner.log, equals: ["1 edits to 9"])
    owner.pipeline.layoutEnded()
    expect(owner.log, equals: ["1 edits to 9"])
    expect(Display.settle { owner.log == ["1 edits to 9", "completed"] })
  }

  @Test func hiddenListCompletesWithoutALayout() {
    let owner = Owner()
    owner.isShown = false
    owner.pipeline.performBatch({ owner.delete(0) }, completion: { owner.note("completed") })
    expect(owner.log, equals: ["1 edits to 9"])
    expect(Display.settle { owner.log == ["1 edits to 9", "completed"] })
  }

  @Test func reloadReplacesQueuedEdits() {
    let owner = Owner()
    owner.isBlocked = true
    owner.pipeline.performBatch({ owner.delete(0) }, completion: { owner.note("completed") })
    owner.rowCount = 3
    owner.pipeline.reload(invalidatingHeights: false)
    owner.isBlocked = false
    expect(Display.settle { owner.pipeline.isEmpty })
    // The rows moved before the reload: kept heights would be those of others.
    expect(owner.log, equals: ["reload to 3"])
    owner.pipeline.layoutEnded()
    expect(Display.settle { owner.log == ["reload to 3", "completed"] })
  }

  @Test func reloadKeepsHeightsOnlyWithoutOtherEdits() {
    let owner = Owner()
    owner.pipeline.reload(invalidatingHeights: false)
    owner.pipeline.performBatch({ owner.pipeline.reload(invalidatingHeights: false) }, completion: nil)
    owner.pipeline.performBatch(
      {
        owner.pipeline.reload(invalidatingHeights: false)
        owner.delete(0)
      }, completion: nil)
    expect(
      owner.log, equals: ["reload keeping heights to 10", "reload keeping heights to 10", "reload to 9"])
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
    expect(owner.log, equals: ["1 edits to 9"])
  }
}
