import CGtk
import GtkInterop

extension ListView {
  /// Takes the fingers for the list itself where there is a touch screen.
  ///
  /// GTK counts how often a widget is pressed, and ends the press of the widget that a finger is taken from. When two
  /// fingers zoom, that is another row than the one they were put on: that one would look pressed for good, and GTK would
  /// write a warning. Rows of a document do nothing with the pointer themselves.
  func connectTouchScreen() {
    Signal.connect(widget.pointer, "realize") { [weak self] in
      guard let self else { return }
      self.pool.areTargets = !TouchScreen.isPresent(for: self.widget.pointer)
    }
  }
}
