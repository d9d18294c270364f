import CGtk
import GtkInterop
import LayoutCore

/// PangoLayout's answers for one text in many constraints, from a layout that is kept, because comparisons would
/// otherwise spend most of their time on shaping.
package final class PangoReference {
  private let layout: GObjectReference<OpaquePointer>

  /// - Parameter system: The text system whose settings the layout has, as the layouts that draw rows.
  package init(_ text: TextElement, in system: TextSystem) {
    layout = system.makeLayout(text, in: LineConstraint(width: nil))
  }

  /// The extents of the text in `constraint`, and its lines.
  package func answer(in constraint: LineConstraint) -> (extents: TextExtents, lines: [TextLine]) {
    layout.use {
      // Pango 1.50 keeps the lines of a layout when only ellipsization changes (pango-layout.c,
      // `pango_layout_set_ellipsize`), but not when the width does.
      pango_layout_set_width($0, -1)
      PangoAnswer.apply(constraint, to: $0)
      return (PangoAnswer.extents(of: $0, in: constraint), PangoAnswer.lines(of: $0))
    }
  }

  /// The widths of the unwrapped text before each of its characters, in Pango units.
  package var prefixWidths: [PangoUnits] {
    layout.use { layout in
      pango_layout_set_width(layout, -1)
      let text = String(cString: pango_layout_get_text(layout))
      var byte: Int32 = 0
      return text.unicodeScalars.map { scalar in
        var place = PangoRectangle()
        pango_layout_index_to_pos(layout, byte, &place)
        byte += Int32(UTF8.width(scalar))
        return Int(place.x)
      }
    }
  }
}
