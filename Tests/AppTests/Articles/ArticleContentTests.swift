import Expectations
import FeedViewerFeeds
import ProgramRuns
import Testing

@testable import FeedViewer

struct ArticleContentTests {
  @Test func attachmentsShowNameTypeAndSize() throws {
    func file(_ enclosure: Enclosure) -> ArticleEnclosure {
      ArticleEnclosure(enclosure, of: "/nowhere/f.xml")
    }
    let sound = file(
      Enclosure(url: "https://x/a%20b.mp3?c=1", type: "audio/mpeg", length: 12_345_678))
    expect(sound.name, equals: "a b.mp3")
    expect(sound.description, equals: "audio/mpeg, 12 MB")
    expect(sound.kind, equals: .audio)
    expect(file(Enclosure(url: "https://x/v", type: "Video/mp4")).kind == .video)
    expect(sound.address == "https://x/a%20b.mp3?c=1")
    expect(file(Enclosure(url: "gone.mp3", title: "Gone")).address == nil)
    expect(file(Enclosure(url: "data:text/plain,x")).address == nil)
    let folder = try TemporaryFolder()
    try folder.write("sound", to: "s.mp3")
    let here = ArticleEnclosure(Enclosure(url: "s.mp3"), of: "\(folder.path)/f.xml")
    expect(here.address?.hasPrefix("file:///") == true)
    expect(
      [1, 999, 1_000, 1_460, 999_600, 3_400_000, 2_000_000_000].map(ArticleEnclosure.size),
      equals: ["1 byte", "999 bytes", "1 kB", "1.5 kB", "1 MB", "3.4 MB", "2 GB"])
  }

  @Test func durationsAreFormattedAsHoursMinutesSeconds() {
    expect([5, 65, 3_723].map(ArticleContent.clock), equals: ["0:05", "1:05", "1:02:03"])
  }
}
