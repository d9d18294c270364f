import Expectations
import FeedViewerFeeds
import LayoutCore
import RandomNumbers
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Where the texts of an article are after it has changed.
struct ArticleChangeTests {
  private func document(_ html: String, title: String = "Title") -> ArticleDocument {
    var document = ArticleDocument(title: title)
    document.append(ArticleRow(.title, title))
    document.append(ArticleSource(format: .html, text: html).article())
    return document
  }

  private func paragraphs(_ texts: [String]) -> ArticleDocument {
    document(texts.map { "<p>\($0)</p>" }.joined())
  }

  private func place(_ row: Int, _ offset: Int = 0) -> ListTextPosition {
    ListTextPosition(row: RowIndexPath(section: 0, row: row), offset: offset)
  }

  @Test func theSameTextIsNoChange() {
    let old = paragraphs(["a", "b"])
    expect(ArticleChange(from: old, to: paragraphs(["a", "b"])) == nil)
    expect(ArticleChange(from: old, to: paragraphs(["a", "b", "c"])) != nil)
    expect(ArticleChange(from: old, to: document("<p>a</p><p>b</p>", title: "Other")) != nil)
    expect(ArticleChange(from: old, to: document("<p>a</p><p><b>b</b></p>")) != nil)
  }

  @Test func textsAreFoundAgain() throws {
    let change = try require(
      ArticleChange(from: paragraphs(["a", "b", "c", "d"]), to: paragraphs(["new", "a", "x", "d", "b"])))
    expect(change.samePlace(place(0)), equals: place(0))
    expect(change.samePlace(place(1, 1)), equals: place(2, 1))
    expect(change.samePlace(place(2)), equals: place(5))
    expect(change.samePlace(place(3)) == nil)
    expect(change.samePlace(place(4)), equals: place(4))
  }

  @Test func aReadingPlaceInAnotherTextIsThatInItsPlace() throws {
    let old = paragraphs(["a", "some words", "c"])
    func reading(_ row: Int, _ byte: Int) throws -> ReadingPlace {
      try require(ReadingPlace(textInRow: "0 \(byte) 3 20 0", row: RowIndexPath(section: 0, row: row)))
    }
    let changed = try require(ArticleChange(from: old, to: paragraphs(["new", "a", "wörds", "c"])))
    expect(changed.place(try reading(2, 2)).row?.row, equals: 3)
    // Inside of a character, and beyond the end.
    expect(changed.place(try reading(2, 2)).character?.byte, equals: 1)
    expect(changed.place(try reading(2, 9)).character?.byte, equals: 6)
    let picture = try require(ArticleChange(from: old, to: document("<p>a</p><hr><p>c</p>")))
    expect(picture.place(try reading(2, 5)).row?.row, equals: 2)
    expect(picture.place(try reading(2, 5)).character == nil)
    let shorter = try require(ArticleChange(from: old, to: paragraphs(["a"])))
    expect(shorter.place(try reading(3, 0)).row?.row, equals: 1)
  }

  @Test func rowsOfALongTextAreFoundAgain() throws {
    let long = (0..<6_000).map { "word\($0)" }.joined(separator: " ")
    let old = paragraphs(["a", long, "z"])
    let change = try require(ArticleChange(from: old, to: paragraphs(["new", "a", long, "z"])))
    expect(old.count > 6)
    for row in 0..<old.count {
      expect(change.samePlace(place(row, 1)), equals: place(row == 0 ? 0 : row + 1, 1))
    }
    let other = paragraphs(["a", "More " + long, "z"])
    let changed = try require(ArticleChange(from: old, to: other))
    for row in 2..<old.count - 1 {
      let reading = try require(
        ReadingPlace(textInRow: "0 40 0 0 0", row: RowIndexPath(section: 0, row: row)))
      let found = changed.place(reading)
      let byte = other.initialStart(ofRow: try require(found.row?.row)) + (found.character?.byte ?? 0)
      expect(byte, equals: old.initialStart(ofRow: row) + 40)
    }
  }

  @Test func disclosuresStayOpen() throws {
    func details(_ number: Int) -> String { "<details><summary>s\(number)</summary><p>t\(number)</details>" }
    var old = document(details(0) + details(1))
    _ = old.toggleDisclosure(1)
    let change = try require(ArticleChange(from: old, to: document(details(7) + details(0) + details(1))))
    let isOpen = (0..<change.document.count).compactMap { change.document.row(at: $0).disclosure?.isOpen }
    expect(isOpen, equals: [false, false, true])
  }

  @Test(arguments: 0..<40)
  func placesStayInOrderOfTheTexts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let old = (0..<Int.random(in: 1...40, using: &random)).map { "text \($0)" }
    var new = old
    for number in 0..<Int.random(in: 0..<12, using: &random) {
      let index = Int.random(in: 0...new.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.insert("new \(number)", at: index)
      case 1 where new.count > 1 && index < new.count: new.remove(at: index)
      case 2 where index < new.count: new[index] = "other \(number)"
      default: break
      }
    }
    let (before, after) = (paragraphs(old), paragraphs(new))
    guard let change = ArticleChange(from: before, to: after) else { return expect(old, equals: new) }
    var last = 0
    for (index, text) in old.enumerated() {
      let reading = try require(
        ReadingPlace(textInRow: "0 0 0 0 0", row: RowIndexPath(section: 0, row: index + 1)))
      let found = try require(change.place(reading).row?.row)
      if let same = new.firstIndex(of: text) {
        expect(found, equals: same + 1, "\(text), seed \(seed)")
        expect(change.samePlace(place(index + 1))?.row.row, equals: same + 1)
      } else {
        expect(change.samePlace(place(index + 1)) == nil)
      }
      expect(found >= last && found < after.count, "\(text), seed \(seed)")
      last = found
    }
  }
}
