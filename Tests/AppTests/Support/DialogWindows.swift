import CGtk

@testable import FeedViewer

/// The windows over a window.
@MainActor enum DialogWindows {
  static func over(_ window: ViewerWindow) -> [UnsafeMutablePointer<GtkWindow>] {
    var found: [UnsafeMutablePointer<GtkWindow>] = []
    let windows = gtk_window_get_toplevels()
    for number in 0..<g_list_model_get_n_items(windows) {
      guard let item = g_list_model_get_item(windows, number) else { continue }
      let candidate: UnsafeMutablePointer<GtkWindow> = item.assumingMemoryBound(to: GtkWindow.self)
      g_object_unref(item)
      if gtk_window_get_transient_for(candidate) == window.pointer { found.append(candidate) }
    }
    return found
  }
}
