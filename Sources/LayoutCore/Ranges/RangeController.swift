/// Decides which rows are visible, kept ready to be drawn, and loaded ahead, and tells who came and who went.
///
/// A state machine: events change its state, `update` compares what should be with what is and returns what
/// must be done. The scheme is Texture's intelligent preloading.
public struct RangeController: Sendable {
  /// What is to be done for rows, in the order of the list.
  public enum Action: Equatable, Sendable {
    case enter(RangeKind, [ListElement])
    case exit(RangeKind, [ListElement])
  }

  public var tunings = RangeTuningTable()
  /// The mode of the last update.
  public private(set) var mode = RangeMode.minimum
  /// Whether the leading side is towards the list's end; a list begins by looking there.
  public private(set) var movesForward = true

  private var hasScrolled = false
  /// A mode that was asked for and holds for the next update.
  private var requestedMode: RangeMode?
  /// Since memory became short, and until the user scrolls again or the list comes back on screen.
  private var savesMemory = false
  private var isFirstUpdate = true
  private var members: [RangeKind: [ListElement]] = [:]

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

  /// The user took hold of the list or of its scroll bar.
  public mutating func scrollBegan() {
    hasScrolled = true
    savesMemory = false
    requestedMode = .full
  }

  /// The list moves; at rest the last direction stays.
  public mutating func scrolled(forward: Bool) { movesForward = forward }

  /// Holds for the next update; then a visible list that was ever scrolled is `full` again.
  public mutating func use(_ mode: RangeMode) { requestedMode = mode }

  /// - Parameter isVisible: Whether the list is on the page of the window that is shown.
  public mutating func enteredBackground(isVisible: Bool) { use(isVisible ? .visibleOnly : .lowMemory) }

  /// - Parameter isVisible: Whether the list is on the page of the window that is shown.
  public mutating func enteredForeground(isVisible: Bool) {
    savesMemory = false
    use(isVisible ? .minimum : .visibleOnly)
  }

  /// From the next update on only what is in the viewport is kept; of a hidden list only what was loaded for it.
  /// It lasts until the user scrolls again: a list at rest needs nothing more.
  ///
  /// - Parameter isVisible: Whether the list is on screen.
  public mutating func handleMemoryPressure(isVisible: Bool) {
    savesMemory = true
    use(isVisible ? .visibleOnly : .lowMemory)
  }

  /// Whether another update of a list on screen would choose the full mode: to be made when the rows that the
  /// last one asked for are displayed.
  public var willWiden: Bool { hasScrolled && !savesMemory && requestedMode == nil && mode != .full }

  /// Follows an edit of the list.
  ///
  /// - Returns: Exits of rows that are gone, in coordinates before the edit; the others stay what they are.
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

  /// The rows are other ones: every one leaves every range.
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
  ///   - viewport: Offsets in device pixels.
  ///   - isVisible: Whether the list is on screen. Otherwise no row is visible, rows in the viewport are kept ready
  ///     and all others are at most loaded.
  /// - Returns: Entries, the most urgent range first, then exits. Each row enters and leaves a range once.
  /// - Complexity: O(k log n) for the k rows in the ranges; rows without height are in none.
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

  /// The offsets that a range covers around a viewport in the present mode; nil if it covers nothing.
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
    // What is drawn was also loaded, whatever the table says.
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
  /// The elements that cover at least one of these offsets, in order; those without height cover none.
  ///
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
