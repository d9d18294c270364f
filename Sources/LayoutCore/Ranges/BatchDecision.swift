/// What is known when it is asked whether more content is to be fetched. Lengths and offsets are in device pixels.
public struct BatchSituation: Equatable, Sendable {
  /// The viewport's length; not negative.
  public var viewportLength: Int
  /// The sum of all heights.
  public var contentLength: Int
  /// Rows in the content.
  public var rowCount: Int
  /// Where the viewport's top is. It may be beyond the content.
  public var offset: Int
  /// Where it will be when a fling has come to its end; at rest it is the same.
  public var targetOffset: Int
  /// Whether the list moves towards its end, or did so last.
  public var movesForward: Bool
  public var isVisible: Bool
  /// Device pixels a second towards the end; 0 at rest, negative towards the beginning.
  public var velocity: Double

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

  /// Content below the viewport at its target; negative beyond the end.
  public var remaining: Int { contentLength - viewportLength - targetOffset }

  /// Which part of the content lies above the viewport's bottom; 1 when there is no content.
  var ratio: Double {
    contentLength > 0 ? Double(offset + viewportLength) / Double(contentLength) : 1
  }

  /// Whether the content does not fill the viewport.
  var isShort: Bool { contentLength < viewportLength }
}

/// Whether more content is to be fetched now: Texture's decision (ASDisplayShouldFetchBatchForContext).
public enum BatchDecision {
  /// Overrules the decision while the list moves.
  ///
  /// - Parameters:
  ///   - secondsLeft: Until the end of the content is reached at the present velocity.
  ///   - hint: What would be decided without an advisor.
  public typealias Advisor = (_ secondsLeft: Double, _ hint: Bool) -> Bool

  /// - Parameters:
  ///   - isFetching: Whether a batch is under way.
  ///   - leadingScreens: How many viewports before the end the next batch is fetched; 0 or less for never.
  public static func shouldFetch(
    _ situation: BatchSituation, isFetching: Bool, leadingScreens: Double, advisor: Advisor? = nil
  ) -> Bool {
    guard !isFetching, leadingScreens > 0, situation.viewportLength > 0 else { return false }
    // What does not fill its viewport is filled, also before anyone looks.
    if situation.isShort { return true }
    guard situation.isVisible, situation.movesForward else { return false }
    let hint = Double(situation.remaining) <= Double(situation.viewportLength) * leadingScreens
    guard let advisor, situation.velocity > 0 else { return hint }
    return advisor(Double(situation.remaining) / situation.velocity, hint)
  }
}
