import Expectations
import Glibc
import Testing

@testable import FeedViewerFeeds

@Suite(.serialized) struct LocalClockTests {
  @Test func theSystemClockKnowsDaylightSavingTime() {
    let before = getenv("TZ").map { String(cString: $0) }
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
    tzset()
    // 15 January and 15 July 2024.
    expect(LocalClock.current.secondsFromUTC(at: 1_705_276_800), equals: 3_600)
    expect(LocalClock.current.secondsFromUTC(at: 1_721_001_600), equals: 7_200)
    setenv("TZ", "NST3:30", 1)
    tzset()
    expect(LocalClock.current.secondsFromUTC(at: 0), equals: -12_600)
    // The year would have too many digits for the C library.
    expect(LocalClock.current.secondsFromUTC(at: .max), equals: 0)
  }

  @Test func aFixedClockHasAConstantOffset() {
    let clock = LocalClock(secondsFromUTC: -12_600)
    expect(clock.secondsFromUTC(at: 0) == -12_600 && clock.secondsFromUTC(at: 1 << 40) == -12_600)
  }
}
