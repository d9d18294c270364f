import CGtk
import GtkInterop
import Localization

/// The About dialog.
enum AboutDialog {
  static func present(over parent: UnsafeMutablePointer<GtkWindow>) {
    let widget = gtk_about_dialog_new()!
    let dialog = widget.opaque
    gtk_about_dialog_set_program_name(dialog, ApplicationInfo.name)
    gtk_about_dialog_set_version(dialog, ApplicationInfo.version)
    gtk_about_dialog_set_logo_icon_name(dialog, ApplicationInfo.identifier)
    gtk_about_dialog_set_comments(dialog, ApplicationInfo.purpose + "\n" + ApplicationInfo.promise)
    gtk_about_dialog_set_license(
      dialog, localized("No licence has been chosen yet. All rights are reserved by the authors."))
    gtk_about_dialog_set_wrap_license(dialog, 1)
    CStringArray.withConstants([localized("The Feed Viewer authors")]) {
      gtk_about_dialog_set_authors(dialog, $0)
    }
    gtk_about_dialog_set_system_information(dialog, systemInformation)
    let window: UnsafeMutablePointer<GtkWindow> = widget.cast()
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    // The texts are wrapped, so that the dialog fits a narrow screen.
    gtk_window_set_default_size(window, 360, -1)
    WindowKeys.add(to: window, over: parent)
    gtk_window_present(window)
  }

  private static var systemInformation: String {
    let gtk = "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
    return """
      GTK \(gtk)
      Pango \(String(cString: pango_version_string()))
      \(String(cString: gdk_display_get_name(gdk_display_get_default())))
      """
  }
}
