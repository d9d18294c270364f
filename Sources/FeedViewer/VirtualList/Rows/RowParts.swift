import CGtk
import GtkInterop
import LayoutCore

/// Widgets inside a row's widget, for assistive tools and the keyboard. Rows draw themselves; these widgets are not drawn.
package protocol RowParts: AnyObject {
  /// The row's widget is about to show another item, or none.
  func itemChanged()
  /// The row's widget is being allocated: gives the widgets in it their places.
  func allocate()
  /// Draws over the row.
  ///
  /// - Parameter snapshot: A GtkSnapshot whose origin is the row's top left corner, in logical pixels.
  func snapshot(on snapshot: OpaquePointer)
  /// Takes the widgets out of the row's widget, which ends.
  func remove()
}

/// Puts widgets into the rows of a list.
package protocol RowPartsOwner: AnyObject {
  /// The list has been laid out; widgets must not be added or changed here.
  func listWasLaidOut()
  /// The list has not been laid out for a while: the time to add and change widgets in rows.
  func listIsAtRest()
  /// Rows that keep their widgets wherever they are scrolled to.
  var keptRows: [RowIndexPath] { get }
  /// Moves the keyboard focus in a direction, into the list, inside it, or out of it.
  ///
  /// - Returns: Whether the list contains the focus afterwards.
  func moveFocus(_ direction: GtkDirectionType) -> Bool
}

/// A row on screen, for those who put widgets into it.
package struct RowOnScreen {
  /// A text of the row as it is drawn, or the part of a long line that is in view.
  package struct Text {
    /// Where it is seen, in the row's logical pixels.
    package let frame: Rect
    private let placed: RowPainter.PlacedText
    /// Of a long line.
    private let part: RowPainter.PlacedText.Part?

    fileprivate init(_ placed: RowPainter.PlacedText, _ view: SidewaysView?) {
      self.placed = placed
      let moved = view?.displacement ?? 0
      part = placed.isDivided ? placed.part(atX: (view?.clip.minX ?? 0) - moved) : nil
      var frame = part?.frame ?? placed.frame
      frame.origin.x += moved
      self.frame = frame
    }

    package var string: String {
      guard let part else { return placed.string }
      let start = placed.string.utf8.index(placed.string.startIndex, offsetBy: part.bytes.lowerBound)
      let end = placed.string.utf8.index(start, offsetBy: part.bytes.count)
      return String(placed.string[start..<end])
    }
    package var tag: ElementTag? { placed.tag }
    /// The PangoLayout that is drawn; it must not be changed.
    package var layout: OpaquePointer { (part?.layout ?? placed.layout).pointer }
  }

  package let row: RowIndexPath
  package let widget: WidgetPointer
  /// In the order of their tags.
  package let texts: [Text]
  /// What draws the row: another one if the row looks different.
  package let painter: AnyObject
  private let view: RowView

  init(_ row: RowIndexPath, _ view: RowView, _ painter: RowPainter) {
    self.row = row
    self.view = view
    self.painter = painter
    widget = view.widget.pointer
    let view = painter.drawing?.sidewaysView
    texts = painter.texts.map { Text($0, painter.scrollsSideways($0) ? view : nil) }
  }

  /// The widgets in the row's widget. They stay when the row's widget is recycled for another row.
  package var parts: (any RowParts)? { view.parts }

  package func setParts(_ parts: any RowParts) { view.parts = parts }

  /// The rectangles of a part of a text, one or more for each line, in the row's logical pixels.
  package func rectangles(ofText number: Int, bytes: Range<Int>) -> [Rect] {
    view.painter?.rectangles(ofText: number, bytes: bytes) ?? []
  }

  /// The frame of an element in the row's logical pixels; nil if the layout has none with the tag.
  package func frame(of tag: ElementTag) -> Rect? { view.painter?.frame(of: tag) }
}
