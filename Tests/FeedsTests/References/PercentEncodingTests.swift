import Expectations
import Testing

@testable import FeedViewerFeeds

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a%20b", "a b"), ("%C3%A9t%c3%a9", "été"), ("100%25", "100%"),
    ("%2F%3F", "/?"),
    ("ä%20", "ä "),
  ])
  func percentEscapesAreDecoded(text: String, decoded: String) {
    expect(PercentEncoding.decoded(text), equals: decoded)
  }

  @Test(arguments: ["%", "%2", "50% off", "%G0", "%C3", "%FF", "%C3%28"])
  func invalidEscapesAndInvalidUTF8AreRefused(text: String) {
    expect(PercentEncoding.decoded(text) == nil)
  }
}
