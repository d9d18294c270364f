import Testing

@testable import LayoutCore

struct LineConstraintTests {
  @Test func widthsAreClampedSoThatSumsFitIn32Bits() {
    #expect(LineConstraint(width: nil).width == nil)
    #expect(LineConstraint(width: -5).width == 0)
    #expect(LineConstraint(width: 400 * 1024).width == 400 * 1024)
    for width in [4_000_000 * 1024, Int.max] {
      #expect(LineConstraint(width: width).width == 1 << 30)
    }
  }
}
