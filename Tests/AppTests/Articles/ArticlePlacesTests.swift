import CGtk
import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewerRows

/// What assistive tools are told of places in lists and tables.
@Suite struct ArticlePlacesTests {
  private func document(_ html: String) -> ArticleDocument {
    var document = ArticleDocument()
    document.append(ArticleSource(format: .html, text: html, base: nil).article())
    return document
  }

  private func descriptions(_ html: String) -> [[String?]] {
    let document = document(html)
    return (0..<document.count).map { index in
      let description = ArticleRowDescription(of: document.row(at: index), at: index, in: document)
      return [description.rowName] + description.texts.map(\.description)
    }
  }

  @Test func itemsAreCountedInTheirLists() {
    let html = "<ul><li>a<ul><li>b<li>c</ul><li>d<p>more</p><li>e</ul><p>x<ol><li>f</ol><ol><li>g<li>h</ol>"
    let found = descriptions(html)
    expect(
      found,
      equals: [
        [nil, "1 of 3"], [nil, "1 of 2, level 2"], [nil, "2 of 2, level 2"], [nil, "2 of 3"], [nil, nil],
        [nil, "3 of 3"], [nil, nil], [nil, "1 of 1"], [nil, "1 of 2"], [nil, "2 of 2"],
      ])
  }

  @Test func placesInLongListsAreNotCounted() {
    let found = descriptions("<ul>" + String(repeating: "<li>a", count: 3_000) + "</ul>")
    expect(found[1_500], equals: [nil, nil])
  }

  @Test func cellsNameTheHeadersOfTheirColumns() {
    let html = """
      <table><tr><th>A<th colspan=2>B<th>C<tr><th>r<td>1<td>2<td>3</table><p>between</p>
      <table><tr><td>4<td>5</table>
      """
    let found = descriptions(html)
    expect(
      found,
      equals: [
        ["Row 1 of 2", "Column header", "Column header", "Column header"],
        ["Row 2 of 2", nil, nil, nil, nil], [nil, nil], ["Row 1 of 1", nil, nil],
      ])
    let document = document(html)
    let texts = ArticleRowDescription(of: document.row(at: 1), at: 1, in: document).texts
    expect(texts.map(\.name), equals: ["A: r", "B: 1", "B: 2", "C: 3"])
    // No cells without a table.
    expect(texts.allSatisfy { $0.role == GTK_ACCESSIBLE_ROLE_LABEL })
  }

  @Test func headingsTellTheirLevels() {
    let found = document("<h1>a<h4>b</h4><p>c")
    let texts = (0..<3).map { ArticleRowDescription(of: found.row(at: $0), at: $0, in: found).texts[0] }
    expect(texts.map(\.level), equals: [1, 4, nil])
    expect(texts.map(\.description), equals: ["Level 1", "Level 4", nil])
    let heading = GTK_ACCESSIBLE_ROLE_HEADING
    expect(texts.map(\.role), equals: [heading, heading, GTK_ACCESSIBLE_ROLE_LABEL])
  }

  @Test func rowsThatTheKeyboardFindsAreKnownWithoutTheirContent() {
    let found = document("<p>a<p><a href='https://x.example/'>b</a><details><summary>c</summary>d</details>")
    expect((0..<found.count).map { found.mayHaveTarget(at: $0) }, equals: [false, true, true, false])
  }
}
