import CGtk
import Expectations
import Foundation
import Testing

/// fontconfig's configuration of this process, from a file that tests change: fonts appear and disappear as when a user
/// installs and removes them, and GTK is notified as by the desktop.
final class FontConfigurationFile {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
  private var changes: UInt32 = 0

  /// Loads the same configuration from this object's file.
  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("")
    setenv("FONTCONFIG_FILE", file.path, 1)
    try require(FcInitReinitialize() != 0)
  }

  /// Removes all fonts that cover a language.
  func hideFonts(of language: String) throws {
    try change("<pattern><patelt name=\"lang\"><string>\(language)</string></patelt></pattern>")
  }

  /// Restores all fonts.
  func showAllFonts() throws { try change("") }

  /// Restores the system's configuration, and tells GTK, so that later tests in this process do not see it change.
  func restore() throws {
    unsetenv("FONTCONFIG_FILE")
    try require(FcInitReinitialize() != 0)
    announce()
    // What GTK and Pango do about it comes in later turns of the loop, and fontconfig counts whole seconds.
    let second = time(nil)
    Display.settle { time(nil) > second }
    Display.run(seconds: 0.1)
    try FileManager.default.removeItem(at: folder)
  }

  private var file: URL { folder.appending(path: "fonts.conf") }

  private func write(_ rejected: String) throws {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig>
        <include>/etc/fonts/fonts.conf</include>
        <selectfont><rejectfont>\(rejected)</rejectfont></selectfont>
      </fontconfig>
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func change(_ rejected: String) throws {
    // fontconfig counts whole seconds, and takes a file for changed that is younger than its last look at it.
    let second = time(nil)
    Display.settle { time(nil) > second }
    try write(rejected)
    announce()
  }

  private func announce() {
    changes += 1
    // What the desktop's settings daemon sends.
    var value = GValue()
    g_value_init(&value, g_type_from_name("guint"))
    g_value_set_uint(&value, 1_000 + changes)
    g_object_set_property(gtk_settings_get_default()!.cast(), "gtk-fontconfig-timestamp", &value)
    g_value_unset(&value)
  }
}
