import CGtk
import Glibc

extension TextEnvironment {
  /// All settings, libraries and fonts on which the size of text depends, as a text that is the same in every run of the
  /// program in which texts have the same sizes.
  ///
  /// Fonts are told apart by the times at which their folders were changed.
  package var conditions: String {
    let description = pango_font_description_to_string(font.pointer)
    defer { g_free(description) }
    var parts = [
      "pango \(String(cString: pango_version_string()))", "harfbuzz \(String(cString: hb_version_string()))",
      "fontconfig \(FcGetVersion())", "font \(description.map { String(cString: $0) } ?? "")",
      "options \(fontOptions.map { cairo_font_options_hash($0.pointer) } ?? 0)", "resolution \(resolution)",
      "language \(language)", "rounds \(roundsGlyphPositions)", "direction \(baseDirection)",
      "locale \(pango_language_get_default().map { String(cString: pango_language_to_string($0)) } ?? "")",
    ]
    parts += Self.fontFolders
    return parts.joined(separator: "\n")
  }

  /// The folders with fonts, each with the time of its last change.
  private static var fontFolders: [String] {
    guard let folders = FcConfigGetFontDirs(nil) else { return [] }
    defer { FcStrListDone(folders) }
    var result: [String] = []
    while let folder = FcStrListNext(folders) {
      let path = String(cString: folder)
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      result.append("\(path) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
    }
    return result
  }
}
