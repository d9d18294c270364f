import CGtk
import Dispatch

/// The list of installed fonts, which fontconfig loads once per process.
package enum FontConfiguration {
  /// Starts loading it on another thread while GTK starts on this one; Pango would load it only with the first text.
  package static func loadInBackground() {
    DispatchQueue.global(qos: .userInitiated).async { FcInit() }
  }

  private static var isFollowed = false

  /// Makes fonts available that are installed while the program runs. Further calls do nothing.
  ///
  /// GTK 4.8 notifies Pango before fontconfig has reloaded (gtksettings.c, settings_update_fontconfig), and Pango
  /// 1.50 caches its list of fonts from then on: existing font maps would not find the new fonts until fonts change
  /// again, while new font maps would.
  package static func followChanges() {
    guard !isFollowed, let settings = gtk_settings_get_default() else { return }
    isFollowed = true
    Signal.connect(settings, "notify::gtk-fontconfig-timestamp") {
      pango_fc_font_map_config_changed(pango_cairo_font_map_get_default().opaque)
    }
  }
}
