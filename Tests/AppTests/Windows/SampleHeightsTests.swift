import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText
@testable import FeedViewer

/// Every row of every bundled sample in a real window is allocated its predicted height.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SampleHeightsTests {
  private nonisolated static let samples: [String] = {
    let folder = URL(filePath: PackageSources.root + "/data/samples")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.contains(".") }.sorted().map { folder.appending(path: $0).path }
  }()

  @Test func thereAreSamplesOfEveryFormat() {
    expect(Set(Self.samples.map { URL(filePath: $0).pathExtension }), equals: ["atom", "json", "rdf", "xml"])
  }

  @Test(arguments: samples, [480, 1_000])
  func everyRowIsAllocatedItsPredictedHeight(path: String, width: Int) async throws {
    let application = try TestDisplay.makeApplication()
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: width, height: 600))
    let window = ViewerWindow(application: application.pointer, options: options)
    window.present()
    defer { gtk_window_destroy(window.pointer.cast()) }
    window.open([path])
    let list = window.list
    try await require(MainLoop.settle { window.isComplete && list.isPrecacheFinished })
    // Without a compositor, the window's border takes part of its width.
    let listWidth = Int(gtk_widget_get_width(list.widget.pointer))
    try require(list.conditions?.width == listWidth)

    let predicted = EntryHeights(width: listWidth, text: TextSystem(widget: list.widget.pointer))
    var checked = 0
    for section in window.library.sections.indices {
      for row in window.library.sections[section].rows.indices {
        let element = ListElement.row(RowIndexPath(section: section, row: row))
        list.scroll(to: element, alignment: .nearest)
        try await require(MainLoop.settle { list.pool.view(of: element)?.binding?.element == element })
        let view = try require(list.pool.view(of: element))
        let height = predicted.height(of: window.library.sections[section].rows[row].rowContent)
        expect(Int(gtk_widget_get_height(view.widget.pointer)), equals: height, "\(path) \(section):\(row)")
        expect(list.geometry.height(of: element), equals: .measured(height), "\(path) \(section):\(row)")
        checked += 1
      }
    }
    expect(checked == window.library.entryCount && checked > 0)
  }
}
