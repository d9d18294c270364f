import CGtk
import Expectations
import GtkInterop
import Testing

/// The application's style sheet on the display of the tests, until it is removed.
final class TestStyleSheet {
  private let provider = GObjectReference(adopting: gtk_css_provider_new()!)

  init() throws {
    try require(TestDisplay.isReady)
    gtk_css_provider_load_from_path(provider.pointer, PackageSources.root + "/data/style.css")
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider.pointer.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  func remove() {
    gtk_style_context_remove_provider_for_display(gdk_display_get_default(), provider.pointer.opaque)
  }
}
