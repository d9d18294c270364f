import CGtk
import GtkInterop

/// Forwards GTK's requests from a list's widget to the list, so that they are not part of the list's public interface.
final class ListWidgetDelegate: @MainActor ScrollableWidgetDelegate {
  weak var list: ListView?

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    list?.measure(orientation) ?? (0, 0)
  }

  func allocate(width: Int, height: Int) { list?.allocate(width: width, height: height) }

  func snapshot(_ snapshot: OpaquePointer) { list?.snapshot(snapshot) }

  func moveFocus(_ direction: GtkDirectionType) -> Bool? { list?.moveFocus(direction) }

  func environmentChanged() { list?.environmentChanged() }

  func dispose() { list?.dispose() }

  func adjustment(for orientation: GtkOrientation) -> UnsafeMutablePointer<GtkAdjustment>? {
    list?.scrollState.port.adjustment(for: orientation)
  }

  func setAdjustment(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, for orientation: GtkOrientation
  ) {
    list?.scrollState.port.setAdjustment(adjustment, for: orientation)
  }
}
