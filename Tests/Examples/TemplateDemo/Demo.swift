import ExampleWindow
import VirtualList

/// A list of posts, with everything that can be done with it: edits, cache modes, statistics and the debug log.
@MainActor final class Demo {
  let posts = Posts(sections: 6, posts: 9)
  let window: ExampleWindow
  private var list: ListView { window.list }

  /// - Parameter writeLog: Receives the lines of the debug log.
  init(writeLog: @escaping (String) -> Void) {
    window = ExampleWindow(title: "Template Layout", dataSource: posts)
    list.register(PostTemplate(), as: "post")
    list.register(TitleTemplate(), as: "title")
    list.showsSectionIndex = true
    let edits = Edit.allCases
    for start in stride(from: 0, to: edits.count, by: 3) {
      window.addButtons(edits[start..<start + 3].map { edit in (edit.rawValue, { [self] in make(edit) }) })
    }
    window.addSegments(["No cache", "Index path", "Key"], selected: 1) { [list] in
      list.cacheMode = HeightCacheMode.allCases[$0]
      list.resetStatistics()
    }
    window.addRefreshButton(milliseconds: 1_500) { [self] in
      posts.make(.insertRow, at: RowIndexPath(section: 0, row: 0), in: list)
    }
    window.addToggle("Debug log") { [list] isOn in list.log = isOn ? HeightLog(write: writeLog) : nil }
    window.addText { [list] in Self.text(of: list.statistics) }
    window.onDelete = { [self] rows in posts.delete(rows, in: list) }
  }

  /// Makes an edit at the selected row, or at the first one.
  private func make(_ edit: Edit) {
    posts.make(edit, at: list.selectedRow ?? RowIndexPath(section: 0, row: 0), in: list)
  }

  private static func text(of counters: ListStatistics) -> String {
    """
    \(counters.rowCount) rows, \(counters.measuredRowCount) heights known, \
    \(counters.cachedHeightCount) in the cache
    \(counters.measurements) measured, \(counters.hits) cache hits, \(counters.precached) precached, \
    \(counters.liveRowWidgets) row widgets
    """
  }
}
