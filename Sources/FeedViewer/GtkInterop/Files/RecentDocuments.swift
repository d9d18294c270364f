import CGtk
import Glibc

/// The desktop's list of recently used files, as far as this application wrote it.
public struct RecentDocuments: Sendable {
  /// The name under which the application registers files.
  public let applicationName: String

  public init(applicationName: String) { self.applicationName = applicationName }

  /// Registers a file; where the list can't be written, as in a read-only home, nothing happens.
  /// - Parameter mimeType: The type other programs are told.
  public func add(_ path: String, mimeType: String) {
    guard Self.canBeWritten, let uri = FilePath.uri(of: path) else { return }
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

  /// Whether the folder of the list is there or can be made: GTK only complains if not.
  private static var canBeWritten: Bool {
    guard let folder = g_get_user_data_dir() else { return false }
    return g_mkdir_with_parents(folder, 0o700) == 0 && access(folder, W_OK) == 0
  }

  /// Paths of the files that still exist, the last used first.
  public func paths(limit: Int) -> [String] {
    items().filter { gtk_recent_info_exists($0.pointer) != 0 }
      .sorted { modified($0.pointer) > modified($1.pointer) }
      .lazy.compactMap { path(of: $0.pointer) }
      .prefix(limit).map { $0 }
  }

  /// Forgets the files that this application registered.
  public func clear() {
    for item in items() {
      gtk_recent_manager_remove_item(
        gtk_recent_manager_get_default(), gtk_recent_info_get_uri(item.pointer), nil)
    }
  }

  /// One entry of the list; GtkRecentInfo counts references but is no GObject.
  @MainActor  // said again for the isolated deinit: release builds forget the module's default
  private final class Item {
    let pointer: OpaquePointer
    init(adopting pointer: OpaquePointer) { self.pointer = pointer }
    isolated deinit { gtk_recent_info_unref(pointer) }
  }

  private func items() -> [Item] {
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

  private func path(of info: OpaquePointer) -> String? {
    FilePath.absolute(String(cString: gtk_recent_info_get_uri(info)))
  }
}
