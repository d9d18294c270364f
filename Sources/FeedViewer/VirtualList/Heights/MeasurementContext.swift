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
  /// What is drawn below each row.
  var separator = SeparatorStyle.singleLine
  var environment: LayoutEnvironment

  /// What tells heights of one list width from those of another; positive. A style sheet's part of it is the same for
  /// all heights that are kept.
  var keyWidth: Int { width - sectionIndexWidth }
  var grid: PixelGrid { PixelGrid(scale: environment.scale) }

  func box(isRow: Bool) -> CSSBoxInsets { isRow ? rowBox : headerBox }

  /// What the style sheet adds to the height of a row or header, in device pixels.
  func boxHeight(isRow: Bool) -> Int {
    let height = box(isRow: isRow).vertical
    return height == 0 ? 0 : grid.devicePixels(Double(height))
  }

  /// What rows, or headers and footers, are laid out with.
  func metrics(isRow: Bool) -> RowMetrics {
    RowMetrics(
      width: Double(width - box(isRow: isRow).horizontal), sectionIndexWidth: Double(sectionIndexWidth),
      separator: isRow ? separator : .none)
  }
}

extension ListElement {
  /// Whether it is a row, and not a header or footer.
  nonisolated var isRow: Bool { if case .row = self { true } else { false } }
}
