import Glibc
import Synchronization

/// The places at which looking for a file may mount a file system, or ask another machine.
public struct Automounts: Sendable {
  /// Places that are mounted when something in them is looked for; by the name alone those that are usual for it.
  private var places: Set<[UInt8]> = [Array("/net".utf8), Array("/misc".utf8)]
  /// Folders in each of which every name is such a place.
  private var folders: Set<[UInt8]> = []

  /// - Parameter table: The table of mounts, as in `/proc/self/mountinfo` (proc(5)).
  public init(table: some Sequence<UInt8>) {
    for line in Array(table).split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      // The fields after the fifth one end with a hyphen; type, source and options follow.
      guard fields.count > 6, let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
        hyphen + 1 < fields.count
      else { continue }
      let place = Self.unescaped(fields[4])
      let type = fields[hyphen + 1]
      if type.elementsEqual("autofs".utf8) {
        let options = (fields.last ?? []).split(separator: UInt8(ascii: ","))
        if options.contains(where: { $0.elementsEqual("indirect".utf8) }) {
          folders.insert(place)
        } else {
          places.insert(place)
        }
      } else if type.elementsEqual("fuse.gvfsd-fuse".utf8) {
        places.insert(place)
      }
    }
  }

  /// Whether something may be mounted to find out what is at a canonical path.
  func contain(_ path: [UInt8]) -> Bool {
    if places.contains(path) { return true }
    guard !folders.isEmpty, let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return folders.contains(Array(path[..<slash]))
  }

  /// A field of the table: spaces, tabs, line feeds and backslashes are written as three octal digits.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        result.append(code)
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Those of this process now.
  public static var current: Automounts { table.withLock { $0.automounts() } }

  private static let table = Mutex(MountTable())
}

/// The table of mounts of this process, which is read again only after it has changed.
private struct MountTable {
  private var file: CInt = -1
  private var known: Automounts?

  mutating func automounts() -> Automounts {
    if file < 0 { file = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return Automounts(table: []) }
    // The system reports a change once.
    var change = pollfd(fd: file, events: Int16(POLLPRI), revents: 0)
    let isUnchanged = poll(&change, 1, 0) == 0
    if isUnchanged, let known { return known }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    guard lseek(file, 0, SEEK_SET) == 0 else { return Automounts(table: []) }
    while true {
      let count = read(file, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    let read = Automounts(table: bytes)
    known = read
    return read
  }
}
