import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewer

/// Nothing of an article outlives its window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleLifetimeTests {
  private static let text = """
    <h2>Found</h2><p>One <b>bold</b> <a href="https://a.example/">word</a><ul><li>a<li>b</ul>
    <pre>x  &lt; y</pre><img src="gone.png" alt="A boat"><table><tr><td>c1<td>c2</table>
    <details><summary>More</summary><p>Hidden</details>
    """

  /// Opens a window, uses it and closes it.
  ///
  /// - Returns: The window and everything in it.
  private func objects(ofWindowWith items: [String], use: (ArticleFixture) async throws -> Void) async throws
    -> RetainedObjects
  {
    let fixture = try ArticleFixture()
    try await fixture.open(items)
    try await use(fixture)
    let objects = RetainedObjects(of: fixture.window)
    fixture.close()
    return objects
  }

  @Test func articleIsFreedWithItsWindow() async throws {
    let items = [
      ArticleFixture.item("One", Self.text, link: "https://l.example/"),
      ArticleFixture.item("Two", Self.text),
    ]
    let objects = try await objects(ofWindowWith: items) { fixture in
      try await fixture.read(0)
      try fixture.press("Found", 2, count: 2)
      fixture.key(GDK_KEY_Tab)
      fixture.key(GDK_KEY_j)
      try await fixture.drawn()
      fixture.activate("find")
    }
    expect(objects.count > 100)
    try await expect(MainLoop.settle { objects.survivors.isEmpty }, "\(objects.survivors)")
  }

  /// Reading the rest of an article takes longer than closing the window.
  @Test func articleThatIsLoadingIsFreedWithItsWindow() async throws {
    let paragraphs = (0..<200_000).map { "<p>paragraph \($0) of many" }.joined()
    weak var page: ArticlePage?
    let objects = try await objects(ofWindowWith: [ArticleFixture.item("Long", paragraphs)]) { fixture in
      page = fixture.page
      fixture.window.listView(fixture.window.list, didActivate: RowIndexPath(section: 0, row: 0))
      let hasBeginning = try await fixture.settle { fixture.view.document.count > 0 }
      expect(hasBeginning)
      expect(fixture.view.document.article.isPartial)
    }
    for _ in 0..<10 { while g_main_context_iteration(nil, 0) != 0 {} }
    expect(page == nil)
    try await expect(MainLoop.settle { objects.survivors.isEmpty }, "\(objects.survivors)")
  }
}
