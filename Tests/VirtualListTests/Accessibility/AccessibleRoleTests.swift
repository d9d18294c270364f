import CGtk
import Expectations
import GtkInterop
import LayoutCore
import PangoText
import Testing

@testable import VirtualList

/// What assistive tools take elements for, and what they can do with rows.
@Suite("Accessible roles", .serialized, .needsDisplay)
struct AccessibleRoleTests {
  private nonisolated struct RoleTemplate: RowTemplate {
    let accessibleRole: AccessibleRole?
    func makeElement(for content: MessageContent) -> LayoutElement? {
      .text(content.text, style: TextStyle())
    }
    func accessory(of content: MessageContent) -> Accessory { content.accessory }
  }

  private func role(of element: ListElement, in messages: MessageList) -> GtkAccessibleRole? {
    messages.list.pool.view(of: element).map { gtk_accessible_get_accessible_role($0.widget.pointer.opaque) }
  }

  @Test func elementsHaveTheRoleOfTheirKindUnlessTheirTemplateSetsOne() {
    let rows = ["message", "button", "heading", "message"].enumerated().map {
      MessageList.Row(key: "m\($0)", text: "text \($0)", template: TemplateIdentifier(stringLiteral: $1))
    }
    let messages = MessageList([
      MessageList.Section(name: "A", hasHeader: true, hasFooter: true, rows: rows)
    ]) {
      $0.register(RoleTemplate(accessibleRole: .button), as: "button")
      $0.register(RoleTemplate(accessibleRole: .heading), as: "heading")
    }
    defer { messages.close() }
    expect(role(of: .header(0), in: messages), equals: GTK_ACCESSIBLE_ROLE_HEADING)
    expect(role(of: .footer(0), in: messages), equals: GTK_ACCESSIBLE_ROLE_GROUP)
    let expected = [
      GTK_ACCESSIBLE_ROLE_LIST_ITEM, GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_HEADING,
      GTK_ACCESSIBLE_ROLE_LIST_ITEM,
    ]
    for (row, expected) in expected.enumerated() {
      expect(role(of: .row(0, row), in: messages), equals: expected, "\(row)")
    }
    // An item that becomes another kind of thing gets another widget.
    messages.sections[0].rows[1].template = "message"
    messages.sections[0].rows[1].revision += 1
    messages.list.reloadRows([RowIndexPath(0, 1)])
    messages.settle()
    expect(role(of: .row(0, 1), in: messages), equals: GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    // All have the look of rows.
    let name = messages.list.pool.view(of: .row(0, 2)).map {
      String(cString: gtk_widget_get_css_name($0.widget.pointer))
    }
    expect(name, equals: "feedrow")
  }

  @Test func everyRoleIsOneOfGtksOwn() {
    expect(Set(AccessibleRole.allCases.map(\.gtkRole.rawValue)).count, equals: AccessibleRole.allCases.count)
  }

  private func makeAccessories() -> MessageList {
    let kinds: [Accessory] = [.none, .detail, .detailDisclosure, .disclosure, .custom(width: 20)]
    return MessageList([
      MessageList.Section(
        name: "A",
        rows: kinds.enumerated().map { MessageList.Row(key: "m\($0)", text: "text", accessory: $1) })
    ])
  }

  @Test func altReturnActivatesTheDetailButtonOfTheCursorsRow() {
    let messages = makeAccessories()
    defer { messages.close() }
    let list = messages.list
    let alt = GDK_ALT_MASK.rawValue
    expect(list.keyPressed(UInt32(GDK_KEY_Return), modifiers: alt), equals: .unhandled)
    for row in 0..<5 {
      list.select(RowIndexPath(0, row))
      let hasButton = [1, 2, 4].contains(row)
      for key in [GDK_KEY_Return, GDK_KEY_KP_Enter] {
        expect(list.keyPressed(UInt32(key), modifiers: alt), equals: hasButton ? .handled : .unhandled)
      }
    }
    expect(messages.accessoriesActivated.map(\.row), equals: [1, 1, 2, 2, 4, 4])
    expect(messages.activated.isEmpty)
  }

  /// AT-SPI lists the actions of a widget's own action groups.
  @Test func rowsOfferTheirActionsToAssistiveTools() throws {
    let messages = makeAccessories()
    defer { messages.close() }
    let list = messages.list
    func perform(_ action: String, onRow row: Int) throws -> Bool {
      let view = try require(list.pool.view(of: .row(0, row)))
      return gtk_widget_activate_action_variant(view.widget.pointer, action, nil) != 0
    }
    try expect(perform("row.activate", onRow: 3))
    expect(messages.activated, equals: [RowIndexPath(0, 3)])
    expect(list.selectedRow, equals: RowIndexPath(0, 3))
    for row in 0..<5 { _ = try perform("row.details", onRow: row) }
    expect(messages.accessoriesActivated.map(\.row), equals: [1, 2, 4])
    let deleting = DeletingDelegate(messages)
    try expect(perform("row.perform", onRow: 2))
    // Offered when the row was shown; its delegate had no action then.
    expect(deleting.performed.isEmpty)
    list.reloadData()
    messages.settle()
    try expect(perform("row.perform", onRow: 2))
    expect(deleting.performed, equals: [[RowIndexPath(0, 2)]])
    expect(list.rowCounts, equals: [4])
  }
}
