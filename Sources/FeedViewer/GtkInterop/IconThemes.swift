import CGtk
import Dispatch

/// The icon themes of the default display.
public enum IconThemes {
  /// Starts to read them on another thread, so that the first icon need not wait for all of that.
  ///
  /// A GtkIconTheme that is set up may be asked on any thread (gtkicontheme.c, "Threading").
  public static func loadInBackground() {
    guard let display = gdk_display_get_default(), let theme = gtk_icon_theme_get_for_display(display) else {
      return
    }
    nonisolated(unsafe) let shared = theme
    g_object_ref(UnsafeMutableRawPointer(shared))
    DispatchQueue.global(qos: .userInitiated).async {
      _ = gtk_icon_theme_has_icon(shared, "open-menu-symbolic")
      g_object_unref(UnsafeMutableRawPointer(shared))
    }
  }
}
