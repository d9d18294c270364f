import Expectations
import Foundation
import Testing

/// The Swift files of this package, for tests of its rules.
nonisolated enum PackageSources {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The paths of all Swift files below a folder, relative to it, without the programs of tutorials: they are sources of
  /// other packages.
  static func paths(in folder: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
    try require(!paths.isEmpty, "There are no sources in \(folder).")
    return paths
  }

  /// The Swift files below a folder with their text.
  static func files(in folder: String) throws -> [(path: String, text: String)] {
    try paths(in: folder).map { ($0, try String(contentsOfFile: "\(root)/\(folder)/\($0)", encoding: .utf8)) }
  }
}
