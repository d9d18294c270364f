import CGtk
import FeedViewerBase
import GtkInterop

/// The application's style sheet. Without it, the theme's styles apply.
enum StyleSheet {
  static func load(from folder: DataFolder?) {
    guard let folder else { return }
    GObjectReference(adopting: gtk_css_provider_new()!).use { provider in
      PathText.withCString(folder.styleSheet) { gtk_css_provider_load_from_path(provider, $0) }
      gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
  }
}
