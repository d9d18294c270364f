import CGtk

/// The list of installed fonts, which fontconfig loads once per process.
package enum FontConfiguration {
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
