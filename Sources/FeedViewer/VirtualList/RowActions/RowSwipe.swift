import LayoutCore

/// A row that a finger moves towards its start, away from the action behind it. Distances are in logical pixels.
struct RowSwipe {
  enum Phase {
    /// Fingers move the row.
    case dragged
    /// The row moves back to its place by itself.
    case returning
    /// The row moves out of sight by itself; the action is performed then.
    case leaving
    /// The row is out of sight.
    case gone
  }

  /// Fingers that let go beyond this distance perform the action, or beyond half of a narrow row.
  private static let maximumCommitDistance = 240.0
  /// Fingers that let go at such a speed perform it too, wherever they are, in pixels a second.
  private static let commitSpeed = 700.0
  /// Only the last milliseconds count for the speed.
  private static let speedWindow = 100
  /// Microseconds that the row moves by itself.
  private static let duration: Int64 = 180_000

  var row: RowIndexPath
  let action: RowAction
  private(set) var phase = Phase.dragged
  /// From the row's place towards its start; never negative.
  private(set) var offset = 0.0
  private let width: Double
  private var samples: [(distance: Double, time: Int)] = []
  private var began: Int64?
  private var way = (from: 0.0, to: 0.0)

  /// - Parameter width: The row's.
  init(of row: RowIndexPath, action: RowAction, width: Double) {
    self.row = row
    self.action = action
    self.width = width
  }

  /// Whether the action is performed if the fingers let go where they are.
  var isArmed: Bool { offset >= min(width / 2, Self.maximumCommitDistance) }

  /// Fingers have moved.
  ///
  /// - Parameters:
  ///   - distance: From where the swipe began towards the row's start; negative distances leave the row in its place.
  ///   - time: The event's, in milliseconds.
  mutating func drag(to distance: Double, at time: Int) {
    samples.removeAll { time - $0.time > Self.speedWindow }
    samples.append((distance, time))
    offset = min(max(distance, 0), width)
  }

  /// Fingers let go: the row goes on by itself.
  ///
  /// - Parameter time: The event's, in milliseconds.
  mutating func release(at time: Int) {
    samples.removeAll { time - $0.time > Self.speedWindow }
    var speed = 0.0
    if let first = samples.first, let last = samples.last, last.time > first.time {
      speed = (last.distance - first.distance) / Double(last.time - first.time) * 1_000
    }
    let commits = speed >= Self.commitSpeed || (isArmed && speed > -Self.commitSpeed)
    move(offset > 0 && commits ? .leaving : .returning)
  }

  /// The row goes back to its place.
  mutating func cancel() { move(.returning) }

  private mutating func move(_ phase: Phase) {
    self.phase = phase
    began = nil
    way = (offset, phase == .leaving ? width : 0)
  }

  /// Moves the row by itself.
  ///
  /// - Parameter time: The frame's, in microseconds.
  /// - Returns: Whether it has arrived.
  mutating func advance(to time: Int64) -> Bool {
    let start = began ?? time
    began = start
    let left = 1 - min(Double(time - start) / Double(Self.duration), 1)
    offset = way.to + (way.from - way.to) * left * left * left
    if left == 0 { arrive() }
    return left == 0
  }

  /// Moves the row to the end of its way at once.
  mutating func arrive() {
    offset = way.to
    if phase == .leaving { phase = .gone }
  }
}
