import CGtk
import Foundation
import GtkInterop
import Testing
import WidgetTesting

/// The display that tests of windows run on, in this process.
enum TestDisplay {
  /// Whether GTK could be started; it is at the first use.
  static let isReady: Bool = {
    setenv("GSK_RENDERER", "cairo", 0)
    setenv("GDK_DEBUG", "gl-disable", 0)
    // What a library complains of is a fault of the test in which it does.
    GLibWarnings.watch { Issue.record("\($0)") }
    return gtk_init_check() != 0
  }()

  /// An application of its own for the windows of a test, registered with no one else.
  static func makeApplication() throws -> GObjectReference<UnsafeMutablePointer<GtkApplication>> {
    try #require(isReady)
    let identifier = "io.github.feedviewer.Test" + UUID().uuidString.filter { $0 != "-" }
    let application = GObjectReference(adopting: gtk_application_new(identifier, G_APPLICATION_NON_UNIQUE)!)
    try #require(g_application_register(application.pointer.cast(), nil, nil) != 0)
    return application
  }
}
