import CGtk
import Dispatch

/// The list of installed fonts, which fontconfig reads once for a program.
public enum FontConfiguration {
  /// Starts to read it on another thread, while GTK is starting on this one; Pango would only begin with the first text.
  public static func loadInBackground() {
    DispatchQueue.global(qos: .userInitiated).async { FcInit() }
  }

  private static var isFollowed = false

  /// Makes fonts known that are installed while the program runs; further calls do nothing.
  ///
  /// GTK 4.8 tells Pango of them before it lets fontconfig read them (gtksettings.c, settings_update_fontconfig), and
  /// Pango 1.50 keeps a list of fonts from then on: text would stay as it was until fonts change once more, while font
  /// maps that are made later have the new ones.
  public static func followChanges() {
    guard !isFollowed, let settings = gtk_settings_get_default() else { return }
    isFollowed = true
    Signal.connect(settings, "notify::gtk-fontconfig-timestamp") {
      pango_fc_font_map_config_changed(pango_cairo_font_map_get_default().opaque)
    }
  }
}
