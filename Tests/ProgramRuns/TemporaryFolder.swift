import Foundation

/// A folder that is removed with this object.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "feed-viewer-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path. Folders of `name` that are missing are created.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let path = path + "/" + name
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return path
  }

  public func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  public func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }

  /// An empty file, open for writing.
  public func openFile(_ name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: try write("", to: name)))
  }
}
