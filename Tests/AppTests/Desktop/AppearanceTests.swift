import CGtk
import Expectations
import GtkInterop
import Testing
import WidgetTesting

@testable import FeedViewer

/// The desktop's preferences for colours and contrast.
@Suite(
  .serialized,
  .enabled(
    if: Program.hasDisplay && Program.hasSessionBus && AssistiveTool.isInstalled,
    "needs a display, a session bus and python3-gi"))
struct AppearanceTests {
  private let bus: GObjectReference<OpaquePointer>

  init() throws {
    try require(TestDisplay.isReady)
    bus = GObjectReference(adopting: try require(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)))
  }

  private var theme: String? { ObjectProperty.string("gtk-theme-name", of: gtk_settings_get_default()!) }
  private var isDark: Bool {
    ObjectProperty.isOn("gtk-application-prefer-dark-theme", of: gtk_settings_get_default()!)
  }

  /// The colour of a name in the style sheets of the display; nil if none defines it.
  private func color(_ name: String) -> PixelColor? {
    let widget = GObjectReference(adopting: gtk_label_new(nil)!)
    var color = GdkRGBA()
    guard
      gtk_style_context_lookup_color(gtk_widget_get_style_context(widget.pointer), name, &color) != 0
    else { return nil }
    return PixelColor(color)
  }

  @Test func preferencesAreFollowedWhileTheProgramRuns() async throws {
    let settings = DisplaySettings()
    defer { settings.restore() }
    let portal = try SettingsPortal([
      "color-scheme uint32 1", "contrast uint32 1", "accent-color (0.57,0.25,0.67)", "unknown 'x'",
    ])
    defer { portal.close() }
    let usual = try require(theme)
    let follower = AppearanceFollower(connection: bus.pointer)
    try await expect(MainLoop.settle { isDark && theme == "HighContrast" })
    expect(color("accent_bg_color") == nil, "High contrast has its own colours.")
    try portal.set("contrast uint32 0")
    try await expect(MainLoop.settle { theme == usual })
    let purple = try require(color("accent_bg_color"))
    expect(purple.red > purple.green && purple.blue > purple.red)
    try portal.set("accent-color (0.9,0.18,0.26)")
    try await expect(MainLoop.settle { (color("accent_bg_color")?.red ?? 0) > 0.7 })
    try portal.set("color-scheme uint32 2")
    try await expect(MainLoop.settle { !isDark })
    withExtendedLifetime(follower) {}
  }

  @Test func theStyleThatTheUserChoosesWins() async throws {
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setDark(false)
    let portal = try SettingsPortal(["color-scheme uint32 1"])
    defer { portal.close() }
    let follower = AppearanceFollower(.light, connection: bus.pointer)
    try await expect(MainLoop.settle { !isDark })
    follower.colorScheme = .system
    try await expect(MainLoop.settle { isDark })
    follower.colorScheme = .light
    expect(!isDark)
    follower.colorScheme = .dark
    try portal.set("color-scheme uint32 2")
    try await expect(MainLoop.settle { isDark })
    follower.colorScheme = .system
    try await expect(MainLoop.settle { !isDark })
  }

  @Test func aValueThatIsNoColorMeansNoAccent() async throws {
    let portal = try SettingsPortal(["accent-color (0.2,0.6,0.3)"])
    defer { portal.close() }
    let follower = AppearanceFollower(connection: bus.pointer)
    for value in ["(1.5,0.0,0.0)", "(-1.0,-1.0,-1.0)", "(0.2,0.3,nan)", "uint32 3", "'red'"] {
      try portal.set("accent-color (0.2,0.6,0.3)")
      try await expect(MainLoop.settle { color("accent_bg_color") != nil })
      try portal.set("accent-color \(value)")
      try await expect(MainLoop.settle { color("accent_bg_color") == nil }, "\(value)")
    }
    withExtendedLifetime(follower) {}
  }

  @Test func valuesOutOfRangeMeanNoPreference() async throws {
    let settings = DisplaySettings()
    defer { settings.restore() }
    let portal = try SettingsPortal(["color-scheme uint32 1", "contrast uint32 1"])
    defer { portal.close() }
    let usual = try require(theme)
    let follower = AppearanceFollower(connection: bus.pointer)
    try await expect(MainLoop.settle { theme == "HighContrast" })
    try portal.set("contrast uint32 7")
    try await expect(MainLoop.settle { theme == usual })
    try portal.set("color-scheme int32 1")
    try await expect(MainLoop.settle { !isDark })
    withExtendedLifetime(follower) {}
  }

  /// Signs and links of any accent colour are seen as well as those of the theme.
  @Test(arguments: [false, true]) func everyAccentHasEnoughContrast(isDark: Bool) throws {
    let styled = try LookWindow(Look(theme: "Default", isDark: isDark))
    defer { styled.close() }
    for number in 0..<125 {
      func part(_ place: Int) -> Double { Double(number / place % 5) / 4 }
      let accent = try require(DesktopAppearance.Color(red: part(25), green: part(5), blue: part(1)))
      let sheet = GObjectReference(adopting: gtk_css_provider_new()!)
      gtk_css_provider_load_from_data(sheet.pointer, AccentStyle(accent).sheet, -1)
      let display = gdk_display_get_default()
      gtk_style_context_add_provider_for_display(
        display, sheet.pointer.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
      defer { gtk_style_context_remove_provider_for_display(display, sheet.pointer.opaque) }
      let background = try require(color("theme_base_color"))
      for (name, least) in [
        ("accent_bg_color", 3), ("unread_color", 3), ("link_text_color", 5.1),
        ("visited_link_text_color", 5.1),
      ] {
        let contrast = try require(color(name)).contrast(to: background)
        expect(contrast >= least, "\(name) of \(accent): \(contrast)")
      }
      let white = PixelColor(argb: 0xFFFF_FFFF)
      try expect(require(color("accent_bg_color")).contrast(to: white) >= 3.6, "\(accent)")
    }
  }
}
