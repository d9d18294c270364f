/// What stands at the end of a row; it narrows the row's content.
public enum Accessory: Hashable, Sendable {
  case none, disclosure, detailDisclosure, checkmark, detail
  /// A view of its own, with its width in logical pixels.
  case custom(width: Double)

  /// From a custom view to the row's end, in logical pixels.
  public static let customInset = 16.0

  /// What it takes from the row's width, in logical pixels: UITableView's widths, on every display the same.
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

/// What is drawn between rows.
public enum SeparatorStyle: Hashable, Sendable {
  case none
  /// A line of one device pixel below each row.
  case singleLine
}
