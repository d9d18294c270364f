import LayoutCore

/// The floating origin: the offset in the content that corresponds to the adjustment's value 0.
///
/// GtkScrolledWindow's kinetic scrolling and touch drags keep absolute values, so the adjustment's `value` is
/// never rewritten during a motion. When rows above the viewport change their heights, the origin
/// moves instead, and with it the adjustment's bounds.
struct ScrollOrigin: Equatable {
  /// The content's offset at value 0, in device pixels.
  var offset = 0
  /// Device pixels in a logical pixel.
  var scale = 1.0

  /// The content's offset (device pixels) at an adjustment's value, rounded once: rows are placed from here.
  func contentOffset(atValue value: Double) -> Int { Int((value * scale).rounded()) + offset }

  /// The adjustment's value (logical pixels) at an offset of the content.
  func value(atContentOffset contentOffset: Int) -> Double { Double(contentOffset - offset) / scale }

  /// Puts value 0 in the middle of the range.
  ///
  /// GTK's overshooting compares positions with the bounds on the assumption that value 0 is inside them
  /// (gtkkineticscrolling.c); in the middle it is far from both ends.
  static func centered(contentHeight: Int, pageHeight: Int, scale: Double) -> ScrollOrigin {
    ScrollOrigin(offset: max(contentHeight - pageHeight, 0) / 2, scale: scale)
  }
}
