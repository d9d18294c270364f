import CGtk
import Expectations
import Foundation
import GtkInterop
import SoftwareDrawing
import Testing
import WidgetTesting

/// The display for tests of windows in this process.
enum TestDisplay {
  /// Whether GTK could be initialised, which happens at first use.
  static let isReady: Bool = {
    SoftwareDrawing.select()
    // A warning of a library fails the test in which it occurs.
    GLibWarnings.watch { Issue.record("\($0)") }
    return gtk_init_check() != 0
  }()

  /// An application for the windows of a test, which is not registered on the bus.
  static func makeApplication() throws -> GObjectReference<UnsafeMutablePointer<GtkApplication>> {
    try require(isReady)
    MainFontMap.select()
    let identifier = "io.github.feedviewer.Test" + UUID().uuidString.filter { $0 != "-" }
    let application = GObjectReference(adopting: gtk_application_new(identifier, G_APPLICATION_NON_UNIQUE)!)
    try require(g_application_register(application.pointer.cast(), nil, nil) != 0)
    return application
  }
}
