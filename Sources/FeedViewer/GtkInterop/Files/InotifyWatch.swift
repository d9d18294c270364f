import CGtk
import FeedViewerBase
import Glibc

/// A watch of the system: of a folder, or of a file with several names. Places with different paths may share one.
@MainActor
final class InotifyWatch {
  /// What is watched.
  enum Events {
    /// The names in a folder, and whether it can be entered.
    case names
    /// These, and what is written to files in the folder.
    case namesAndContents
    /// What is written to a file.
    case contents

    fileprivate var mask: UInt32 {
      let contents = UInt32(IN_MODIFY | IN_CLOSE_WRITE)
      let names = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)
      let own = UInt32(IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
      return switch self {
      case .names: names | own
      case .namesAndContents: names | contents | own
      case .contents: contents | own
      }
    }
  }

  enum Outcome {
    case began(InotifyWatch)
    /// The system has no watches left.
    case noneLeft
    /// There is no such file, or it must not be read.
    case impossible
  }

  private struct Unowned { weak var place: WatchedPlace? }

  private static var watches: [Int32: InotifyWatch] = [:]

  /// The system's number, which is not used again.
  let number: Int32
  private var places: [ObjectIdentifier: Unowned] = [:]

  private init(_ number: Int32) { self.number = number }

  /// Watches what a path names now, following symbolic links.
  static func begin(_ path: FilePath, _ events: Events, for place: WatchedPlace) -> Outcome {
    guard let descriptor = InotifyReader.descriptor else { return .noneLeft }
    // Added to the events of a watch that is there already.
    let number = path.withCString { inotify_add_watch(descriptor, $0, events.mask | UInt32(IN_MASK_ADD)) }
    guard number >= 0 else { return errno == ENOSPC || errno == ENOMEM ? .noneLeft : .impossible }
    let watch = watches[number] ?? InotifyWatch(number)
    watches[number] = watch
    watch.places[ObjectIdentifier(place)] = Unowned(place: place)
    return .began(watch)
  }

  /// Ends the watch, unless it is that of another place, too.
  func end(for place: WatchedPlace) {
    places[ObjectIdentifier(place)] = nil
    guard places.isEmpty, Self.watches.removeValue(forKey: number) != nil else { return }
    if let descriptor = InotifyReader.descriptor { inotify_rm_watch(descriptor, number) }
  }

  /// The places that an event is about.
  ///
  /// - Parameters:
  ///   - name: The name in the folder; empty for the folder or file itself.
  ///   - isEnd: Whether the watch is over.
  fileprivate static func places(_ number: Int32, _ name: FilePath, isEnd: Bool) -> [WatchedPlace] {
    guard let watch = watches[number] else { return [] }
    let own = watch.places.values.compactMap(\.place)
    if isEnd {
      watches[number] = nil
      for place in own { place.lost(watch) }
    }
    return name.text.isEmpty ? own : own.compactMap { $0.child(name) }
  }
}

/// Reads the events of all watches.
@MainActor
enum InotifyReader {
  /// After events were read, further ones wait for so long in the system's queue, in milliseconds: thousands of changes in
  /// a second are read together, and those of one file are one.
  private static let pause: UInt32 = 50
  /// The most that is read at once, in bytes; the system's own queue is shorter.
  private static let batchLimit = 8 << 20

  /// Nil if the system has none left.
  static let descriptor: Int32? = {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    watchMounts()
    wait(for: descriptor)
    return descriptor
  }()

  private static var source: DescriptorSource?
  private static var resting: TimeoutSource?
  private static var mounts: DescriptorSource?

  private static func wait(for descriptor: Int32) {
    source = DescriptorSource(descriptor, G_IO_IN) {
      // Before the handlers, which may run the main loop.
      resting = TimeoutSource(milliseconds: pause) {
        wait(for: descriptor)
        return .done
      }
      read(descriptor)
      return .done
    }
  }

  /// A file system that is mounted over a folder is no event of any watch.
  private static func watchMounts() {
    let table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard table >= 0 else { return }
    mounts = DescriptorSource(table, GIOCondition(G_IO_PRI.rawValue | G_IO_ERR.rawValue)) {
      WatchedPlace.checkAll()
      return .again
    }
  }

  private static func read(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var changed: [ObjectIdentifier: WatchedPlace] = [:]
    var hasLostEvents = false
    var size = 0
    while size < batchLimit {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      size += count
      buffer.withUnsafeBytes { bytes in
        var start = 0
        while start < count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          let name = bytes[(start + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len))
          start += MemoryLayout<inotify_event>.size + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { hasLostEvents = true }
          let path = FilePath(PathText.text(of: name.prefix { $0 != 0 }))
          let isEnd = event.mask & UInt32(IN_IGNORED) != 0
          for place in InotifyWatch.places(event.wd, path, isEnd: isEnd) {
            changed[ObjectIdentifier(place)] = place
          }
        }
      }
    }
    if hasLostEvents { WatchedPlace.checkAll() }
    for place in changed.values { place.changed(isCertain: true) }
  }
}
