import LayoutCore

/// Everything that a row's height depends on besides its item. A height is valid in the context in which it was measured.
struct MeasurementContext: Equatable {
  /// The list's width in logical pixels; positive.
  var width: Int
  /// The width by which the section index makes rows narrower, in logical pixels.
  var sectionIndexWidth = 0
  /// The CSS boxes of rows, headers and footers.
  var boxes = ElementBoxes()
  /// The separator below each row.
  var separator = SeparatorStyle.singleLine
  var environment: LayoutEnvironment

  /// The content width, which is part of the caches' keys; positive. The CSS box is the same for all cached heights.
  var keyWidth: Int { width - sectionIndexWidth }
  var grid: PixelGrid { PixelGrid(scale: environment.scale) }

  /// The height of the CSS box around an element, in device pixels.
  func boxHeight(of kind: ListElement.Kind) -> Int {
    let height = boxes[kind].vertical
    return height == 0 ? 0 : grid.devicePixels(Double(height))
  }

  /// The height of an element in the list, in device pixels. An element whose layout has height 0 has no CSS box either.
  ///
  /// - Parameter layoutHeight: The height of its layout with the separator, in device pixels.
  func height(ofLayout layoutHeight: Int, _ kind: ListElement.Kind) -> Int {
    layoutHeight == 0 ? 0 : layoutHeight + boxHeight(of: kind)
  }

  /// The metrics for the layouts of elements of a kind.
  func metrics(of kind: ListElement.Kind) -> RowMetrics {
    RowMetrics(
      width: Double(width - boxes[kind].horizontal), sectionIndexWidth: Double(sectionIndexWidth),
      separator: kind == .row ? separator : .none)
  }
}

extension MeasurementContext: CustomStringConvertible {
  /// All of it but the generation, which counts the changes of one run, as a text that is the same in every run of the
  /// program. Names of cases are not taken from the compiler: programs in packages are built without them
  /// (`Package.swift`).
  var description: String {
    """
    width \(width) \(sectionIndexWidth)
    boxes \(ListElement.Kind.allCases.map { boxes[$0].description }.joined(separator: ", "))
    separator \(separator == .none ? "none" : "line")
    scale \(environment.scale) direction \(environment.direction == .rightToLeft ? "right to left" : "left to right")
    """
  }
}

/// The CSS boxes of the kinds of elements.
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
