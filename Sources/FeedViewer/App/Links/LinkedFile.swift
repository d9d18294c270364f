import FeedViewerBase
import FeedViewerFeeds
import Glibc
import GtkInterop

/// A local file that a feed links to and that may be opened if the user agrees.
nonisolated struct LinkedFile: Equatable, Sendable {
  /// Absolute, without symbolic links, in the form of `PathText`.
  let path: String
  /// The MIME type by which the desktop chooses a program.
  let type: String
  /// Identifies the file and its content, to detect later changes.
  let version: Version

  struct Version: Equatable, Sendable {
    let device: UInt
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// The reason why a file is not opened.
  enum Refusal: Error, Equatable, Sendable {
    case notFound
    /// It is neither in the feed's folder nor below it.
    case elsewhere
    /// It is a folder, a device or a pipe.
    case notRegular
    case unreadable
    /// It has execute permission.
    case executable
    /// Opening it would run, install or mount it.
    case dangerousType(String)

    /// A sentence for the user.
    var message: String {
      switch self {
      case .notFound: localized("File not found.")
      case .elsewhere: localized("Only files beside the feed or in its subfolders can be opened.")
      case .notRegular: localized("It is not a regular file.")
      case .unreadable: localized("The file can’t be read.")
      case .executable: localized("The file is a program.")
      case .dangerousType(let description):
        localized(
          "Files of type “\(description)” can run programs.")
      }
    }
  }

  /// The number of bytes that are examined to detect the type.
  private static let startLength = 4_096

  /// Examines a file: call it off the main thread.
  ///
  /// - Parameters:
  ///   - path: The file's path in the form of `PathText`. Symbolic links are followed.
  ///   - feedFile: The path of the feed, in the same form.
  init(path: String, of feedFile: String) throws(Refusal) {
    let real: String
    do throws(FolderBoundary.Refusal) {
      real = try FolderBoundary(around: feedFile).file(at: path)
    } catch {
      switch error {
      case .missing: throw .notFound
      case .outside: throw .elsewhere
      case .notRegular: throw .notRegular
      }
    }
    self.path = real
    let start: [UInt8]
    (version, start) = try Self.look(at: real)
    type = try Self.type(of: real, start: start)
  }

  /// The file's name for display.
  var name: String { FileName.of(path) }
  var folder: String { FilePath(path).folder.display }
  var typeDescription: String { FileType.description(of: type) }

  private static func look(at path: String) throws(Refusal) -> (Version, start: [UInt8]) {
    let descriptor = RealFile.open(path)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) == 0 else { throw .executable }
    var start = [UInt8](repeating: 0, count: startLength)
    let count = read(descriptor, &start, start.count)
    guard count >= 0 else { throw .unreadable }
    let version = Version(
      device: UInt(status.st_dev), number: UInt(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    return (version, Array(start.prefix(count)))
  }

  private static func type(of path: String, start: [UInt8]) throws(Refusal) -> String {
    let name = FileName.of(path)
    let types = FileType.types(name: name, start: start)
    for type in types where DangerousTypes.contains(type) {
      throw .dangerousType(FileType.description(of: type))
    }
    if DangerousTypes.containsSuffix(of: name) || DangerousTypes.isProgram(start) {
      throw .dangerousType(types.first.map(FileType.description) ?? name)
    }
    return types.first ?? "application/octet-stream"
  }
}

/// File types that are never opened, because their programs run, install or mount files.
///
/// Source code of scripts is included: on some desktops a double click runs it. Names and first bytes are checked
/// too, because the desktop's database of types may be missing or outdated.
nonisolated enum DangerousTypes {
  private static let types = [
    // Programs and libraries; most scripts are subtypes of the first one.
    "application/x-executable", "application/x-pie-executable", "application/x-sharedlib",
    "application/x-object", "application/x-core", "application/x-shellscript", "application/x-csh",
    "application/x-perl", "text/x-python", "text/x-python3", "application/x-python-bytecode",
    "application/x-ruby", "application/x-php", "application/x-awk", "application/javascript",
    "text/javascript", "application/ecmascript", "text/x-lua", "text/x-tcl", "application/x-shar",
    "application/x-m4", "text/x-makefile",
    // Launchers.
    "application/x-desktop", "application/x-mswinurl", "application/x-ms-shortcut",
    "application/x-nautilus-link", "application/x-java-jnlp-file", "application/x-gnome-saved-search",
    "application/x-rdp", "application/x-remmina", "application/x-virt-viewer",
    // Programs of other systems, which may run here.
    "application/java-archive", "application/x-java-archive", "application/x-java",
    "application/x-java-applet",
    "application/x-ms-dos-executable", "application/x-msdownload", "application/x-dosexec",
    "application/vnd.microsoft.portable-executable", "application/x-msi", "application/x-bat",
    "application/x-ms-ne-executable", "application/hta", "text/vbscript", "text/vbs",
    "application/x-powershell",
    "application/x-mach-binary", "application/vnd.android.package-archive", "application/wasm",
    // Packages.
    "application/vnd.debian.binary-package", "application/x-deb", "application/x-rpm",
    "application/x-redhat-package-manager", "application/vnd.appimage", "application/x-iso9660-appimage",
    "application/vnd.flatpak", "application/vnd.flatpak.ref", "application/vnd.flatpak.repo",
    "application/vnd.snap", "application/x-alpm-package", "application/x-xpinstall",
    "application/x-chrome-extension", "application/x-theme",
    // Disk images, which are mounted.
    "application/x-cd-image", "application/vnd.efi.iso", "application/x-iso9660-image",
    "application/x-raw-disk-image", "application/vnd.efi.img", "application/x-apple-diskimage",
    "application/x-qemu-disk", "application/x-vhd-disk", "application/x-virtualbox-vdi",
    "application/vnd.squashfs",
  ]

  private static let suffixes: Set<String> = [
    "desktop", "directory", "sh", "bash", "zsh", "csh", "ksh", "fish", "run", "bin", "py", "pyw", "pyc", "pl",
    "rb",
    "php", "lua", "tcl", "js", "mjs", "vbs", "vbe", "jse", "wsf", "wsh", "hta", "ps1", "bat", "cmd", "com",
    "exe",
    "scr", "pif", "msi", "msp", "reg", "lnk", "url", "webloc", "cpl", "dll", "jar", "jnlp", "class",
    "appimage",
    "deb", "rpm", "flatpak", "flatpakref", "flatpakrepo", "snap", "apk", "xpi", "crx", "iso", "img", "dmg",
    "vhd",
    "qcow2", "so", "ko", "service", "mount", "automount", "rdp", "remmina", "vv", "theme", "workflow",
    "command",
  ]

  static func contains(_ type: String) -> Bool {
    types.contains { FileType.isKind(type, of: $0) } || type.hasPrefix("inode/")
      || type.hasPrefix("x-content/")
  }

  static func containsSuffix(of name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return suffixes.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Whether a file starts like a program: of Linux, of Windows, or with an interpreter line.
  static func isProgram(_ start: [UInt8]) -> Bool {
    start.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || start.starts(with: Array("#!".utf8))
      || start.starts(with: Array("MZ".utf8)) || start.starts(with: Array("[Desktop Entry]".utf8))
  }
}
