import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// What is freed when memory runs low.
@Suite(.serialized, .needsDisplay)
struct MemoryWarningTests {
  private let folder = ImageFolder()

  /// A list of rows with a picture each, scrolled by its user, with everything near the viewport decoded.
  private func fixture() async throws -> ListFixture {
    let rows = try ListFixture.rows(0..<120).enumerated().map { index, row in
      var row = row
      let path = try folder.write(width: 64, height: 64, name: "\(index)")
      row.thumbnail = .image(path: path)
      return row
    }
    let fixture = ListFixture([rows])
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 60))
    try await scroll(fixture)
    return fixture
  }

  private func scroll(_ fixture: ListFixture) async throws {
    fixture.scroll(by: 20)
    let list = fixture.list
    try await expect(
      Display.wait {
        list.idle.isPreparationFinished && list.images.isIdle && list.idle.ranges.mode == .full
      })
  }

  private func rowCount(_ list: ListView, _ kind: RangeKind) -> Int {
    list.idle.ranges.elements(in: kind).count { if case .row = $0 { true } else { false } }
  }

  private static let bytesPerImage = 40 * 40 * 3

  @Test func memoryPressureFreesOffscreenPicturesUntilTheNextScroll() async throws {
    let fixture = try await fixture()
    defer { fixture.close() }
    let list = fixture.list
    let ready = rowCount(list, .display)
    expect(ready > rowCount(list, .visible))
    expect(list.images.statistics.decodedBytes, equals: ready * Self.bytesPerImage)
    expect(list.images.statistics.readBytes > 0)
    list.handleMemoryPressure()
    let visible = rowCount(list, .visible)
    expect(list.images.statistics.decodedBytes, equals: visible * Self.bytesPerImage)
    // A layout alone brings nothing back.
    gtk_widget_queue_resize(list.widget.pointer)
    fixture.settle()
    expect(list.images.statistics.decodedBytes, equals: visible * Self.bytesPerImage)
    try await Task.sleep(for: .milliseconds(200))
    try await scroll(fixture)
    expect(list.images.statistics.decodedBytes, equals: rowCount(list, .display) * Self.bytesPerImage)
    expect(rowCount(list, .display) > rowCount(list, .visible))
  }

  @Test func hiddenListKeepsNoPictures() async throws {
    let fixture = try await fixture()
    defer { fixture.close() }
    let list = fixture.list
    gtk_widget_set_visible(fixture.window, 0)
    expect(list.images.statistics.decodedBytes > 0)
    list.handleMemoryPressure()
    expect(list.idle.ranges.mode, equals: .lowMemory)
    expect(list.idle.displayedElements.isEmpty)
    gtk_window_present(fixture.window.cast())
    fixture.settle()
    try await expect(Display.wait { list.idle.isPreparationFinished && list.images.isIdle })
    expect(list.images.statistics.decodedBytes, equals: rowCount(list, .display) * Self.bytesPerImage)
  }

  @Test func systemMemoryWarningReachesTheList() async throws {
    let system = try require(g_memory_monitor_dup_default())
    defer { g_object_unref(system.raw) }
    let fixture = try await fixture()
    defer { fixture.close() }
    let list = fixture.list
    let ready = list.idle.displayedElements
    expect(list.heights.compiledRowCount > 0)
    let picture = fixture.picture
    warn(system)
    expect(list.heights.compiledRowCount, equals: 0)
    expect(list.idle.displayedElements.count < ready.count)
    expect(list.idle.displayedElements, equals: Set(list.idle.ranges.elements(in: .visible)))
    // What was dropped is made again, the same.
    fixture.resize(to: 520)
    fixture.resize(to: 480)
    fixture.settle()
    expect(fixture.picture, equals: picture)
  }

  private func warn(_ monitor: OpaquePointer) {
    var arguments = [GValue](repeating: GValue(), count: 2)
    g_value_init(&arguments[0], g_memory_monitor_get_type())
    g_value_set_object(&arguments[0], monitor.raw)
    g_value_init(&arguments[1], g_memory_monitor_warning_level_get_type())
    g_value_set_enum(&arguments[1], gint(G_MEMORY_MONITOR_WARNING_LEVEL_LOW.rawValue))
    let signal = g_signal_lookup("low-memory-warning", g_memory_monitor_get_type())
    g_signal_emitv(arguments, signal, 0, nil)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
  }
}
