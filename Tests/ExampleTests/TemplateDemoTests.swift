import CGtk
import ExampleWindow
import Expectations
import GtkInterop
import ProgramRuns
import RandomNumbers
import SoftwareDrawing
import TestRuns
import Testing

@testable import TemplateDemo
@testable import VirtualList

/// The example that shows the nine edits, the cache modes, the statistics and the debug log, in its window.
@MainActor
@Suite("Template demo", .serialized, .enabled("needs a display") { ProgramRun.hasDisplay })
final class TemplateDemoTests {
  private var log: [String] = []

  private func showDemo() async throws -> Demo {
    SoftwareDrawing.select()
    let demo = Demo(writeLog: { [unowned self] in log.append($0) })
    gtk_window_present(demo.window.window.cast())
    try await settle { demo.window.list.isComplete }
    return demo
  }

  /// Runs GTK's loop and the main actor's tasks until a condition holds.
  private func settle(until condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
      try require(ContinuousClock.now < deadline, "The window does not settle.")
      while g_main_context_iteration(nil, 0) != 0 {}
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private func widgets(below widget: WidgetPointer) -> [WidgetPointer] {
    var all = [widget]
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      all += widgets(below: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return all
  }

  private func isA(_ widget: WidgetPointer, _ type: GType) -> Bool {
    g_type_check_instance_is_a(widget.cast(), type) != 0
  }

  private func click(_ label: String, in demo: Demo) throws {
    let button = try require(
      widgets(below: demo.window.window).first {
        isA($0, gtk_button_get_type()) && gtk_button_get_label($0.cast()).map { String(cString: $0) } == label
      }, "There is no button “\(label)”.")
    if isA(button, gtk_toggle_button_get_type()) {
      gtk_toggle_button_set_active(button.cast(), 1 - gtk_toggle_button_get_active(button.cast()))
      return
    }
    var argument = GValue()
    g_value_init(&argument, gtk_button_get_type())
    defer { g_value_unset(&argument) }
    g_value_set_object(&argument, button.raw)
    g_signal_emitv(&argument, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
  }

  private func texts(in demo: Demo) -> [String] {
    widgets(below: demo.window.window).filter { isA($0, gtk_label_get_type()) }
      .map { String(cString: gtk_label_get_text($0.opaque)) }
  }

  /// The exact heights of all rows, headers and footers.
  private func heights(_ list: ListView) -> [Int] {
    let geometry = list.geometry
    let elements = (0..<geometry.sectionCount).flatMap { section -> [ListElement] in
      let rows = (0..<geometry.rowCount(inSection: section)).map { RowIndexPath(section: section, row: $0) }
      return [.header(section)] + rows.map { .row($0) }
        + (geometry.hasFooter(inSection: section) ? [.footer(section)] : [])
    }
    return elements.map { list.measuredHeight(of: $0) }
  }

  private func rowCounts(_ list: ListView) -> [Int] {
    (0..<list.geometry.sectionCount).map { list.geometry.rowCount(inSection: $0) }
  }

  /// Another list has the same edits, and forgets everything before each look.
  @Test(arguments: zip(HeightCacheMode.allCases, ["No cache", "Index path", "Key"]))
  func everyHeightIsThatWithoutACacheAfterEachEdit(mode: HeightCacheMode, label: String) async throws {
    let (demo, other) = (try await showDemo(), try await showDemo())
    let (list, naive) = (demo.window.list, other.window.list)
    defer { for demo in [demo, other] { gtk_window_destroy(demo.window.window.cast()) } }
    if list.cacheMode != mode { try click(label, in: demo) }
    expect(list.cacheMode, equals: mode)
    naive.cacheMode = .none
    var random = SplitMix64(seed: 9)
    for step in 0..<TestRun.count(60, quick: 12, full: 150) {
      let edit =
        step < Edit.allCases.count
        ? Edit.allCases[step] : try require(Edit.allCases.randomElement(using: &random))
      let section = Int.random(in: 0..<max(1, demo.posts.sections.count), using: &random)
      let place = RowIndexPath(section: section, row: Int.random(in: 0..<10, using: &random))
      for demo in [demo, other] { demo.posts.make(edit, at: place, in: demo.window.list) }
      naive.reloadData()
      // Sometimes rows on screen are measured first, or those that come after them.
      if step % 4 == 0 { try await settle { list.isComplete && (step % 8 > 0 || list.isPrecacheFinished) } }
      expect(rowCounts(list), equals: demo.posts.sections.map(\.posts.count))
      expect(heights(list), equals: heights(naive), "after step \(step), \(edit)")
    }
    let counters = list.statistics
    expect(counters.measurements > 0 && counters.correctedHeights == 0)
    expect(counters.cachedHeightCount > 0, equals: mode != .none)
    expect(naive.statistics.hits == 0 && (mode != .none || counters.hits == 0))
    expect(mode != .key || counters.hits > 0)
  }

  @Test func eachButtonMakesItsEdit() async throws {
    let demo = try await showDemo()
    defer { gtk_window_destroy(demo.window.window.cast()) }
    let (posts, list) = (demo.posts, demo.window.list)
    var numbers: [Int] { posts.sections.map(\.number) }
    func content(_ section: Int) -> [Int] { posts.sections[section].posts.map(\.number) }
    func click(_ edit: Edit) throws {
      try self.click(edit.rawValue, in: demo)
      expect(rowCounts(list), equals: posts.sections.map(\.posts.count), "after \(edit)")
    }
    expect(numbers == Array(1...6) && content(0) == Array(1...9) && content(1) == Array(10...18))
    list.select(RowIndexPath(section: 0, row: 1))
    try click(.insertRow)
    expect(content(0) == [1, 55] + Array(2...9) && list.selectedRow?.row == 2)
    try click(.deleteRow)
    expect(content(0) == [1, 55] + Array(3...9) && list.selectedRow?.row == 2)
    try click(.reloadRow)
    expect(posts.sections[0].posts.map(\.edition), equals: [0, 0, 1, 0, 0, 0, 0, 0, 0])
    try click(.moveRow)
    expect(content(0) == [1, 55, 4, 3] + Array(5...9) && list.selectedRow?.row == 3)
    try click(.insertSection)
    expect(numbers == [7] + Array(1...6) && content(0) == [56, 57, 58] && list.selectedRow?.section == 1)
    try click(.deleteSection)
    expect(numbers, equals: [7] + Array(2...6))
    list.select(RowIndexPath(section: 1, row: 0))
    try click(.reloadSection)
    expect(content(1), equals: Array(10...18).reversed() + [59])
    list.select(RowIndexPath(section: 1, row: 0))
    try click(.moveSection)
    expect(numbers == [7, 3, 2, 4, 5, 6] && list.selectedRow?.section == 2)
    try click(.reloadData)
    expect(numbers == [6, 5, 4, 2, 3, 7] && posts.sections.allSatisfy { $0.posts[0].edition == 1 })
    // Without a selected row, edits are made at the first one.
    try click(.deleteRow)
    expect(content(0), equals: Array(47...54))
    // With Alt, each has a letter of its own.
    expect(Set(Edit.allCases.map { $0.rawValue.split(separator: "_").last!.first }).count, equals: 9)
  }

  @Test func theLogAndTheStatisticsTellWhatTheCacheDoes() async throws {
    let demo = try await showDemo()
    defer { gtk_window_destroy(demo.window.window.cast()) }
    let list = demo.window.list
    expect(log.isEmpty)
    try click("Debug log", in: demo)
    for (label, line) in [
      ("Index path", "cached by index path["), ("Key", "cached by key["), ("No cache", nil),
    ] {
      try click(label, in: demo)
      log = []
      try click(Edit.reloadData.rawValue, in: demo)
      try await settle { list.isComplete && list.isPrecacheFinished && !log.isEmpty }
      expect(log.allSatisfy { $0.hasPrefix("** FDTemplateLayoutCell ** ") })
      // Headers and footers have no index path: unless their heights are known already, they are cached by key in both modes.
      let cached = log.filter { line in
        line.contains("cached by ") && !line.contains("hit ")
          && !["[Section ", "[End of section "].contains { line.contains($0) }
      }
      expect(
        line.map { line in !cached.isEmpty && cached.allSatisfy { $0.contains(line) } } ?? cached.isEmpty,
        "\(label): \(cached)")
      let counters = list.statistics
      let told = "\(counters.measurements) measured, \(counters.hits) cache hits"
      try await settle { texts(in: demo).contains { $0.hasPrefix("54 rows") && $0.contains(told) } }
    }
    try click("Debug log", in: demo)
    log = []
    list.resetStatistics()
    try click(Edit.reloadData.rawValue, in: demo)
    try await settle { list.isComplete && list.statistics.measurements > 0 }
    expect(log.isEmpty)
  }
}
