import Expectations
import LayoutCore
import PangoText
import Testing

@testable import VirtualList

@Suite(.serialized, .needsDisplay)
struct PrecacheBatchesTests {
  private nonisolated final class Content: Sendable {}

  private struct Template: RowTemplate {
    func makeElement(for content: Content) -> LayoutElement? { .box(width: 10, height: 10) }
  }

  private final class Reference {
    weak var content: Content?
    init(_ content: Content) { self.content = content }
  }

  /// If measuring is slower than the workers, some rows always wait.
  @Test func takenRowsAreReleasedWhileOthersWait() {
    let batches = PrecacheBatches()
    let text = TextSystem(font: "Sans 10")
    var references: [Reference] = []
    var taken = 0
    for batch in 0..<40 {
      let requests = (0..<100).map { row in
        let content = Content()
        references.append(Reference(content))
        return RowPreparation.Request(
          row: RowIndexPath(batch, row),
          identity: ItemIdentity(template: "row", key: ItemKey("\(batch) \(row)"), revision: 0),
          template: Template(), content: .ready(content))
      }
      batches.send(
        requests, in: text.environment,
        under: MeasurementContext(width: 400, environment: LayoutEnvironment()))
      expect(Display.settle { batches.areAllReturned })
      // One row is always left.
      for _ in 0..<(batch == 0 ? 99 : 100) {
        let row = batches.takeReadyRow()?.request.row
        expect(row, equals: RowIndexPath(taken / 100, taken % 100))
        taken += 1
      }
      expect(batches.hasReadyRows)
      // Workers hold the last batches a little longer.
      expect(Display.settle { references.count { $0.content != nil } <= 300 })
    }
    expect(batches.takeReadyRow() != nil)
    expect(batches.takeReadyRow() == nil && !batches.hasReadyRows)
  }
}
