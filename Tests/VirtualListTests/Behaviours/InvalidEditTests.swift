import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Invalid calls end the program with a sentence that names the mistake.
@Suite("Invalid edits", .serialized, .needsDisplay)
struct InvalidEditTests {
  nonisolated enum Mistake: String, CaseIterable, Codable, Sendable {
    case insertsWithoutARow, insertsBeyondTheEnd, deletesWhatIsNotThere, deletesTwice, reloadsAndDeletes
    case deletesASectionThatIsNotThere, changesWithoutAnEdit, appliesAStaleChange
    case unknownTemplate, contentOfAnotherType, scrollsToNoRow, selectsNoRow

    var sentence: String {
      switch self {
      case .insertsWithoutARow: "10 rows before, 1 inserted and 0 deleted make 11, but there are 10 after."
      case .insertsBeyondTheEnd: "Can't insert row 0:99: section 0 has 11 rows."
      case .deletesWhatIsNotThere: "Can't delete row 0:10: section 0 has 10 rows."
      case .deletesTwice: "Row 0:3 is deleted or moved twice."
      case .reloadsAndDeletes: "Row 0:3 is both reloaded and deleted or moved."
      case .deletesASectionThatIsNotThere: "Can't delete section 1: there are 1 sections."
      case .changesWithoutAnEdit: "10 rows before, 0 inserted and 0 deleted make 10, but there are 9 after."
      case .appliesAStaleChange: "The change does not lead from what the list showed to its data source: "
      case .unknownTemplate: "No template is registered as \"unknown\"; known are: message."
      case .contentOfAnotherType:
        "OtherTemplate shows values of Int, but the data source gave one of MessageContent."
      case .scrollsToNoRow: "Section 0 has 10 rows, not row 10."
      case .selectsNoRow: "A list of 1 sections has no row 1:0."
      }
    }

    @MainActor func make(in messages: MessageList) {
      let list = messages.list
      func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }
      switch self {
      case .insertsWithoutARow: list.insertRows([row(0)])
      case .insertsBeyondTheEnd:
        messages.sections[0].rows.append(.init(key: "new", text: "new"))
        list.insertRows([row(99)])
      case .deletesWhatIsNotThere: list.deleteRows([row(10)])
      case .deletesTwice: list.deleteRows([row(3), row(3)])
      case .reloadsAndDeletes:
        messages.sections[0].rows.remove(at: 3)
        list.performBatchUpdates {
          list.deleteRows([row(3)])
          list.reloadRows([row(3)])
        }
      case .deletesASectionThatIsNotThere: list.deleteSections([1])
      case .changesWithoutAnEdit:
        messages.sections[0].rows.removeLast()
        list.performBatchUpdates {}
      case .appliesAStaleChange:
        let row = { (key: String) in SectionKeys.Row(key: key, revision: 0) }
        list.apply(
          .difference(
            from: [SectionKeys(key: "A", rows: ["a", "b"].map(row))],
            to: [SectionKeys(key: "A", rows: ["a"].map(row))]))
      case .unknownTemplate:
        messages.sections[0].rows[0] = .init(key: "new", text: "new", template: "unknown")
        list.reloadRows([row(0)])
      case .contentOfAnotherType:
        list.register(OtherTemplate(), as: "other")
        messages.sections[0].rows[0] = .init(key: "new", text: "new", template: "other")
        list.reloadRows([row(0)])
      case .scrollsToNoRow: list.scroll(to: .row(row(10)))
      case .selectsNoRow: list.select(RowIndexPath(1, 0))
      }
      messages.settle()
    }
  }

  nonisolated struct OtherTemplate: RowTemplate {
    func makeElement(for content: Int) -> LayoutElement? { .box(width: 10, height: 10) }
  }

  @Test(arguments: Mistake.allCases)
  func invalidCallsTrapWithASentence(mistake: Mistake) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      await MainActor.run {
        precondition(Display.isAvailable)
        let messages = MessageList([MessageList.Section(name: "A", rows: MessageList.rows(0..<10))])
        mistake.make(in: messages)
      }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(errors.contains(mistake.sentence), "\(errors.prefix(2_000))")
  }

  /// The same window without a mistake.
  @Test func validCallsDoNotTrap() async throws {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        precondition(Display.isAvailable)
        let messages = MessageList([MessageList.Section(name: "A", rows: MessageList.rows(0..<10))])
        messages.list.scroll(to: .row(0, 9))
        messages.delete(9..<10)
        messages.settle()
        precondition(messages.list.rowCounts == [9])
      }
    }
  }
}
