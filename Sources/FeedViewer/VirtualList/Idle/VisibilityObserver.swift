import CGtk
import GtkInterop

/// Reports whether a widget is visible: it is mapped, and its window is not minimized, which does not unmap it.
final class VisibilityObserver {
  private let changed: (_ isVisible: Bool) -> Void
  private var windowState: WindowStateObserver?
  private var isMapped = false
  private(set) var isVisible = false

  /// Whether the widget's window is minimized.
  var isMinimized = false {
    didSet { update() }
  }

  /// - Parameters:
  ///   - widget: Must outlive this object.
  ///   - changed: Called with each change; the widget counts as hidden at first.
  init(of widget: WidgetPointer, changed: @escaping (_ isVisible: Bool) -> Void) {
    self.changed = changed
    Signal.connect(widget, "map") { [weak self] in
      self?.isMinimized = false
      self?.isMapped = true
      self?.update()
    }
    Signal.connect(widget, "unmap") { [weak self] in
      self?.isMapped = false
      self?.update()
    }
    windowState = WindowStateObserver(of: widget) { [weak self] in self?.isMinimized = $0 }
  }

  /// Stops reporting.
  func stop() { windowState?.stop() }

  private func update() {
    let isVisible = isMapped && !isMinimized
    guard isVisible != self.isVisible else { return }
    self.isVisible = isVisible
    changed(isVisible)
  }
}
