import Expectations
import Testing

@testable import LayoutCore

struct LineConstraintTests {
  @Test func widthsAreClampedSoThatSumsFitIn32Bits() {
    expect(LineConstraint(width: nil).width == nil)
    expect(LineConstraint(width: -5).width, equals: 0)
    expect(LineConstraint(width: 400 * 1024).width, equals: 400 * 1024)
    for width in [4_000_000 * 1024, Int.max] {
      expect(LineConstraint(width: width).width, equals: 1 << 30)
    }
  }
}
