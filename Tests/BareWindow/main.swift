import CGtk
import Glibc
import GtkInterop

/// The peer of `Benchmarks startup`: a GtkApplicationWindow with a header bar and nothing else. It reports when its first
/// frame has been painted, and exits.
let application = gtk_application_new("io.github.feedviewer.BareWindow", G_APPLICATION_NON_UNIQUE)!
Signal.connect(application, "activate") {
  let window = gtk_application_window_new(application)!
  gtk_window_set_titlebar(window.cast(), gtk_header_bar_new())
  gtk_window_set_default_size(window.cast(), 1_100, 720)
  gtk_window_present(window.cast())
  guard let clock = gtk_widget_get_frame_clock(window) else { return }
  Signal.connect(clock, "after-paint", after: true) { _ in
    write(STDOUT_FILENO, "\n", 1)
    _exit(0)
  }
}
exit(g_application_run(application.cast(), 0, nil))
