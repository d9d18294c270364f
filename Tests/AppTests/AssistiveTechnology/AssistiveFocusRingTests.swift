import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText
@testable import FeedViewer

/// The keyboard focus and the selection are visible, also in high-contrast themes.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct AssistiveFocusRingTests {
  /// The contrast that WCAG 2.1 requires for the state of a control (success criterion 1.4.11).
  private static let leastContrast = 3.0

  nonisolated static let looks = ["Default", "HighContrast"].flatMap { theme in
    [(false, false), (true, false), (false, true)].map {
      Look(theme: theme, isDark: $0.0, isRightToLeft: $0.1)
    }
  }

  /// Pictures of the four rows of a list.
  ///
  /// - Parameter change: Changes the states of the list and its rows.
  private func pictures(
    _ look: Look, after change: (_ list: WidgetPointer, _ rows: [WidgetPointer]) -> Void
  ) async throws -> [Picture] {
    try require(TestDisplay.isReady)
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setAnimations(false)
    look.apply(to: settings)
    let style = try TestStyleSheet()
    defer { style.remove() }
    let folder = try TemporaryFolder()
    let application = try TestDisplay.makeApplication()
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    let window = ViewerWindow(application: application.pointer, options: options)
    window.present()
    defer { gtk_window_destroy(window.pointer.cast()) }
    let entries = (1...4).map { "\($0) and words enough for the whole line of a row" }
    window.open([try folder.write(SampleFeed.rss(entries: entries), to: "one.xml")])
    try await require(MainLoop.settle { window.isComplete })
    var rows: [WidgetPointer] = []
    for number in 0..<4 {
      let view = window.list.pool.view(of: .row(RowIndexPath(section: 0, row: number)))
      rows.append(try require(view).widget.pointer)
    }
    change(window.list.widget.pointer, rows)
    // Not the colours of an inactive window.
    for row in rows { gtk_widget_unset_state_flags(row, GTK_STATE_FLAG_BACKDROP) }
    let clock = gtk_widget_get_frame_clock(window.pointer.cast())
    let frame = gdk_frame_clock_get_frame_counter(clock)
    gtk_widget_queue_draw(window.list.widget.pointer)
    try await require(MainLoop.settle { gdk_frame_clock_get_frame_counter(clock) > frame + 1 })
    return try rows.map { try Picture(of: $0) }
  }

  private static let focus = GtkStateFlags(
    rawValue: GTK_STATE_FLAG_FOCUSED.rawValue | GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue)

  /// That has the focus while no row was chosen.
  @Test(arguments: looks)
  func theFocusOfTheListItselfIsSeen(look: Look) async throws {
    let rows = try await pictures(look) { list, _ in gtk_widget_set_state_flags(list, Self.focus, 0) }
    let background = rows[1][rows[1].width / 2, 6]
    for side in ["start", "end"] {
      let contrast = rows[1].edges[side]!.map { $0.contrast(to: background) }.max() ?? 0
      expect(contrast >= Self.leastContrast, "\(side): \(contrast)")
    }
  }

  @Test(arguments: looks)
  func focusRingAndSelectionHaveEnoughContrast(look: Look) async throws {
    // The second row is selected, the third has the focus, the fourth is both.
    let pictures = try await pictures(look) { _, rows in
      for number in [1, 3] { gtk_widget_set_state_flags(rows[number], GTK_STATE_FLAG_SELECTED, 0) }
      for number in [2, 3] { gtk_widget_set_state_flags(rows[number], Self.focus, 0) }
    }
    // Nothing else is drawn above the texts.
    func background(_ number: Int) -> PixelColor { pictures[number][pictures[number].width / 2, 6] }
    for number in [2, 3] {
      for (side, colors) in pictures[number].edges {
        let contrast = colors.map { $0.contrast(to: background(number)) }.max() ?? 0
        expect(contrast >= Self.leastContrast, "Row \(number), \(side): \(contrast)")
      }
    }
    // Without keyboard use there is no focus ring.
    for number in [0, 1] {
      for (side, colors) in pictures[number].edges where side != "start" && side != "bottom" {
        expect(colors.allSatisfy { $0.contrast(to: background(number)) < 1.2 }, "Row \(number), \(side)")
      }
    }
    // The bar at the start of a selected row.
    let bar = pictures[1].edges["start"]!.map { $0.contrast(to: background(0)) }.max() ?? 0
    expect(bar >= Self.leastContrast, "\(bar)")
    let noBar = pictures[0].edges["start"]!.map { $0.contrast(to: background(0)) }.max() ?? 0
    expect(noBar < 1.2)
    // Text on a selected row is readable (success criterion 1.4.3).
    for number in 0..<4 { expect(pictures[number].greatestContrast(to: background(number)) >= 4.5) }
  }
}

/// The pixels of a row as drawn last, over the list's background.
private struct Picture {
  let width: Int
  let height: Int
  private let image: PixelImage
  private let isRightToLeft: Bool

  /// - Parameter row: A row of a list that is not covered by a header.
  init(of row: WidgetPointer) throws {
    let list = try require(gtk_widget_get_parent(row))
    var bounds = graphene_rect_t()
    try require(gtk_widget_compute_bounds(row, list, &bounds) != 0)
    width = Int(bounds.size.width)
    height = Int(bounds.size.height)
    isRightToLeft = gtk_widget_get_direction(row) == GTK_TEXT_DIR_RTL
    image = try require(
      PixelImage(
        lastFrameOf: list, x: Int(bounds.origin.x), y: Int(bounds.origin.y), width: width, height: height))
  }

  subscript(x: Int, y: Int) -> PixelColor { image[x, y] }

  /// The pixels along each side, from the edge inwards, where there is no text.
  var edges: [String: [PixelColor]] {
    let depth = 0..<5
    let left = depth.map { self[$0, height / 2] }
    let right = depth.map { self[width - 1 - $0, height / 2] }
    return [
      "top": depth.map { self[width / 2, $0] },
      // Without the separator above the next row.
      "bottom": depth.map { self[width / 2, height - 2 - $0] },
      "start": isRightToLeft ? right : left,
      "end": isRightToLeft ? left : right,
    ]
  }

  func greatestContrast(to color: PixelColor) -> Double {
    var greatest = 1.0
    for y in 0..<height {
      for x in width / 4..<width * 3 / 4 { greatest = max(greatest, self[x, y].contrast(to: color)) }
    }
    return greatest
  }
}
