import LayoutCore

/// Everything besides the item itself that a row's height depends on: a height is valid in the context it was measured in.
struct MeasurementContext: Equatable {
  /// The list's width in logical pixels; positive.
  var width: Int
  /// What a section index takes from the width of every row, in logical pixels.
  var sectionIndexWidth = 0
  /// What a style sheet puts around rows, and around headers.
  var rowBox = CSSBoxInsets()
  var headerBox = CSSBoxInsets()
  var environment: LayoutEnvironment

  /// The width that is left for a row's content, its accessory included; its height depends on no other. Not positive
  /// where a style sheet leaves no room: templates have a least width then, and what is beyond the row is clipped.
  var rowWidth: Int { width - sectionIndexWidth - rowBox.horizontal }

  /// What tells heights of one list width from those of another; positive. A style sheet's part of it is the same for
  /// all heights that are kept.
  var keyWidth: Int { width - sectionIndexWidth }
  var grid: PixelGrid { PixelGrid(scale: environment.scale) }

  func box(of template: TemplateIdentifier) -> CSSBoxInsets { template == .entry ? rowBox : headerBox }

  /// What the style sheet adds to the height of a row or header, in device pixels.
  func boxHeight(of template: TemplateIdentifier) -> Int {
    let height = box(of: template).vertical
    return height == 0 ? 0 : grid.devicePixels(Double(height))
  }
}
