import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Prepared rows are not freed and made again while a list wavers at the edge of a range.
@Suite("Deferred exits", .serialized, .needsDisplay)
struct DeferredExitTests {
  /// Counts the drawings that are made, by the rows' texts.
  private final class Drawings {
    static var made: [String: Int] = [:]
  }

  private nonisolated struct CountedTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? {
      MessageTemplate().makeElement(for: content)
    }
    @MainActor func makeDrawing(of content: MessageContent, in context: RowDrawingContext) -> (
      any RowDrawing
    )? {
      Drawings.made[content.text, default: 0] += 1
      return nil
    }
  }

  /// Takes a row that is ready to be drawn, but not on screen, out of the display range and brings it back.
  ///
  /// - Parameter isQuick: Whether it comes back before the main loop does anything less urgent.
  /// - Returns: How often the row's drawing was made meanwhile.
  private func drawingsOfARowThatLeavesAndComesBack(isQuick: Bool) throws -> Int {
    let rows = MessageList.rows(0..<400).map { row in
      var row = row
      row.template = "counted"
      return row
    }
    let messages = MessageList([MessageList.Section(name: "A", rows: rows)]) {
      $0.register(CountedTemplate(), as: "counted")
    }
    defer { messages.close() }
    let list = messages.list
    let idle = list.idle
    expect(messages.finishPrecache())
    expect(Display.settle { idle.isPreparationFinished })
    let element = try require(idle.displayedElements.filter { list.pool.view(of: $0) == nil }.max())
    guard case .row(let row) = element else { return -1 }
    let wide = list.rangeTunings
    var narrow = wide
    narrow[idle.ranges.mode, .display] = RangeTuning(leading: 0, trailing: 0)
    Drawings.made = [:]
    list.rangeTunings = narrow
    // The ranges are updated before any other idle work.
    expect(Display.settle { !idle.ranges.contains(element, in: .display) })
    expect(idle.displayedElements.contains(element))
    if !isQuick { expect(Display.settle { !idle.displayedElements.contains(element) }) }
    list.rangeTunings = wide
    expect(Display.settle { idle.ranges.contains(element, in: .display) })
    messages.settle()
    expect(Display.settle { idle.isPreparationFinished && idle.displayedElements.contains(element) })
    expect(list.pool.view(of: element) == nil)
    return Drawings.made[rows[row.row].text, default: 0]
  }

  @Test func reenteringRowWithinALoopIterationKeepsItsDrawing() throws {
    let made = try drawingsOfARowThatLeavesAndComesBack(isQuick: true)
    expect(made, equals: 0)
  }

  @Test func rowReenteringLaterIsPreparedAgain() throws {
    let made = try drawingsOfARowThatLeavesAndComesBack(isQuick: false)
    expect(made, equals: 1)
  }
}
