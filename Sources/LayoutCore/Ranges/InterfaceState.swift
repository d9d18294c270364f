/// What is expected of a row at the moment; every state but the first includes the ones before it.
///
/// The states are Texture's (ASInterfaceState). A row without any is not expected soon.
public struct InterfaceState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Its height is known, or about to be.
  public static let measure = InterfaceState(rawValue: 1)
  /// What it needs from the disk is fetched.
  public static let preload = InterfaceState(rawValue: 2)
  /// It is kept ready to be drawn.
  public static let display = InterfaceState(rawValue: 4)
  /// At least one device pixel of it is on screen.
  public static let visible = InterfaceState(rawValue: 8)
}

extension RangeController {
  /// The states of a row at the last update.
  ///
  /// - Complexity: O(log n) for n rows in the list.
  public func state(of element: ListElement, in geometry: RowGeometry) -> InterfaceState {
    var state: InterfaceState = []
    if contains(element, in: .visible) { state.insert(.visible) }
    if contains(element, in: .display) { state.insert(.display) }
    if contains(element, in: .preload) { state.insert(.preload) }
    // A measured row stays measured when it leaves its ranges.
    if case .measured = geometry.height(of: element) { state.insert(.measure) }
    if !state.isEmpty { state.insert(.measure) }
    return state
  }
}
