import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewerRows

/// Links of a printed article and their footnotes.
@Suite struct LinkNotesTests {
  private func notes() -> LinkNotes { LinkNotes { $0.hasPrefix("javascript:") ? nil : $0 } }

  @Test func eachAddressHasOneNumber() {
    var notes = notes()
    expect(notes.number(of: "https://a.example/", words: "one") == 0)
    expect(notes.number(of: "https://b.example/", words: "two") == 1)
    expect(notes.number(of: "https://a.example/", words: "three") == 0)
    expect(notes.addresses == ["https://a.example/", "https://b.example/"])
  }

  @Test func linksThatTellTheirAddressHaveNoFootnote() {
    var notes = notes()
    expect(notes.number(of: "https://a.example/", words: "a.example") == nil)
    expect(notes.number(of: "https://a.example/x", words: "https://a.example/x") == nil)
    expect(notes.number(of: "mailto:me@a.example", words: "me@a.example") == nil)
    expect(notes.number(of: "#place", words: "below") == nil)
    expect(notes.number(of: "javascript:x()", words: "click") == nil)
    expect(notes.texts.isEmpty)
  }

  @Test func numbersStandAfterTheirLinks() {
    var notes = notes()
    let runs = [
      ArticleRun(range: 2..<6, style: .strong, link: "https://a.example/"),
      ArticleRun(range: 6..<9, style: .emphasis, link: "https://a.example/"),
      ArticleRun(range: 10..<11, link: "https://b.example/"),
    ]
    let noted = NotedText("a Größe b c", runs, &notes)
    expect(noted.text, equals: "a Größe\u{2060}1 b\u{2060}2 c")
    expect(noted.marks.map(\.note), equals: [0, 1])
    expect(noted.runs.allSatisfy { $0.link == nil })
    expect(noted.runs.filter { $0.style == .superscript }.map(\.range), equals: noted.marks.map(\.range))
    // Styles stay where they were.
    expect(noted.runs[0].range == 2..<6 && noted.runs[1].range == 6..<9)
    expect(noted.sourceOffset(of: 1), equals: 1)
    expect(noted.sourceOffset(of: noted.text.utf8.count), equals: "a Größe b c".utf8.count)
  }
}
