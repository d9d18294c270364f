/// The control or sign at the trailing end of a row. It narrows the row's content by its `width`.
public enum Accessory: Hashable, Sendable {
  /// No accessory.
  case none
  /// A chevron: activating the row leads to another page.
  case disclosure
  /// A button for details, and a chevron.
  case detailDisclosure
  /// A check mark.
  case checkmark
  /// A button for details.
  case detail
  /// An accessory that the template draws itself, with its width in logical pixels.
  case custom(width: Double)

  /// The distance from a custom accessory to the row's trailing edge, in logical pixels.
  public static let customInset = 16.0

  /// The width that the accessory takes from the row, in logical pixels; the same on every display.
  ///
  /// The widths are those of UITableView, as UITableView-FDTemplateLayoutCell lists them.
  public var width: Double {
    switch self {
    case .none: 0
    case .disclosure: 34
    case .detailDisclosure: 68
    case .checkmark: 40
    case .detail: 48
    case .custom(let width): Self.customInset + width
    }
  }
}

/// What separates neighbouring rows.
public enum SeparatorStyle: Hashable, Sendable {
  /// Nothing.
  case none
  /// A line of one device pixel at the bottom of each row, which counts in the row's height. Rows of zero height have
  /// none.
  case singleLine
}
