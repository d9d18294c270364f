import CGtk
import GtkInterop

@testable import FeedViewer

/// What is seen in the sidebar.
enum SidebarRows {
  /// The texts of its rows from top to bottom, with their counts.
  static func texts(_ sidebar: Sidebar) -> [[String]] {
    sidebar.shownRows.map { labels(in: $0.row).map { String(cString: gtk_label_get_text($0.opaque)) } }
  }

  /// The labels of a row that are seen.
  static func labels(in row: SidebarRow) -> [WidgetPointer] {
    WidgetTree.widgets(below: row.widget).filter {
      g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0 && gtk_widget_get_visible($0) != 0
    }
  }

  static func tooltips(_ sidebar: Sidebar) -> [String] {
    sidebar.shownRows.compactMap {
      gtk_widget_get_tooltip_text($0.row.widget).map { String(cString: $0) }
    }
  }
}
