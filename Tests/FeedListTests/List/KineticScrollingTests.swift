import CGtk
import GtkInterop
import LayoutCore
import Testing

@testable import FeedList

/// GTK's own deceleration over rows whose heights become known on the way.
@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct KineticScrollingTests {
  /// Pixels a second at the start; GTK's friction of 4 makes a quarter of that the whole way.
  private static let velocity = 3_000.0

  @Test(arguments: [-1.0, 1.0])
  func aFlingIntoRowsNeverMeasuredMovesAsGTKsPhysicsSay(direction: Double) throws {
    let fixture = ListFixture([ListFixture.rows(0..<4_000)])
    defer { fixture.close() }
    fixture.list.precache.stop()
    fixture.list.preloader.stop()
    fixture.list.scroll(to: .row(RowIndexPath(section: 0, row: 2_000)), alignment: .top)
    fixture.settle()
    let adjustment = try #require(fixture.list.verticalAdjustment)
    let controller = try #require(captureScrollController(of: fixture.scroller))
    var value = gtk_adjustment_get_value(adjustment)
    var picture = fixture.picture
    var travel = 0
    decelerate(controller, velocity: direction * Self.velocity, page: Double(fixture.list.pageHeight))
    let deadline = ContinuousClock.now + .seconds(2.5)
    while ContinuousClock.now < deadline {
      Display.run(seconds: 0.02)
      let newValue = gtk_adjustment_get_value(adjustment)
      // Only what has been laid out can be compared; a value that was set after that comes with the next frame.
      guard let top = fixture.list.anchor?.offset(in: fixture.list.geometry),
        top == fixture.list.contentOffset
      else { continue }
      let newPicture = fixture.picture
      let common = Set(picture.keys).intersection(newPicture.keys)
      #expect(!common.isEmpty)
      let asked = Int(newValue.rounded()) - Int(value.rounded())
      for key in common { #expect(picture[key]! - newPicture[key]! == asked, "\(key)") }
      travel += asked
      value = newValue
      picture = newPicture
    }
    let expected = direction * Self.velocity / 4
    #expect(abs(Double(travel) - expected) < 30, "\(travel) of \(expected)")
  }

  /// The controller through which GtkScrolledWindow learns of touchpads, whose signals start its deceleration.
  private func captureScrollController(of scroller: WidgetPointer) -> OpaquePointer? {
    let controllers = gtk_widget_observe_controllers(scroller)!
    defer { g_object_unref(controllers.raw) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      if g_type_check_instance_is_a(controller.cast(), gtk_event_controller_scroll_get_type()) != 0,
        gtk_event_controller_get_propagation_phase(OpaquePointer(controller)) == GTK_PHASE_CAPTURE
      {
        return OpaquePointer(controller)
      }
    }
    return nil
  }

  private func decelerate(_ controller: OpaquePointer, velocity: Double, page: Double) {
    var arguments = [GValue](repeating: GValue(), count: 3)
    g_value_init(&arguments[0], gtk_event_controller_scroll_get_type())
    g_value_set_object(&arguments[0], controller.raw)
    for index in 1...2 { g_value_init(&arguments[index], cgtk_type_double()) }
    // GtkScrolledWindow multiplies by a wheel step, page^(2/3) pixels.
    g_value_set_double(&arguments[2], velocity / page.cubeRootSquared)
    var result = GValue()
    let signal = g_signal_lookup("decelerate", gtk_event_controller_scroll_get_type())
    g_signal_emitv(arguments, signal, 0, &result)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
  }
}

extension Double {
  fileprivate var cubeRootSquared: Double {
    var root = self / 2
    for _ in 0..<60 { root -= (root * root * root - self) / (3 * root * root) }
    return root * root
  }
}
