import LayoutCore

/// The swipe of a row towards its start, which reveals the action behind it. Distances are in logical pixels.
struct RowSwipe {
  enum Phase {
    /// Fingers move the row.
    case dragged
    /// The row moves back by itself.
    case returning
    /// The row moves out of the list by itself; the action is performed at the end.
    case leaving
    /// The row is outside the list.
    case gone
  }

  /// The distance beyond which letting go performs the action; half the width of a narrow row.
  private static let maximumCommitDistance = 240.0
  /// The speed at which letting go performs the action at any distance, in pixels a second.
  private static let commitSpeed = 700.0
  /// The time over which the speed is measured, in milliseconds.
  private static let speedWindow = 100
  /// The duration of the row's own motion, in microseconds.
  private static let duration: Int64 = 180_000

  var row: RowIndexPath
  let action: RowAction
  private(set) var phase = Phase.dragged
  /// The distance of the row from its position, towards its start; never negative.
  private(set) var offset = 0.0
  private let width: Double
  private var samples: [(distance: Double, time: Int)] = []
  private var began: Int64?
  private var way = (from: 0.0, to: 0.0)

  /// - Parameter width: The width of the row.
  init(of row: RowIndexPath, action: RowAction, width: Double) {
    self.row = row
    self.action = action
    self.width = width
  }

  /// Whether letting go now performs the action.
  var isArmed: Bool { offset >= min(width / 2, Self.maximumCommitDistance) }

  /// Call when the fingers have moved.
  ///
  /// - Parameters:
  ///   - distance: From the beginning of the swipe towards the row's start; a negative distance does not move the row.
  ///   - time: The time of the event in milliseconds.
  mutating func drag(to distance: Double, at time: Int) {
    samples.removeAll { time - $0.time > Self.speedWindow }
    samples.append((distance, time))
    offset = min(max(distance, 0), width)
  }

  /// Call when the fingers let go: the row continues by itself.
  ///
  /// - Parameter time: The time of the event in milliseconds.
  mutating func release(at time: Int) {
    samples.removeAll { time - $0.time > Self.speedWindow }
    var speed = 0.0
    if let first = samples.first, let last = samples.last, last.time > first.time {
      speed = (last.distance - first.distance) / Double(last.time - first.time) * 1_000
    }
    let commits = speed >= Self.commitSpeed || (isArmed && speed > -Self.commitSpeed)
    move(offset > 0 && commits ? .leaving : .returning)
  }

  /// Starts the row's motion back to its position.
  mutating func cancel() { move(.returning) }

  private mutating func move(_ phase: Phase) {
    self.phase = phase
    began = nil
    way = (offset, phase == .leaving ? width : 0)
  }

  /// Advances the row's own motion to a frame.
  ///
  /// - Parameter time: The time of the frame in microseconds.
  /// - Returns: Whether the motion has ended.
  mutating func advance(to time: Int64) -> Bool {
    let start = began ?? time
    began = start
    let left = 1 - min(Double(time - start) / Double(Self.duration), 1)
    offset = way.to + (way.from - way.to) * left * left * left
    if left == 0 { arrive() }
    return left == 0
  }

  /// Moves the row to the end of its motion at once.
  mutating func arrive() {
    offset = way.to
    if phase == .leaving { phase = .gone }
  }
}
