import LayoutCore

/// How the picture of an edit passes from what was on screen to what is: rows that stay slide to their new places,
/// new ones appear, deleted ones fade.
///
/// Only what is painted is ever displaced. Rows have their places, for the layout, the pointer and assistive tools,
/// from the first frame on, and the list may be scrolled meanwhile: all offsets are relative to the rows' positions.
struct EditAnimation {
  /// In microseconds: long enough to be followed, short enough not to be waited for.
  static let duration: Int64 = 180_000

  /// A deleted row that still fades.
  struct Ghost {
    let painter: RowPainter
    /// From the viewport's top, in device pixels, when the list's value was `value`.
    let y: Int
    /// The adjustment's value in device pixels.
    let value: Int
    /// Of its widget, in logical pixels.
    let height: Int
  }

  /// How far from its place a row is painted at the start, in device pixels.
  let displacements: [ListElement: Int]
  /// Rows that were not there before.
  let appearing: Set<ListElement>
  let ghosts: [Ghost]
  /// When the first frame was drawn, in microseconds; nil until then.
  private var began: Int64?
  /// From 0 to 1.
  private(set) var progress = 0.0

  init(displacements: [ListElement: Int], appearing: Set<ListElement>, ghosts: [Ghost]) {
    self.displacements = displacements
    self.appearing = appearing
    self.ghosts = ghosts
  }

  /// - Parameter time: The frame's, in microseconds.
  /// - Returns: Whether there is more to come.
  mutating func advance(to time: Int64) -> Bool {
    let start = began ?? time
    began = start
    let part = min(Double(time - start) / Double(Self.duration), 1)
    // Fast at first, slow at last: what was asked for is seen at once.
    let left = 1 - part
    progress = 1 - left * left * left
    return part < 1
  }

  /// How far from its place a row is painted now, in device pixels.
  func displacement(of element: ListElement) -> Int {
    guard let whole = displacements[element] else { return 0 }
    return Int((Double(whole) * (1 - progress)).rounded())
  }

  func opacity(of element: ListElement) -> Double { appearing.contains(element) ? progress : 1 }

  var ghostOpacity: Double { 1 - progress }
}

/// What was on screen before edits that have not been laid out yet.
struct PreEditSnapshot {
  struct Row {
    /// From the viewport's top as it was painted, in device pixels.
    let y: Int
    let painter: RowPainter
    /// Of its widget, in logical pixels.
    let height: Int
  }

  /// The adjustment's value in device pixels.
  let value: Int
  /// By the places that rows have now.
  private(set) var rows: [ListElement: Row]
  private(set) var ghosts: [EditAnimation.Ghost] = []
  private var changes: [ChangeSet] = []

  init(rows: [ListElement: Row], value: Int) {
    self.rows = rows
    self.value = value
  }

  mutating func apply(_ change: ChangeSet) {
    changes.append(change)
    var moved: [ListElement: Row] = [:]
    for (element, row) in rows {
      if let new = change.newElement(for: element) {
        moved[new] = row
      } else if case .row = element {
        ghosts.append(EditAnimation.Ghost(painter: row.painter, y: row.y, value: value, height: row.height))
      }
    }
    rows = moved
  }

  /// The animation to what is on screen after the edits.
  ///
  /// - Parameters:
  ///   - places: The elements on screen and their tops, from the viewport's, in device pixels; in order.
  ///   - value: The adjustment's value now, in device pixels.
  ///   - pageHeight: Of the viewport, in device pixels: no row slides further.
  /// - Returns: nil if nothing is seen to change, or no row that was on screen is still there.
  func animation(
    to places: [(element: ListElement, y: Int)], value: Int, pageHeight: Int
  ) -> EditAnimation? {
    let scrolled = value - self.value
    var displacements: [ListElement: Int] = [:]
    var known: [Int?] = []
    var appearing: Set<ListElement> = []
    for (element, y) in places {
      known.append(rows[element].map { min(max($0.y - scrolled - y, -pageHeight), pageHeight) })
      if isNew(element) { appearing.insert(element) }
    }
    guard places.contains(where: { isRow($0.element) && rows[$0.element] != nil }) else { return nil }
    // Rows that were beyond the edge come along with the rows next to them.
    var nearest: Int?
    for index in places.indices {
      nearest = known[index] ?? nearest
      let element = places[index].element
      guard !appearing.contains(element) else { continue }
      let displacement = known[index] ?? nearest ?? known[index...].lazy.compactMap { $0 }.first ?? 0
      if displacement != 0 { displacements[element] = displacement }
    }
    guard !displacements.isEmpty || !appearing.isEmpty || !ghosts.isEmpty else { return nil }
    return EditAnimation(displacements: displacements, appearing: appearing, ghosts: ghosts)
  }

  private func isRow(_ element: ListElement) -> Bool { if case .row = element { true } else { false } }

  private func isNew(_ element: ListElement) -> Bool {
    var element = element
    for change in changes.reversed() {
      switch element {
      case .row(let row):
        guard let old = change.oldIndexPath(for: row) else { return true }
        element = .row(old)
      case .header(let section):
        guard let old = change.oldSection(for: section) else { return true }
        element = .header(old)
      case .footer(let section):
        guard let old = change.oldSection(for: section) else { return true }
        element = .footer(old)
      }
    }
    return false
  }
}
