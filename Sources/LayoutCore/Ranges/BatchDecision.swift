/// The viewport and the content at the moment of a decision about fetching. Lengths and offsets are in device pixels.
public struct BatchSituation: Equatable, Sendable {
  /// The height of the viewport; not negative.
  public var viewportLength: Int
  /// The height of the content: the sum of all rows.
  public var contentLength: Int
  /// The number of rows.
  public var rowCount: Int
  /// The offset of the viewport's top. It may lie outside the content.
  public var offset: Int
  /// The offset of the viewport's top at the end of a fling; equal to `offset` at rest.
  public var targetOffset: Int
  /// Whether the list moves towards its end, or moved in that direction last.
  public var movesForward: Bool
  /// Whether the list is on screen.
  public var isVisible: Bool
  /// Device pixels per second towards the end; 0 at rest, negative towards the beginning.
  public var velocity: Double

  /// Creates a situation; the defaults are those of a visible list at rest that moved towards its end last.
  ///
  /// - Precondition: `viewportLength` is not negative.
  public init(
    viewportLength: Int, contentLength: Int, rowCount: Int, offset: Int, targetOffset: Int? = nil,
    movesForward: Bool = true, isVisible: Bool = true, velocity: Double = 0
  ) {
    precondition(viewportLength >= 0, "A viewport can't be \(viewportLength) pixels long.")
    self.viewportLength = viewportLength
    self.contentLength = contentLength
    self.rowCount = rowCount
    self.offset = offset
    self.targetOffset = targetOffset ?? offset
    self.movesForward = movesForward
    self.isVisible = isVisible
    self.velocity = velocity
  }

  /// The length of the content below the viewport at `targetOffset`; negative beyond the end.
  public var remaining: Int { contentLength - viewportLength - targetOffset }

  /// The fraction of the content above the viewport's bottom; 1 without content.
  var ratio: Double {
    contentLength > 0 ? Double(offset + viewportLength) / Double(contentLength) : 1
  }

  /// Whether the content does not fill the viewport.
  var isShort: Bool { contentLength < viewportLength }
}

/// Whether more content must be fetched now: Texture's decision (`ASDisplayShouldFetchBatchForContext`).
package enum BatchDecision {
  /// Replaces the decision while the list moves.
  ///
  /// - Parameters:
  ///   - secondsLeft: The seconds until the end of the content is reached at the present velocity.
  ///   - hint: The decision without an advisor.
  package typealias Advisor = (_ secondsLeft: Double, _ hint: Bool) -> Bool

  /// Whether more content must be fetched now.
  ///
  /// - Parameters:
  ///   - situation: The viewport and the content.
  ///   - isFetching: Whether a batch is being fetched.
  ///   - leadingScreens: The distance from the end at which the next batch is fetched, in viewports; never if 0 or
  ///     less.
  ///   - advisor: Replaces the decision while the list moves towards its end.
  package static func shouldFetch(
    _ situation: BatchSituation, isFetching: Bool, leadingScreens: Double, advisor: Advisor? = nil
  ) -> Bool {
    guard !isFetching, leadingScreens > 0, situation.viewportLength > 0 else { return false }
    // Fetch until the viewport is full, even while the list is hidden.
    if situation.isShort { return true }
    guard situation.isVisible, situation.movesForward else { return false }
    let hint = Double(situation.remaining) <= Double(situation.viewportLength) * leadingScreens
    guard let advisor, situation.velocity > 0 else { return hint }
    return advisor(Double(situation.remaining) / situation.velocity, hint)
  }
}
