import Glibc
import GtkInterop

/// The style sheet of an accent colour.
///
/// The default theme of GTK 4.8 has no name for its accent: the sheet replaces the names of colours that the sheets of
/// the program and its lists build upon, and colours those of the theme's widgets that show the accent.
nonisolated struct AccentStyle {
  /// Luminances, as defined by WCAG 2.1, at which the accent stands out from white, from the dark style's background, and
  /// from white text on it. The default theme's own blue has 0.23.
  private static let luminances = 0.19...0.24

  private let red: Double
  private let green: Double
  private let blue: Double

  /// - Parameter color: Any colour. One that is too bright or too dark is used at a brightness at which it can be seen.
  init(_ color: DesktopAppearance.Color) {
    let linear = [color.red, color.green, color.blue].map {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    let wanted = min(max(luminance, Self.luminances.lowerBound), Self.luminances.upperBound)
    let parts = linear.map { part in
      // Black is added to a bright colour, white to a dark one.
      let mixed =
        wanted < luminance
        ? part * wanted / luminance : part + (1 - part) * (wanted - luminance) / (1 - luminance)
      return mixed <= 0.0031308 ? mixed * 12.92 : 1.055 * pow(mixed, 1 / 2.4) - 0.055
    }
    (red, green, blue) = (parts[0], parts[1], parts[2])
  }

  /// CSS that comes after the application's style sheet.
  var sheet: String {
    let color = "rgb(\([red, green, blue].map { String(Int(($0 * 255).rounded())) }.joined(separator: ",")))"
    return """
      @define-color accent_bg_color \(color);
      @define-color theme_selected_bg_color \(color);
      @define-color link_base_color \(color);
      /* More of the text's colour than in the default blue: any hue is read as well, faint texts too. */
      @define-color link_text_color mix(@link_base_color, @theme_text_color, 0.48);
      @define-color visited_link_text_color mix(@link_base_color, @theme_text_color, 0.72);

      text > selection, label > selection {
        background-color: @accent_bg_color;
        color: white;
      }

      check:checked, check:indeterminate, radio:checked, switch:checked,
      progressbar > trough > progress, scale > trough > highlight {
        background-color: @accent_bg_color;
        background-image: none;
        border-color: @accent_bg_color;
      }

      button.suggested-action {
        background-color: @accent_bg_color;
        background-image: none;
        border-color: mix(@accent_bg_color, black, 0.15);
      }

      button.suggested-action:hover { background-color: mix(@accent_bg_color, white, 0.1); }
      button.suggested-action:active { background-color: mix(@accent_bg_color, black, 0.15); }
      """
  }
}
