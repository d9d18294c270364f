import CGtk
import GtkInterop

@testable import FeedViewer

/// What is seen in the sidebar.
enum SidebarRows {
  /// The texts of its rows from top to bottom, with their counts.
  static func texts(_ sidebar: Sidebar) -> [[String]] {
    sidebar.shownRows.map { labels(in: $0.row).map(WidgetTree.text) }
  }

  /// The labels of a row that are seen.
  static func labels(in row: SidebarRow) -> [WidgetPointer] {
    WidgetTree.labels(below: row.widget).filter { gtk_widget_get_visible($0) != 0 }
  }

  static func tooltips(_ sidebar: Sidebar) -> [String] {
    sidebar.shownRows.compactMap {
      gtk_widget_get_tooltip_text($0.row.widget).map { String(cString: $0) }
    }
  }
}
