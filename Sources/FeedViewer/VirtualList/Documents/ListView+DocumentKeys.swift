import CGtk
import GtkInterop
import LayoutCore

/// Keys in a list whose rows are parts of one text: they scroll.
extension ListView {
  /// How far an arrow key scrolls, in logical pixels.
  private static let lineStep = 56.0

  func documentKeyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let others = GDK_ALT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers & others == 0 else { return .unhandled }
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    switch Int32(key) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: scrollByLine(forward: false)
    case GDK_KEY_Down, GDK_KEY_KP_Down: scrollByLine(forward: true)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: scrollByPage(forward: false)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: scrollByPage(forward: true)
    case GDK_KEY_space: scrollByPage(forward: !isShift)
    case GDK_KEY_Home, GDK_KEY_KP_Home: scrollToEnd(forward: false)
    case GDK_KEY_End, GDK_KEY_KP_End: scrollToEnd(forward: true)
    default: return .unhandled
    }
    idle.userScrolled()
    return .handled
  }

  /// Scrolls by about two lines of text.
  public func scrollByLine(forward: Bool) {
    scroll(byLogicalPixels: forward ? Self.lineStep : -Self.lineStep)
  }

  /// Scrolls by the height of the viewport, less what stays in view.
  ///
  /// - Returns: Whether there was anything left to scroll.
  @discardableResult
  public func scrollByPage(forward: Bool) -> Bool {
    let before = contentOffset
    let page = Double(pageHeight) / scrollState.origin.scale
    let distance = max(page - Self.lineStep, Self.lineStep)
    scroll(byLogicalPixels: forward ? distance : -distance)
    return contentOffset != before
  }

  /// Scrolls by a distance, downwards if it is positive.
  public func scroll(byLogicalPixels distance: Double) {
    scroll(by: Int((distance * scrollState.origin.scale).rounded()))
  }

  /// Scrolls to the beginning or the end of the list.
  public func scrollToEnd(forward: Bool) {
    guard geometry.elementCount > 0, let first = geometry.firstElement, let last = geometry.lastElement else {
      return
    }
    scroll(to: forward ? last : first, alignment: forward ? .bottom : .top)
  }
}
