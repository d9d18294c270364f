import Expectations
import ProgramRuns
import Testing

@testable import FeedViewerFeeds

struct EncodingNameTests {
  @Test(arguments: [
    ("<?xml version=\"1.0\"?><rss/>", "UTF-8"),
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss/>", "WINDOWS-1252"),
    ("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><rss/>", "CP932"), ("", "UTF-8"),
  ])
  func theNameIsThatOfTheDeclaredEncoding(_ text: String, _ name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "feed.xml")
    expect(FeedReader.encodingName(ofFileAt: path), equals: name)
  }

  @Test func aFileThatIsNotThereHasNone() {
    expect(FeedReader.encodingName(ofFileAt: "/nowhere/feed.xml") == nil)
  }
}
