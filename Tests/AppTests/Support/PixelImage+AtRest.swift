import GtkInterop
import Expectations
import WidgetTesting

extension PixelImage {
  /// A widget as it was drawn last, when nothing more changes.
  ///
  /// - Parameters:
  ///   - prepare: Called before each look at the widget.
  ///   - isReady: Whether what is drawn is not only still, but what is waited for.
  static func atRest(
    _ widget: WidgetPointer, prepare: () -> Void = {}, until isReady: (PixelImage) -> Bool = { _ in true }
  ) async throws -> PixelImage {
    var drawn: PixelImage?
    try await expect(
      MainLoop.settle(lasting: .milliseconds(50)) {
        prepare()
        let before = drawn
        drawn = PixelImage(lastFrameOf: widget)
        return drawn != nil && drawn == before && drawn.map(isReady) == true
      })
    return try require(drawn)
  }
}
