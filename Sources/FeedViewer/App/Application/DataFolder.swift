import CGtk
import FeedViewerBase
import Glibc
import GtkInterop

/// Locates the files that the program uses at run time: style sheet, icons and samples.
///
/// They are located at start-up, so that the program runs from a build folder and from any installation prefix.
struct DataFolder {
  /// The style sheet's path.
  let styleSheet: String
  /// A data folder like those of XDG_DATA_DIRS; nil if the icons are installed in a standard place.
  let share: String?

  /// The first place with a style sheet: the package that the executable was built in, the installation prefix, the
  /// data folders of the user and the system.
  static func find() -> DataFolder? {
    let executable = executablePath()
    if let executable, let package = package(above: executable) {
      return DataFolder(styleSheet: package + "/data/style.css", share: package + "/data")
    }
    let installed = installedFolders(executable: executable)
    return installed.map { $0 + "/feed-viewer/style.css" }.first(where: exists)
      .map { DataFolder(styleSheet: $0, share: nil) }
  }

  /// The paths of the sample feeds, sorted; empty if they are not installed.
  var samples: [String] {
    let folder = Self.folder(of: styleSheet) + "/samples"
    // Their pictures are in a folder among them.
    return Folder.names(in: folder).filter { $0.contains(".") }.sorted().map { folder + "/" + $0 }
  }

  /// The folder of the program's translations: in the package that the executable was built in, where `meson-helpers/run`
  /// puts them, or that of the installation; nil if there is none. TEXTDOMAINDIR names another one, as for gettext's
  /// own programs.
  static func translations() -> String? {
    if let chosen = variable("TEXTDOMAINDIR") { return chosen }
    guard let executable = executablePath() else { return nil }
    if let package = package(above: executable) { return package + "/.build/locale" }
    let installed = prefix(of: executable) + "/share/locale"
    return exists(installed) ? installed : nil
  }

  /// Adds the folder to those in which GTK looks for icons. Call it before GLib first reads XDG_DATA_DIRS. (Adding a
  /// search path to the icon theme instead would make GTK read all themes again.)
  func announce() {
    guard let share else { return }
    _ = PathText.withCString(share + ":" + Self.systemFolders) { setenv("XDG_DATA_DIRS", $0, 1) }
  }

  /// The value of an environment variable; nil if it is unset or empty.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { PathText.text(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var systemFolders: String { variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share" }

  private static func executablePath() -> String? {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = path.withUnsafeMutableBytes {
      readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return length < 0 ? nil : PathText.text(of: path[..<length])
  }

  private static func package(above executable: String) -> String? {
    var folder = folder(of: executable)
    while !folder.isEmpty {
      if exists(folder + "/Package.swift"), exists(folder + "/data/style.css") { return folder }
      folder = Self.folder(of: folder)
    }
    return nil
  }

  private static func installedFolders(executable: String?) -> [String] {
    var folders: [String] = []
    if let executable { folders.append(prefix(of: executable) + "/share") }
    folders.append(PathText.text(of: g_get_user_data_dir()))
    return folders + systemFolders.split(separator: ":").map(String.init)
  }

  private static func exists(_ path: String) -> Bool { PathText.withCString(path) { access($0, F_OK) } == 0 }

  /// The folder that contains a file; empty for the root folder.
  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// The installation prefix of a program in its folder `bin`.
  private static func prefix(of executable: String) -> String { folder(of: folder(of: executable)) }
}
