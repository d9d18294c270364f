import CGtk
import FileNames
import Glibc

/// Reports every change of a file: written, replaced, renamed, deleted or created again.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class FileMonitor {
  private let folder: FolderMonitor
  private let name: String
  private let number: Int

  /// Watches a file, which need not exist yet; nil if the system can't watch it or has no watches left.
  ///
  /// - Parameter changed: Called on the main loop for every change, often several times for one change.
  package init?(path: String, changed: @escaping () -> Void) {
    let file = GObjectReference(adopting: PathText.withCString(path, g_file_new_for_path)!)
    guard let parent = file.use({ g_file_get_parent($0) }),
      let name = file.use(FolderMonitor.name),
      let folder = FolderMonitor.watching(GObjectReference(adopting: parent))
    else { return nil }
    self.folder = folder
    self.name = name
    number = folder.add(changed, for: name)
  }

  isolated deinit { folder.remove(number, for: name) }
}

/// Watches a folder on behalf of all monitors of files in it, because each GFileMonitor is an event source that the
/// main loop polls in every iteration.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
private final class FolderMonitor {
  /// The minimum interval in milliseconds between reports of changes of one file.
  private static let rateLimit: Int32 = 100
  private static var monitors: [String: Unowned] = [:]

  private struct Unowned { weak var monitor: FolderMonitor? }

  private let path: String
  private let monitor: GObjectReference<UnsafeMutablePointer<GFileMonitor>>
  private var handlers: [String: [Int: () -> Void]] = [:]
  private var lastNumber = 0

  static func watching(_ folder: GObjectReference<OpaquePointer>) -> FolderMonitor? {
    guard let path = folder.use({ g_file_peek_path($0).map { PathText.text(of: $0) } }) else { return nil }
    if let known = monitors[path]?.monitor { return known }
    guard
      let made = folder.use({ g_file_monitor_directory($0, G_FILE_MONITOR_WATCH_MOVES, nil, nil) })
    else { return nil }
    let monitor = FolderMonitor(path, GObjectReference(adopting: made))
    guard isWatched(path) else { return nil }
    monitors[path] = Unowned(monitor: monitor)
    return monitor
  }

  private init(_ path: String, _ monitor: GObjectReference<UnsafeMutablePointer<GFileMonitor>>) {
    self.path = path
    self.monitor = monitor
    g_file_monitor_set_rate_limit(monitor.pointer, Self.rateLimit)
    Signal.connect(monitor.pointer, "changed") { [weak self] arguments in
      for index in 0..<2 {
        guard let file = arguments.object(index), let name = Self.name(of: OpaquePointer(file)) else {
          continue
        }
        self?.changed(name)
      }
      return .unhandled
    }
  }

  isolated deinit {
    g_file_monitor_cancel(monitor.pointer)
    if Self.monitors[path]?.monitor == nil { Self.monitors[path] = nil }
  }

  static func name(of file: OpaquePointer) -> String? {
    guard let name = g_file_get_basename(file) else { return nil }
    defer { g_free(name) }
    return PathText.text(of: name)
  }

  /// GIO does not report that the system has no watches left; it keeps retrying.
  private static func isWatched(_ path: String) -> Bool {
    guard probe >= 0 else { return false }
    let watch = PathText.withCString(path) { inotify_add_watch(probe, $0, UInt32(IN_DELETE_SELF)) }
    // A folder that does not exist is watched as soon as it is created.
    guard watch >= 0 else { return errno != ENOSPC && errno != ENOMEM }
    inotify_rm_watch(probe, watch)
    return true
  }

  /// Negative if the system has no inotify instances left.
  private static let probe = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))

  // MARK: Files

  func add(_ changed: @escaping () -> Void, for name: String) -> Int {
    lastNumber += 1
    handlers[name, default: [:]][lastNumber] = changed
    return lastNumber
  }

  func remove(_ number: Int, for name: String) {
    handlers[name]?[number] = nil
    if handlers[name]?.isEmpty == true { handlers[name] = nil }
  }

  private func changed(_ name: String) {
    guard let called = handlers[name] else { return }
    for changed in called.values { changed() }
  }
}
