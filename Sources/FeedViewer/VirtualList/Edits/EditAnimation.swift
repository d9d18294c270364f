import LayoutCore

/// The animation of an edit: remaining rows slide to their new positions, inserted rows fade in, deleted rows fade out.
///
/// Only the painting is displaced. For layout, pointer and assistive tools, rows are at their new positions from the
/// first frame on. The list may be scrolled meanwhile: all offsets are relative to the rows' positions.
struct EditAnimation {
  /// The duration in microseconds: long enough for the eye to follow, too short to wait for.
  static let duration: Int64 = 180_000

  /// A deleted row that fades out.
  struct Ghost {
    let painter: RowPainter
    /// From the viewport's top, in device pixels, when the list's value was `value`.
    let y: Int
    /// The adjustment's value in device pixels.
    let value: Int
    /// The height of its widget in logical pixels.
    let height: Int
  }

  /// The distance of rows from their positions at the start, in device pixels.
  let displacements: [ListElement: Int]
  /// The inserted rows.
  let appearing: Set<ListElement>
  let ghosts: [Ghost]
  /// The time of the first frame in microseconds; nil before it.
  private var began: Int64?
  /// From 0 to 1.
  private(set) var progress = 0.0

  init(displacements: [ListElement: Int], appearing: Set<ListElement>, ghosts: [Ghost]) {
    self.displacements = displacements
    self.appearing = appearing
    self.ghosts = ghosts
  }

  /// Advances the animation to a frame.
  ///
  /// - Parameter time: The time of the frame in microseconds.
  /// - Returns: Whether the animation continues after it.
  mutating func advance(to time: Int64) -> Bool {
    let start = began ?? time
    began = start
    let part = min(Double(time - start) / Double(Self.duration), 1)
    // Ease out: the effect of the edit is visible at once.
    let left = 1 - part
    progress = 1 - left * left * left
    return part < 1
  }

  /// The present distance of a row from its position, in device pixels.
  func displacement(of element: ListElement) -> Int {
    guard let whole = displacements[element] else { return 0 }
    return Int((Double(whole) * (1 - progress)).rounded())
  }

  func opacity(of element: ListElement) -> Double { appearing.contains(element) ? progress : 1 }

  var ghostOpacity: Double { 1 - progress }
}

/// The rows on screen before edits that have not been laid out yet.
struct PreEditSnapshot {
  struct Row {
    /// Its painted position from the viewport's top, in device pixels.
    let y: Int
    let painter: RowPainter
    /// The height of its widget in logical pixels.
    let height: Int
  }

  /// The adjustment's value in device pixels.
  let value: Int
  /// The rows by their present index paths.
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

  /// The animation from these rows to those on screen after the edits.
  ///
  /// - Parameters:
  ///   - places: The elements on screen and their tops, from the viewport's, in device pixels; in order.
  ///   - value: The adjustment's value now, in device pixels.
  ///   - pageHeight: The viewport's height in device pixels, which limits the distance that rows slide.
  /// - Returns: nil if nothing changes visibly, or if no row remains on screen.
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
    // Rows that were outside the viewport slide with their neighbours.
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
