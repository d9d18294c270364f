import CGtk
import Foundation
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
}
