import CGtk
import Expectations
import Foundation
import GtkInterop
import Testing

@testable import FeedViewer

/// Printing and saving the article that is shown.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticlePrinterTests {
  private let fixture: ArticleFixture
  private var window: ViewerWindow { fixture.window }
  private var printer: ArticlePrinter { fixture.window.printer }

  init() async throws {
    fixture = try ArticleFixture(pictureProgram: try Program.path)
    let long = (0..<200).map { "<p>Paragraph \($0) with <a href=\"https://l.example/\($0)\">a link</a>.</p>" }
    let hostile = """
      <script>alert(1)</script><p onclick="x()">Text <a href="javascript:x()">bad</a> &amp; &lt;b>
      <img src="https://tracker.example/p.png" alt="Pixel"><iframe src="https://f.example/"></iframe>
      <p><img alt="Dot" src="data:image/png;base64,\
      iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGNQcGjAihiGlgQAygM4AbBvOSMAAAAASUVORK5CYII=">
      """
    try await fixture.open([
      ArticleFixture.item("Long", long.joined(), link: "https://notes.example/1"),
      ArticleFixture.item("A/B: \"C\"", hostile, link: "https://notes.example/2"),
    ])
  }

  private func path(_ name: String) -> String { fixture.folder.path + "/" + name }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)) }
  }

  private func row(_ number: Int) throws -> FeedRow {
    try require(window.entries.sections.first?.rows[number])
  }

  /// The number of pages of a PDF, which cairo 1.18 compresses, and whether it is complete.
  private func pages(of pdf: Data) -> (count: Int?, isComplete: Bool) {
    let text = String(decoding: pdf, as: UTF8.self)
    let count = text.matches(of: /\/Type \/Pages[\s\S]{0,400}?\/Count (\d+)/).compactMap { Int($0.output.1) }
      .max()
    return (
      cairo_version() < 11_800 ? count ?? 0 : count, text.hasPrefix("%PDF-") && text.hasSuffix("%%EOF\n")
    )
  }

  @Test func articlesAreSaved() async throws {
    // The actions need an article.
    let actions = ["print", "print-preview", "save-pdf", "save-html"]
    expect(actions.allSatisfy { !fixture.isEnabled($0) })
    try await fixture.read(0)
    expect(actions.allSatisfy { fixture.isEnabled($0) })
    fixture.activate("back")
    expect(actions.allSatisfy { !fixture.isEnabled($0) })
    // The names of files come from titles.
    expect(ArticleFileName.suggested(for: try row(1), feed: "", ending: ".pdf"), equals: "A B C.pdf")
    expect(ArticleFileName.suggested(for: try row(0), feed: "", ending: ".html"), equals: "Long.html")
    // Files that can't be written are reported.
    var reasons: [String] = []
    printer.fail = { reasons.append("\($0): \($1)") }
    printer.savePDF(try row(1), feed: "Notes", to: path("none/a.pdf"))
    try await expect(fixture.settle { !printer.isBusy })
    printer.saveHTML(try row(1), feed: "Notes", to: path("none/a.html"))
    try await expect(fixture.settle { !printer.isBusy })
    expect(
      reasons,
      equals: ["a.pdf", "a.html"].map {
        "Can’t Save: “\(path("none/" + $0))” could not be saved: No such file or directory"
      })
    try expect(names, equals: ["notes.xml"])
    // As PDF.
    printer.savePDF(try row(0), feed: "Notes", to: path("long.pdf"))
    try await expect(fixture.settle { !printer.isBusy })
    let long = pages(of: try fixture.folder.data("long.pdf"))
    expect((7..<40).contains(long.count ?? 7) && long.isComplete, "\(long)")
    printer.savePDF(try row(1), feed: "Notes", to: path("short.pdf"))
    try await expect(fixture.settle { !printer.isBusy })
    let short = pages(of: try fixture.folder.data("short.pdf"))
    expect(short.count ?? 1 == 1 && short.isComplete, "\(short)")
    // Nothing else is left.
    try expect(names, equals: ["notes.xml", "long.pdf", "short.pdf"])
    // Pages load and run nothing.
    printer.saveHTML(try row(1), feed: "Notes & more", to: path("a.html"))
    try await expect(fixture.settle { !printer.isBusy })
    let page = try fixture.folder.text("a.html")
    expect(page.hasPrefix("<!DOCTYPE html>\n<html dir=\"ltr\">"))
    expect(page.contains("<a href=\"https://notes.example/2\">https://notes.example/2</a>"))
    expect(page.contains("<title>A/B: &quot;C&quot;</title>"))
    expect(page.contains("content=\"Notes &amp; more\""))
    expect(page.contains("<link rel=\"canonical\" href=\"https://notes.example/2\">"))
    expect(page.contains("default-src 'none'"))
    expect(page.contains("Text bad &amp; &lt;b&gt;"))
    expect(page.contains("<img src=\"data:image/png;base64,iVBOR"))
    for part in ["<script", "onclick", "javascript:", "<iframe", "src=\"http", "url(", "@import"] {
      expect(!page.contains(part), "\(part)")
    }
    // They tell their language and direction.
    let arabic = try fixture.folder.write(
      """
      <rss><channel><title>F</title><language>ar</language><item><title>عنوان</title>\
      <description>&lt;p>نص&lt;p>Latin text</description></item></channel></rss>
      """, to: "ar.xml")
    window.open([arabic])
    try await expect(fixture.settle { window.isComplete && window.library.entryCount == 3 })
    let row = try require(window.entries.sections.last?.rows.first)
    printer.saveHTML(row, feed: "F", to: self.path("ar.html"))
    try await expect(fixture.settle { !printer.isBusy })
    let arabicPage = try fixture.folder.text("ar.html")
    expect(arabicPage.contains("<html lang=\"ar\" dir=\"rtl\">"))
    expect(arabicPage.contains("<p>نص</p>"))
    expect(arabicPage.contains("<p dir=\"ltr\">Latin text</p>"))
  }

  /// A PDF that is short, and one that is written while pages are drawn.
  @Test(arguments: [1, 400]) func aFullDiskFailsPrintingIntoAFile(pageCount: Int) async throws {
    let document = PrintOperation.Document(
      name: "Full", begin: { _ in }, layOut: { pageCount },
      draw: { _, cairo in
        // Random widths are not compressed well.
        for line in 0..<200 {
          cairo_rectangle(cairo, 0, Double(line), Double.random(in: 0...500), Double.random(in: 0...1))
        }
        cairo_fill(cairo)
      })
    var outcome: PrintOperation.Outcome?
    PrintOperation.run(
      document, to: .file(path: "/dev/full"), over: window.pointer.cast(), noPreviewer: {},
      completion: { outcome = $0 })
    try await expect(fixture.settle { outcome != nil })
    expect(outcome != .printed && outcome != .cancelled, "\(String(describing: outcome))")
  }

  @Test func previewsShowTheSamePagesOrAMessageWithoutAPreviewer() async throws {
    let settings = gtk_settings_get_default()!
    let command = ObjectProperty.string("gtk-print-preview-command", of: settings) ?? ""
    ObjectProperty.set("gtk-print-preview-command", of: settings, to: "no-such-previewer %f")
    defer { ObjectProperty.set("gtk-print-preview-command", of: settings, to: command) }
    var titles: [String] = []
    printer.fail = { title, _ in titles.append(title) }
    printer.preview(try row(1), feed: "Notes")
    try await expect(fixture.settle { !printer.isBusy })
    expect(titles, equals: ["No Print Preview"])
    // The same pages are shown by a previewer.
    let copy = path("preview.pdf")
    ObjectProperty.set("gtk-print-preview-command", of: settings, to: "/bin/cp %f \(copy)")
    printer.preview(try row(0), feed: "Notes")
    try await expect(
      fixture.settle {
        !printer.isBusy && (try? fixture.folder.data("preview.pdf")).map { pages(of: $0).isComplete } == true
      })
    expect(pages(of: try fixture.folder.data("preview.pdf")).count ?? 7 > 6)
  }

}
