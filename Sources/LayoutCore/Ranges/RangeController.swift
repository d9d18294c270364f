/// Decides which rows are in the visible, display and preload ranges, and reports the rows that enter and leave them.
///
/// A state machine: events change its state, and ``update(viewport:isVisible:in:)`` compares the ranges with those of
/// the last update and returns the differences. The scheme is Texture's intelligent preloading (`ASRangeController`).
public struct RangeController: Sendable {
  /// Rows that enter or leave a range, in the order of the list.
  public enum Action: Equatable, Sendable {
    /// Rows that are in the range now and were not before.
    case enter(RangeKind, [ListElement])
    /// Rows that were in the range and are not any more.
    case exit(RangeKind, [ListElement])
  }

  /// The extents of the ranges; a change is used from the next update on.
  public var tunings = RangeTuningTable()
  /// The mode of the last update.
  public private(set) var mode = RangeMode.minimum
  /// Whether the leading side is the one towards the list's end; true until the list scrolls backwards.
  public private(set) var movesForward = true

  private var hasScrolled = false
  /// The mode that the next update uses.
  private var requestedMode: RangeMode?
  /// Whether memory is short, until the user scrolls again or the list comes back on screen.
  private var savesMemory = false
  private var isFirstUpdate = true
  private var members: [RangeKind: [ListElement]] = [:]

  /// Creates a controller without rows.
  public init() {}

  /// The rows of a range at the last update, in the order of the list.
  public func elements(in kind: RangeKind) -> [ListElement] { members[kind, default: []] }

  /// Whether a row was in a range at the last update. O(log n) for n rows in the range.
  public func contains(_ element: ListElement, in kind: RangeKind) -> Bool {
    let members = elements(in: kind)
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low] == element
  }

  /// Call when the user takes hold of the list or of its scroll bar: from now on the mode is `full`.
  public mutating func scrollBegan() {
    hasScrolled = true
    savesMemory = false
    requestedMode = .full
  }

  /// Call when the list moves. At rest the last direction is kept.
  public mutating func scrolled(forward: Bool) { movesForward = forward }

  /// Sets the mode of the next update. After it, a visible list that the user has scrolled uses `full` again.
  public mutating func use(_ mode: RangeMode) { requestedMode = mode }

  /// Call when the window is not visible any more: rows outside the viewport leave their ranges.
  ///
  /// - Parameter isVisible: Whether the list is on the visible page of the window.
  public mutating func enteredBackground(isVisible: Bool) { use(isVisible ? .visibleOnly : .lowMemory) }

  /// Call when the window is visible again.
  ///
  /// - Parameter isVisible: Whether the list is on the visible page of the window.
  public mutating func enteredForeground(isVisible: Bool) {
    savesMemory = false
    use(isVisible ? .minimum : .visibleOnly)
  }

  /// Call when memory is short. From the next update on only rows in the viewport stay in the ranges, and those of a
  /// hidden list only in the preload range, until the user scrolls again or the window becomes visible again.
  ///
  /// - Parameter isVisible: Whether the list is on screen.
  public mutating func handleMemoryPressure(isVisible: Bool) {
    savesMemory = true
    use(isVisible ? .visibleOnly : .lowMemory)
  }

  /// Whether another update of a visible list would change the mode to `full`. Make it when the rows of the last update
  /// are displayed.
  public var willWiden: Bool { hasScrolled && !savesMemory && requestedMode == nil && mode != .full }

  /// Follows an edit of the list.
  ///
  /// - Returns: The exits of deleted rows, by their places before the edit. All other rows stay in their ranges.
  /// - Complexity: O(k log k) for k rows in the ranges.
  public mutating func apply(_ change: ChangeSet) -> [Action] {
    var exits: [Action] = []
    for kind in RangeKind.allCases {
      let places = elements(in: kind).map { (old: $0, new: change.newElement(for: $0)) }
      let gone = places.filter { $0.new == nil }.map(\.old)
      if !gone.isEmpty { exits.append(.exit(kind, gone)) }
      members[kind] = places.compactMap(\.new).sorted()
    }
    return exits
  }

  /// Removes all rows from all ranges, after the content was replaced.
  ///
  /// - Returns: The exits, by their places before.
  public mutating func removeAll() -> [Action] {
    let exits = RangeKind.allCases.filter { !elements(in: $0).isEmpty }.map {
      Action.exit($0, elements(in: $0))
    }
    members = [:]
    return exits
  }

  /// Compares the ranges around the viewport with those of the last update.
  ///
  /// - Parameters:
  ///   - viewport: The offsets that the viewport covers, in device pixels.
  ///   - isVisible: Whether the list is on screen. Otherwise no row is visible, only rows in the viewport are in the
  ///     display range, and all others at most in the preload range.
  ///   - geometry: The rows of the list. Rows without height are in no range.
  /// - Returns: Entries, the most urgent range first, then exits. Each row enters and leaves a range once.
  /// - Complexity: O(k log n) for k rows in the ranges among n rows.
  public mutating func update(
    viewport: Range<Int>, isVisible: Bool, in geometry: RowGeometry
  ) -> [Action] {
    chooseMode(isVisible: isVisible)
    let wanted = wantedElements(viewport: viewport, isVisible: isVisible, in: geometry)
    var enters: [Action] = []
    var exits: [Action] = []
    for kind in RangeKind.allCases {
      let new = wanted[kind, default: []]
      let old = elements(in: kind)
      if new == old { continue }
      let entered = Self.difference(new, old)
      let exited = Self.difference(old, new)
      if !entered.isEmpty { enters.append(.enter(kind, entered)) }
      if !exited.isEmpty { exits.append(.exit(kind, exited)) }
      members[kind] = new
    }
    return enters + exits
  }

  /// The offsets that a range covers around a viewport in the present mode, in device pixels; nil if the range is
  /// empty.
  ///
  /// - Parameters:
  ///   - kind: The range.
  ///   - viewport: The offsets that the viewport covers, in device pixels.
  public func extent(of kind: RangeKind, around viewport: Range<Int>) -> Range<Int>? {
    guard let tuning = tunings[mode, kind] else { return nil }
    let length = Double(viewport.count)
    let before = movesForward ? tuning.trailing : tuning.leading
    let after = movesForward ? tuning.leading : tuning.trailing
    return viewport.lowerBound - Int((length * before).rounded(.up))..<viewport.upperBound
      + Int((length * after).rounded(.up))
  }

  private mutating func chooseMode(isVisible: Bool) {
    if let requestedMode {
      mode = requestedMode
    } else if !isFirstUpdate && isVisible && hasScrolled && !savesMemory {
      mode = .full
    }
    requestedMode = nil
    isFirstUpdate = false
  }

  private func wantedElements(
    viewport: Range<Int>, isVisible: Bool, in geometry: RowGeometry
  ) -> [RangeKind: [ListElement]] {
    func elements(_ kind: RangeKind) -> [ListElement] {
      extent(of: kind, around: viewport).map { geometry.elements(in: $0) } ?? []
    }
    let inViewport = geometry.elements(in: viewport)
    let display = elements(.display)
    // Rows in the display range are in the preload range too, whatever their tunings.
    let ready = isVisible ? Self.union(display, inViewport) : mode == .lowMemory ? [] : inViewport
    let loaded = Self.union(Self.union(elements(.preload), display), inViewport)
    return [.visible: isVisible ? inViewport : [], .display: ready, .preload: loaded]
  }

  /// The elements of `a` that are not in `b`.
  private static func difference(_ a: [ListElement], _ b: [ListElement]) -> [ListElement] {
    let excluded = Set(b)
    return a.filter { !excluded.contains($0) }
  }

  private static func union(_ a: [ListElement], _ b: [ListElement]) -> [ListElement] {
    let added = difference(b, a)
    return added.isEmpty ? a : (a + added).sorted()
  }
}

extension RowGeometry {
  /// The elements that cover at least one of these offsets, in order. Elements without height are left out.
  ///
  /// - Parameter offsets: Device pixels from the top of the list.
  /// - Complexity: O(k log n) for k elements.
  public func elements(in offsets: Range<Int>) -> [ListElement] {
    var found: [ListElement] = []
    var offset = max(offsets.lowerBound, 0)
    while offset < offsets.upperBound, let next = element(atOffset: offset) {
      found.append(next.element)
      offset += height(of: next.element).value - next.offsetInside
    }
    return found
  }
}
