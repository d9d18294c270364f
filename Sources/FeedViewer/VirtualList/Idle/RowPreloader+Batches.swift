import LayoutCore

extension RowPreloader {
  /// What the list looks like to its end at the end of a section; nil if that lies above the viewport.
  func situation(of list: ListView, endOfSection section: Int) -> BatchSituation? {
    let now = MonotonicClock.now
    let geometry = list.geometry
    guard section < geometry.sectionCount else { return nil }
    let rowCount = geometry.rowCount(inSection: section)
    let end = geometry.offsets(ofSection: section).upperBound
    guard end >= list.contentOffset else { return nil }
    return BatchSituation(
      viewportLength: list.pageHeight, contentLength: end, rowCount: rowCount, offset: list.contentOffset,
      targetOffset: list.contentOffset + Int(motion.distanceLeft(at: now)),
      movesForward: ranges.movesForward, isVisible: !isHidden, velocity: motion.velocity(at: now))
  }
}
