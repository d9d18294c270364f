/// How near a row is to the screen, and so what is prepared for it. Every state but `measure` includes the states
/// before it.
///
/// The states are those of Texture (`ASInterfaceState`). A row far from the viewport has none, or `measure` if its
/// height is known.
public struct InterfaceState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The row's height is known, or will be known soon.
  public static let measure = InterfaceState(rawValue: 1)
  /// The row is in the preload range: its data is read from disk.
  public static let preload = InterfaceState(rawValue: 2)
  /// The row is in the display range: it is ready to be drawn.
  public static let display = InterfaceState(rawValue: 4)
  /// At least one device pixel of the row is on screen.
  public static let visible = InterfaceState(rawValue: 8)
}

extension RangeController {
  /// The state of a row at the last update.
  ///
  /// - Parameters:
  ///   - element: The row, header or footer; it must be in `geometry`.
  ///   - geometry: The rows of the list.
  /// - Complexity: O(log n) for n rows in the list.
  public func state(of element: ListElement, in geometry: RowGeometry) -> InterfaceState {
    var state: InterfaceState = []
    if contains(element, in: .visible) { state.insert(.visible) }
    if contains(element, in: .display) { state.insert(.display) }
    if contains(element, in: .preload) { state.insert(.preload) }
    // A measured row keeps its height when it leaves all ranges.
    if case .measured = geometry.height(of: element) { state.insert(.measure) }
    if !state.isEmpty { state.insert(.measure) }
    return state
  }
}
