import CGtk
import GtkInterop

/// A style sheet of a program, for all its windows until it is removed.
package final class AddedStyleSheet {
  private let provider = GObjectReference(adopting: gtk_css_provider_new()!)
  private let display = gdk_display_get_default()

  package init(_ sheet: String, priority: Int32 = GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) {
    gtk_css_provider_load_from_data(provider.pointer, sheet, -1)
    gtk_style_context_add_provider_for_display(display, provider.pointer.opaque, guint(priority))
  }

  package func remove() {
    gtk_style_context_remove_provider_for_display(display, provider.pointer.opaque)
  }
}
