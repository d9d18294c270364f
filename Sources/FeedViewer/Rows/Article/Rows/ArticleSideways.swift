import LayoutCore
import VirtualList

/// How far code and tables that are wider than the text are scrolled sideways.
///
/// All rows of a block scroll together, also those that are not laid out yet, so that the block is as wide as the widest
/// row that has been laid out so far.
final class ArticleSideways {
  private struct State {
    /// From the side where lines begin, in logical pixels; infinite if rows were scrolled to the end of an estimated
    /// width, and are to stay at the end when it is known.
    var offset = 0.0
    /// By how much the widest row is wider than what is seen of it, among those whose widths are known.
    var knownOverflow = 0.0
    /// The same for rows whose widths are estimated.
    var estimatedOverflows: [Int: Double] = [:]
    /// The width of what is seen.
    var width = 0.0

    var overflow: Double { max(knownOverflow, estimatedOverflows.values.max() ?? 0) }
  }

  /// Called when rows look different.
  var onChange: () -> Void = {}
  weak var accessibility: ArticleAccessibility?
  private var states: [SidewaysGroup: State] = [:]
  /// The rows that the pointer is on.
  var hovered: SidewaysGroup? {
    didSet { if hovered != oldValue { onChange() } }
  }

  /// Other rows are shown.
  func reset() {
    states = [:]
    hovered = nil
  }

  /// A row was laid out.
  ///
  /// - Parameters:
  ///   - overflow: By how much it is wider than what is seen of it, in logical pixels.
  ///   - width: The width of what is seen of it, in logical pixels.
  ///   - row: The row.
  ///   - isEstimated: Whether the row may be laid out again when its width is known.
  func laidOut(
    _ group: SidewaysGroup, overflow: Double, width: Double, row: Int = 0, isEstimated: Bool = false
  ) {
    var state = states[group] ?? State(width: width)
    if state.width != width { state = State(offset: state.offset, width: width) }
    if isEstimated {
      state.estimatedOverflows[row] = overflow
    } else {
      state.estimatedOverflows[row] = nil
      state.knownOverflow = max(state.knownOverflow, overflow)
      if state.estimatedOverflows.isEmpty, state.offset == .infinity { state.offset = state.overflow }
    }
    states[group] = state
  }

  /// From the side where lines begin, in logical pixels.
  func offset(of group: SidewaysGroup) -> Double {
    guard let state = states[group] else { return 0 }
    return min(state.offset, state.overflow)
  }

  /// How far it can be scrolled, in logical pixels.
  func limit(of group: SidewaysGroup) -> Double { states[group]?.overflow ?? 0 }

  /// Scrolls rows towards the end of their lines, or back if the distance is negative.
  ///
  /// - Returns: Whether they can be scrolled at all.
  @discardableResult func scroll(_ group: SidewaysGroup, by distance: Double) -> Bool {
    guard let state = states[group], state.overflow > 0 else { return false }
    let wanted = max(min(state.offset, state.overflow) + distance, 0)
    let end = state.estimatedOverflows.isEmpty ? state.overflow : .infinity
    let offset = wanted < state.overflow ? wanted : end
    if offset != state.offset {
      states[group]?.offset = offset
      onChange()
      accessibility?.setOutdated()
    }
    return true
  }
}
