import CGtk
import FeedViewerBase
import Glibc

/// The files that this application added to the desktop's list of recently used files.
package struct RecentDocuments: Sendable {
  /// The application name stored in the list.
  package let applicationName: String

  package init(applicationName: String) { self.applicationName = applicationName }

  /// Adds a file to the list. Does nothing if the list can't be written, for example in a read-only home folder.
  /// - Parameter mimeType: The MIME type stored in the list.
  package func add(_ path: FilePath, mimeType: String) {
    guard Self.canBeWritten, let uri = path.uri else { return }
    var data = GtkRecentData()
    data.mime_type = g_strdup(mimeType)
    data.app_name = g_strdup(applicationName)
    data.app_exec = g_strdup("\(applicationName) %u")
    defer {
      g_free(data.mime_type)
      g_free(data.app_name)
      g_free(data.app_exec)
    }
    gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data)
  }

  /// Whether the folder of the list exists or can be created; if not, GTK would print warnings.
  private static var canBeWritten: Bool {
    guard let folder = g_get_user_data_dir() else { return false }
    return g_mkdir_with_parents(folder, 0o700) == 0 && access(folder, W_OK) == 0
  }

  /// The paths of existing files, most recently used first.
  package func paths(limit: Int) -> [FilePath] {
    items().filter { gtk_recent_info_exists($0.pointer) != 0 }
      .sorted { modified($0.pointer) > modified($1.pointer) }
      .lazy.compactMap { path(of: $0.pointer) }
      .prefix(limit).map { $0 }
  }

  /// Removes this application's files from the list.
  package func clear() {
    for item in items() {
      gtk_recent_manager_remove_item(
        gtk_recent_manager_get_default(), gtk_recent_info_get_uri(item.pointer), nil)
    }
  }

  /// One item of the list. GtkRecentInfo is reference-counted but not a GObject.
  @MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
  private final class Item {
    let pointer: OpaquePointer
    init(adopting pointer: OpaquePointer) { self.pointer = pointer }
    isolated deinit { gtk_recent_info_unref(pointer) }
  }

  private func items() -> [Item] {
    guard Self.canBeWritten else { return [] }
    let list = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
    defer { g_list_free(list) }
    var items: [Item] = []
    var node = list
    while let current = node {
      if let info = current.pointee.data {
        let item = Item(adopting: OpaquePointer(info))
        if gtk_recent_info_has_application(item.pointer, applicationName) != 0 { items.append(item) }
      }
      node = current.pointee.next
    }
    return items
  }

  private func modified(_ info: OpaquePointer) -> Int {
    guard let time = gtk_recent_info_get_modified(info) else { return 0 }
    return g_date_time_to_unix(time)
  }

  private func path(of info: OpaquePointer) -> FilePath? {
    FilePath.absolute(String(cString: gtk_recent_info_get_uri(info)))
  }
}
