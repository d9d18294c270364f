import CGtk
import Expectations
import GtkInterop
import LayoutCore
import PangoText
import Testing

@testable import VirtualList

/// The idle worker of a widget that shows nothing.
@Suite(.serialized, .needsDisplay)
struct IdleWorkerTests {
  /// A client whose rows are 50 pixels high when they are measured.
  private final class Client: IdleWorkerClient {
    let worker = IdleWorker()
    let window = gtk_window_new()!
    let area = gtk_drawing_area_new()!
    let text: TextSystem
    var geometry = RowGeometry()
    var idleState = IdleWorkerState()
    private(set) var measured: [Int] = []
    private(set) var measuredAtLastCommit = 0
    private(set) var measuredWhenAllWas: Int?
    private(set) var actions: [RangeController.Action] = []

    init(rowCount: Int) {
      text = TextSystem(widget: area)
      gtk_window_set_child(window.cast(), area)
      geometry.rebuild(sections: [SectionShape(rowCount: rowCount)]) { _ in .estimated(40) }
      idleState.pageHeight = 300
      idleState.scrollValue = 0
      idleState.conditions = MeasurementContext(width: 400, environment: LayoutEnvironment())
      worker.start(for: self, widget: area, text: text)
      worker.end(.preparation)
    }

    /// Reports a layout that has measured six visible rows.
    func lay(outFrom first: Int) {
      let element = ListElement.row(0, first)
      idleState.contentOffset = geometry.offset(of: element)
      idleState.firstVisibleElement = element
      for number in first..<first + 6 {
        _ = geometry.setHeight(.measured(50), of: .row(0, number))
      }
      worker.heightsChanged()
      worker.laidOut()
    }

    func present() {
      gtk_window_present(window.cast())
      expect(Display.settle { !self.worker.isHidden })
    }

    func close() {
      worker.stop()
      gtk_window_destroy(window.cast())
      Display.run(seconds: 0.02)
    }

    func identity(of element: ListElement) -> ItemIdentity? {
      ItemIdentity(template: "row", key: ItemKey("\(element)"), revision: 0)
    }
    func preloadPicture(of element: ListElement, _ identity: ItemIdentity) -> ImageLoader.FileUse? { nil }
    func preparedPainter(
      of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
    ) -> RowPainter { preconditionFailure("Nothing is prepared for display.") }
    func measureAhead(_ element: ListElement) {
      if case .row(let row) = element { measured.append(row.row) }
      _ = geometry.setHeight(.measured(50), of: element)
    }
    func preparationRequest(for element: ListElement) -> RowPreparation.Request? { nil }
    func measureAhead(_ ready: PrecacheBatches.ReadyRow) -> Bool { true }
    func commitMeasuredAhead() { measuredAtLastCommit = measured.count }
    func allWasMeasured() { measuredWhenAllWas = measured.count }
    func rangesChanged(_ action: RangeController.Action) { actions.append(action) }
  }

  @Test func everyRowIsMeasuredOnceAndCommitted() {
    let client = Client(rowCount: 500)
    defer { client.close() }
    client.present()
    client.lay(outFrom: 0)
    expect(Display.settle { client.worker.isPrecacheFinished && client.measuredAtLastCommit > 0 })
    expect(Display.settle { client.measuredAtLastCommit == client.measured.count })
    expect(Display.settle { client.measuredWhenAllWas == client.measured.count })
    expect(client.geometry.unmeasuredCount, equals: 0)
    expect(client.measured.sorted(), equals: Array(6..<500))
  }

  @Test func rowsNearTheViewportAreMeasuredFirst() {
    let client = Client(rowCount: 500)
    defer { client.close() }
    client.present()
    client.lay(outFrom: 200)
    expect(Display.settle { client.measured.count >= 60 })
    // Two below the viewport for each one above it.
    expect(client.measured.prefix(60).allSatisfy { (175...255).contains($0) })
  }

  @Test func hiddenListMeasuresNothing() {
    let client = Client(rowCount: 50)
    defer { client.close() }
    client.present()
    gtk_widget_set_visible(client.area, 0)
    client.lay(outFrom: 0)
    Display.run(seconds: 0.05)
    expect(client.worker.isHidden && client.measured.isEmpty)
    gtk_widget_set_visible(client.area, 1)
    expect(Display.settle { client.geometry.unmeasuredCount == 0 })
  }

  @Test(arguments: ["paused", "refreshing", "without cache"])
  func suspendedMeasuringIsResumed(reason: String) {
    let client = Client(rowCount: 50)
    defer { client.close() }
    func suspend(_ isSuspended: Bool) {
      switch reason {
      case "paused": client.worker.isPaused = isSuspended
      case "refreshing": client.worker.isRefreshing = isSuspended
      default: client.idleState.keepsHeights = !isSuspended
      }
    }
    suspend(true)
    client.present()
    client.lay(outFrom: 0)
    Display.run(seconds: 0.05)
    expect(client.measured.isEmpty && client.worker.isPrecacheFinished)
    suspend(false)
    client.lay(outFrom: 0)
    expect(Display.settle { client.geometry.unmeasuredCount == 0 })
  }

  @Test func nothingIsMeasuredWhileTheThumbIsHeld() {
    let client = Client(rowCount: 50)
    defer { client.close() }
    client.idleState.isThumbDragged = true
    client.present()
    client.lay(outFrom: 0)
    Display.run(seconds: 0.05)
    expect(client.measured.isEmpty)
    client.idleState.isThumbDragged = false
    expect(Display.settle { client.geometry.unmeasuredCount == 0 })
  }

  @Test func endedWorkerMeasuresNothing() {
    let client = Client(rowCount: 50)
    defer { client.close() }
    client.worker.end(.measurement)
    client.present()
    client.lay(outFrom: 0)
    Display.run(seconds: 0.05)
    expect(client.measured.isEmpty && client.worker.isPrecacheFinished)
  }

  @Test func lastVisibleElementIsTheOneAtTheViewportsBottom() {
    let geometry = FixedViewport(rows: Array(repeating: 50, count: 10)).geometry
    func row(_ row: Int) -> ListElement { .row(0, row) }
    var state = IdleWorkerState(contentOffset: 100, pageHeight: 201, firstVisibleElement: row(2))
    expect(state.lastVisibleElement(in: geometry), equals: row(6))
    state.pageHeight = 200
    expect(state.lastVisibleElement(in: geometry), equals: row(5))
    state.pageHeight = 10_000
    expect(state.lastVisibleElement(in: geometry), equals: row(9))
    state.firstVisibleElement = nil
    expect(state.lastVisibleElement(in: RowGeometry()) == nil)
  }
}
