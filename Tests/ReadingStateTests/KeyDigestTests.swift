import Expectations
import Testing

@testable import FeedViewerReadingState

struct KeyDigestTests {
  /// The test vectors of the hash's authors (draft-eastlake-fnv, appendix C).
  @Test(arguments: [
    ("", 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d as UInt128),
    ("a", 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964),
    ("foobar", 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18),
  ])
  func digestsAreThoseOfFNV1a(_ text: String, _ expected: UInt128) {
    let digest = KeyDigest(of: text)
    let high = UInt64(bitPattern: digest.high)
    let low = UInt64(bitPattern: digest.low)
    expect(high, equals: UInt64(truncatingIfNeeded: expected >> 64))
    expect(low, equals: UInt64(truncatingIfNeeded: expected))
  }

  @Test func canonicallyEquivalentKeysAreDifferent() {
    expect(EntryKey("é") != EntryKey("e\u{301}"))
  }
}
