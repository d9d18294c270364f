/// What stands at the trailing end of a row and narrows its content.
public enum Accessory: Hashable, Sendable {
  case none
  case disclosure
  case detailDisclosure
  case checkmark
  case detail
  /// A view of the caller's own, this many logical pixels wide.
  case custom(width: Double)

  /// Logical pixels that the content loses, as in UITableView+FDTemplateLayoutCell.
  public var width: Double {
    switch self {
    case .none: 0
    case .disclosure: 34
    case .detailDisclosure: 68
    case .checkmark: 40
    case .detail: 48
    case .custom(let width): 16 + width
    }
  }
}
