/// A row's height in four bytes: 31 bits of device pixels, and one bit for a measured height.
struct PackedHeight: Equatable, Sendable {
  private var bits: UInt32

  static let zero = PackedHeight(.estimated(0))
  private static let measuredBit: UInt32 = 1 << 31

  init(_ height: RowHeight) {
    precondition(
      height.value >= 0 && height.value < Int(Self.measuredBit),
      "A row's height is from 0 to 2,147,483,647 pixels, not \(height.value).")
    bits = UInt32(height.value)
    if case .measured = height { bits |= Self.measuredBit }
  }

  var pixels: Int { Int(bits & ~Self.measuredBit) }
  var isMeasured: Bool { bits & Self.measuredBit != 0 }
  var rowHeight: RowHeight { isMeasured ? .measured(pixels) : .estimated(pixels) }

  mutating func forgetMeasurement() { bits &= ~Self.measuredBit }
}

/// The sums of several heights.
struct HeightSummary: Equatable, Sendable {
  /// Device pixels.
  var height = 0
  var count: Int32 = 0
  var unmeasured: Int32 = 0

  init(height: Int = 0, count: Int32 = 0, unmeasured: Int32 = 0) {
    (self.height, self.count, self.unmeasured) = (height, count, unmeasured)
  }

  /// The sums of equal heights.
  init(_ height: PackedHeight, count: Int) {
    self.height = height.pixels * count
    self.count = Int32(count)
    unmeasured = height.isMeasured ? 0 : Int32(count)
  }

  static func += (sum: inout HeightSummary, other: HeightSummary) {
    sum.height += other.height
    sum.count += other.count
    sum.unmeasured += other.unmeasured
  }

  static func - (a: HeightSummary, b: HeightSummary) -> HeightSummary {
    HeightSummary(
      height: a.height - b.height, count: a.count - b.count, unmeasured: a.unmeasured - b.unmeasured)
  }

  static func += (sum: inout HeightSummary, height: PackedHeight) {
    sum.height += height.pixels
    sum.count += 1
    if !height.isMeasured { sum.unmeasured += 1 }
  }

  static func -= (sum: inout HeightSummary, height: PackedHeight) {
    sum.height -= height.pixels
    sum.count -= 1
    if !height.isMeasured { sum.unmeasured -= 1 }
  }
}
