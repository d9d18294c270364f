import CGtk
import Expectations
import GtkInterop
import Testing

/// Content of the clipboard that is made when it is pasted.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct LazyContentTests {
  @Test func textIsMadeWhenItIsPasted() throws {
    try require(TestDisplay.isReady)
    var made: [String] = []
    let content = LazyContent(
      text: {
        made.append("text")
        return "a\0b"
      },
      html: {
        made.append("html")
        return "<p>"
      })
    let provider = content.makeProvider()
    let formats = gdk_content_provider_ref_formats(provider.pointer)
    defer { gdk_content_formats_unref(formats) }
    expect(gdk_content_formats_contain_mime_type(formats, "text/html") != 0)
    expect(gdk_content_formats_contain_gtype(formats, g_type_from_name("gchararray")) != 0)
    expect(made.isEmpty)
    var value = GValue()
    g_value_init(&value, g_type_from_name("gchararray"))
    defer { g_value_unset(&value) }
    expect(gdk_content_provider_get_value(provider.pointer, &value, nil) != 0)
    expect(made, equals: ["text"])
    // A C string would end at the null character.
    expect(g_value_get_string(&value).map { String(cString: $0) }, equals: "ab")
  }

  @Test func otherFormatsAreRefused() throws {
    try require(TestDisplay.isReady)
    let provider = LazyContent(text: { "" }, html: { "" }).makeProvider()
    var value = GValue()
    g_value_init(&value, g_type_from_name("gint"))
    defer { g_value_unset(&value) }
    expect(gdk_content_provider_get_value(provider.pointer, &value, nil), equals: 0)
  }

  @Test func makersAreReleasedWithTheProvider() throws {
    try require(TestDisplay.isReady)
    final class Owner {}
    weak var owner: Owner?
    do {
      let kept = Owner()
      owner = kept
      let provider = LazyContent(text: { "\(kept)" }, html: { "" }).makeProvider()
      provider.use { _ in }
    }
    expect(owner == nil)
  }
}
