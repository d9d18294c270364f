import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// The list's scrolled window is laid out and drawn, whatever is laid out with it in a frame.
@Suite("Layout of the scrolled window", .serialized, .needsDisplay)
struct ScrolledWindowLayoutTests {
  /// GTK warns, and draws the list no more, if the scroll bar comes or goes in a layout of the list that began with an ancestor.
  @Test func theScrollBarComesAndGoesInALayoutThatBeganWithAnAncestor() {
    let short = (0..<6).map { ListFixture.Row(key: "\($0)", title: "Row \($0)", preview: "") }
    let fixture = ListFixture([short])
    defer { fixture.close() }
    // As the program's pages are: what lies over the list asks for its own place in the same layout.
    let overlay = gtk_overlay_new()!
    let note = gtk_label_new("1")!
    gtk_widget_set_halign(note, GTK_ALIGN_START)
    gtk_widget_set_valign(note, GTK_ALIGN_END)
    GObjectReference(retaining: fixture.scroller).use { scroller in
      gtk_window_set_child(fixture.window.cast(), nil)
      gtk_overlay_set_child(overlay.opaque, scroller)
    }
    gtk_overlay_add_overlay(overlay.opaque, note)
    gtk_window_set_child(fixture.window.cast(), overlay)
    fixture.settle()
    let height = fixture.list.geometry.totalHeight
    gtk_window_set_default_size(fixture.window.cast(), 480, Int32(height + 30))
    expect(Display.settle { fixture.list.pageHeight == height + 30 })
    fixture.settle()
    for round in 1...6 {
      let isLong = !round.isMultiple(of: 2)
      for row in short.indices {
        fixture.sections[0][row].preview = isLong ? String(repeating: "a long preview ", count: 30) : ""
        fixture.sections[0][row].revision += 1
      }
      fixture.list.redrawChangedRows()
      gtk_label_set_text(note.opaque, String(repeating: "1", count: round * 3))
      fixture.settle()
      expect(fixture.list.geometry.totalHeight > height + 30, equals: isLong)
    }
  }
}
