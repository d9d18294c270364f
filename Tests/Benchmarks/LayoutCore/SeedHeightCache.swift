/// The index-path cache of UITableView+FDTemplateLayoutCell 1.6 as it was written: two arrays of arrays, one for
/// each orientation, with -1 for unknown heights, both built from the start by every query.
nonisolated struct SeedHeightCache {
  private(set) var portrait: [[Double]] = []
  private(set) var landscape: [[Double]] = []

  private mutating func build(_ section: Int, _ row: Int) {
    Self.build(&portrait, section, row)
    Self.build(&landscape, section, row)
  }

  private static func build(_ heights: inout [[Double]], _ section: Int, _ row: Int) {
    for index in 0...section where index >= heights.count { heights.append([]) }
    for index in 0...row where index >= heights[section].count { heights[section].append(-1) }
  }

  mutating func exists(_ section: Int, _ row: Int) -> Bool {
    build(section, row)
    return portrait[section][row] != -1
  }

  mutating func height(_ section: Int, _ row: Int) -> Double {
    build(section, row)
    return portrait[section][row]
  }

  mutating func cache(_ height: Double, _ section: Int, _ row: Int) {
    build(section, row)
    portrait[section][row] = height
  }

  mutating func insertRow(_ section: Int, _ row: Int) {
    build(section, row)
    portrait[section].insert(-1, at: row)
    landscape[section].insert(-1, at: row)
  }

  /// Fills the cache with this many rows, without the queries that would fill it.
  mutating func fill(_ rows: Int) {
    portrait = [Array(repeating: 44, count: rows)]
    landscape = portrait
  }

  /// The queries of the height function for a cached row: whether there is a height, for which the arrays are built once
  /// more, and then the height.
  mutating func hit(_ section: Int, _ row: Int) -> Double {
    build(section, row)
    return exists(section, row) ? height(section, row) : -1
  }
}
