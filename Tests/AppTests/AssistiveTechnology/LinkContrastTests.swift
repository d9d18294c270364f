import CGtk
import Expectations
import GtkInterop
import ProgramRuns
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import FeedViewer

/// Links in articles are readable in light, dark and high-contrast styles.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LinkContrastTests {
  @Test(arguments: LookWindow.looks) func linksHaveEnoughContrast(look: Look) async throws {
    let styled = try LookWindow(look)
    defer { styled.close() }
    let window = styled.window
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(page, "article")
    gtk_widget_set_size_request(page, 300, 100)
    let label = gtk_label_new(nil)!
    // Full blocks: pixels in the colour of the text alone.
    gtk_label_set_markup(
      label.opaque, "<span size=\"xx-large\"><a href=\"https://a.example/\">████████</a></span>")
    gtk_box_append(page.cast(), label)
    gtk_window_set_child(window, page)
    gtk_window_present(window)
    var drawn: PixelImage?
    try await expect(
      MainLoop.settle {
        drawn = PixelImage(lastFrameOf: page)
        return drawn?.pixels.contains { $0 != 0 } == true
      })
    let picture = try require(drawn)
    var bounds = graphene_rect_t()
    try require(gtk_widget_compute_bounds(label, page, &bounds) != 0)
    let link = picture[
      Int(bounds.origin.x + bounds.size.width / 2), Int(bounds.origin.y + bounds.size.height / 2)]
    let background = picture[2, 98]
    expect(link.contrast(to: background) >= LookWindow.leastContrast, "\(link) on \(background)")
    // Some texts are fainter, and the links in them too. Names and dates contain none.
    let typography = ArticleTypography()
    for kind in ArticleTemplate.kinds where kind != .byline {
      let faint = link.blended(with: background, opacity: typography.style(of: kind).opacity)
      expect(faint.contrast(to: background) >= LookWindow.leastContrast, "\(kind)")
    }
    // A link that was followed has another colour.
    var followed = GdkRGBA()
    try require(
      gtk_style_context_lookup_color(
        gtk_widget_get_style_context(label), "visited_link_text_color", &followed) != 0)
    expect(PixelColor(followed).contrast(to: background) >= LookWindow.leastContrast)
    expect(PixelColor(followed).contrast(to: link) > 1.1)
  }
}

extension PixelColor {
  /// The colour as it is seen on another one.
  fileprivate nonisolated func blended(with background: PixelColor, opacity: Double) -> PixelColor {
    func part(_ one: Double, _ other: Double) -> Float { Float(one * opacity + other * (1 - opacity)) }
    return PixelColor(
      GdkRGBA(
        red: part(red, background.red), green: part(green, background.green),
        blue: part(blue, background.blue), alpha: 1))
  }
}
