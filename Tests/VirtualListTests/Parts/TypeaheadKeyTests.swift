import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// The keys that typeahead uses, without a list.
@Suite(.serialized, .needsDisplay)
struct TypeaheadKeyTests {
  private let typeahead = Typeahead()

  private func press(_ key: Int32, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)) -> Bool {
    typeahead.keyPressed(UInt32(key), modifiers: modifiers.rawValue)
  }

  /// Searches three rows of the second section.
  private func search(_ texts: [String?], from cursor: RowIndexPath? = nil) {
    typeahead.rowCounts = { [0, texts.count] }
    typeahead.cursor = { cursor }
    typeahead.text = { texts[$0.row] }
  }

  @Test func otherKeysAreNotUsed() {
    search(["ant"])
    expect(!press(GDK_KEY_Down) && !press(GDK_KEY_Return) && !press(GDK_KEY_dead_acute))
    expect(!press(GDK_KEY_a, GDK_CONTROL_MASK))
    expect(!typeahead.isTyping)
  }

  @Test func lettersAreUsedOnlyIfTheCursorsOrTheFirstRowHasAText() {
    search([nil, "bee", nil], from: RowIndexPath(1, 2))
    expect(!press(GDK_KEY_b))
    search([nil, "bee", nil], from: RowIndexPath(1, 1))
    expect(press(GDK_KEY_b))
    search(["ant", nil], from: RowIndexPath(1, 1))
    expect(press(GDK_KEY_a))
    search([])
    expect(!press(GDK_KEY_a))
  }

  @Test func inputMethodGetsOnlyKeysThatCanBeginAText() {
    func accepts(_ key: Int32, _ modifiers: GdkModifierType = GdkModifierType(rawValue: 0)) -> Bool {
      typeahead.acceptsText(from: UInt32(key), modifiers: modifiers.rawValue)
    }
    search(["a b"])
    expect(accepts(GDK_KEY_a) && accepts(GDK_KEY_dead_acute) && accepts(GDK_KEY_Multi_key))
    expect(!accepts(GDK_KEY_Down) && !accepts(GDK_KEY_Return) && !accepts(GDK_KEY_Escape))
    expect(!accepts(GDK_KEY_a, GDK_CONTROL_MASK))
    expect(!accepts(GDK_KEY_space))
    typeahead.type("a")
    expect(accepts(GDK_KEY_space))
    search([nil])
    expect(!accepts(GDK_KEY_a))
  }
}
