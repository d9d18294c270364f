/// Going through the sizes of text.
extension ArticleView {
  /// The next of the sizes in a direction.
  ///
  /// - Parameter steps: How many sizes to go, to larger ones if positive; it ends at the last one.
  package static func zoom(_ zoom: Double, steps: Int) -> Double {
    let index = zooms.firstIndex(of: Self.zoom(nearestTo: zoom)) ?? 0
    return zooms[min(max(index + steps, 0), zooms.count - 1)]
  }

  /// The size with the least difference, by proportion.
  package static func zoom(nearestTo zoom: Double) -> Double {
    func difference(_ other: Double) -> Double { max(zoom / other, other / zoom) }
    return zooms.min { difference($0) < difference($1) } ?? 1
  }
}
