import LayoutCore

/// Numbers the distinct height classes of a text.
nonisolated struct HeightClassTable {
  private(set) var all: [LineHeightClass] = []

  mutating func number(of heightClass: LineHeightClass) -> Int16 {
    if let index = all.firstIndex(of: heightClass) { return Int16(index) }
    all.append(heightClass)
    return Int16(all.count - 1)
  }
}
