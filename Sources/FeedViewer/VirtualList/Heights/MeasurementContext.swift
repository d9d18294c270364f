import LayoutCore

/// Everything besides the item itself that a row's height depends on: a height is valid in the context it was measured in.
struct MeasurementContext: Equatable {
  /// The list's width in logical pixels; positive.
  var width: Int
  /// What a section index takes from the width of every row, in logical pixels.
  var sectionIndexWidth = 0
  /// What a style sheet puts around rows, around headers and around footers.
  var boxes = ElementBoxes()
  /// What is drawn below each row.
  var separator = SeparatorStyle.singleLine
  var environment: LayoutEnvironment

  /// The width by which cached heights are distinguished; positive. A style sheet's part of it is the same for
  /// all heights that are kept.
  var keyWidth: Int { width - sectionIndexWidth }
  var grid: PixelGrid { PixelGrid(scale: environment.scale) }

  /// What the style sheet adds to the height of an element, in device pixels.
  func boxHeight(of kind: ListElement.Kind) -> Int {
    let height = boxes[kind].vertical
    return height == 0 ? 0 : grid.devicePixels(Double(height))
  }

  /// The height of an element in the list, in device pixels: a row without height has no box either.
  ///
  /// - Parameter layoutHeight: Of its layout with its separator, in device pixels.
  func height(ofLayout layoutHeight: Int, _ kind: ListElement.Kind) -> Int {
    layoutHeight == 0 ? 0 : layoutHeight + boxHeight(of: kind)
  }

  /// What elements of a kind are laid out with.
  func metrics(of kind: ListElement.Kind) -> RowMetrics {
    RowMetrics(
      width: Double(width - boxes[kind].horizontal), sectionIndexWidth: Double(sectionIndexWidth),
      separator: kind == .row ? separator : .none)
  }
}

/// What a style sheet puts around the elements of each kind.
struct ElementBoxes: Equatable {
  private var row = CSSBoxInsets()
  private var header = CSSBoxInsets()
  private var footer = CSSBoxInsets()

  subscript(kind: ListElement.Kind) -> CSSBoxInsets {
    get {
      switch kind {
      case .row: row
      case .header: header
      case .footer: footer
      }
    }
    set {
      switch kind {
      case .row: row = newValue
      case .header: header = newValue
      case .footer: footer = newValue
      }
    }
  }
}

extension ListElement {
  nonisolated enum Kind: CaseIterable { case row, header, footer }

  nonisolated var kind: Kind {
    switch self {
    case .row: .row
    case .header: .header
    case .footer: .footer
    }
  }

  /// Whether it is a row, and not a header or footer.
  nonisolated var isRow: Bool { if case .row = self { true } else { false } }
}
