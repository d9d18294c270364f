/// The position of a child in a larger parent.
public struct RelativePlacement: Hashable, Sendable {
  /// The position along the horizontal axis.
  public var horizontal: Position
  /// The position along the vertical axis.
  public var vertical: Position
  /// The axes on which the parent is as small as the child.
  public var sizing: Sizing

  /// Creates a placement; by default the child is at the top leading corner and the parent fills its range.
  public init(horizontal: Position = .none, vertical: Position = .none, sizing: Sizing = .default) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.sizing = sizing
  }

  /// A position along one axis.
  public enum Position: Hashable, Sendable {
    /// At the start; the child is at least as large as the parent's minimum.
    case none
    /// At the start, as small as its content allows.
    case start
    /// In the middle, as small as its content allows.
    case center
    /// At the end, as small as its content allows.
    case end

    /// The fraction of the spare room that lies before the child.
    var share: Double {
      switch self {
      case .none, .start: 0
      case .center: 0.5
      case .end: 1
      }
    }
  }

  /// The axes on which the parent is as small as the child. On the others it fills a finite range.
  public enum Sizing: Hashable, Sendable {
    /// The parent fills its range on both axes.
    case `default`
    /// The parent is as narrow as the child.
    case minimumWidth
    /// The parent is as low as the child.
    case minimumHeight
    /// The parent is as small as the child on both axes.
    case minimumSize

    func shrinks(along axis: Axis) -> Bool {
      switch self {
      case .default: false
      case .minimumWidth: axis == .horizontal
      case .minimumHeight: axis == .vertical
      case .minimumSize: true
      }
    }
  }
}

/// The axes on which an element is centred.
public enum CenteredAxes: Hashable, Sendable {
  /// Centred between the leading and the trailing edge.
  case horizontal
  /// Centred between the top and the bottom.
  case vertical
  /// Centred on both axes.
  case both
}

/// The position of a badge on a corner of another element.
public struct CornerPlacement: Hashable, Sendable {
  /// The corner.
  public var location: Location
  /// The distance from the corner to the badge's centre in logical pixels; x grows from leading to trailing.
  public var offset: Point
  /// Whether the size includes the part of the badge that overhangs the element.
  public var includesCornerInSize: Bool

  /// Creates a placement on a corner.
  public init(_ location: Location, offset: Point = .zero, includesCornerInSize: Bool = false) {
    self.location = location
    self.offset = offset
    self.includesCornerInSize = includesCornerInSize
  }

  /// A corner of an element.
  public enum Location: Hashable, Sendable {
    /// The top corner on the leading side.
    case topLeading
    /// The top corner on the trailing side.
    case topTrailing
    /// The bottom corner on the leading side.
    case bottomLeading
    /// The bottom corner on the trailing side.
    case bottomTrailing
  }
}

/// The size of an absolute container.
public enum AbsoluteSizing: Hashable, Sendable {
  /// As large as the range allows where that is finite, else as the union of the children.
  case `default`
  /// As large as the union of the children.
  case sizeToFit
}
