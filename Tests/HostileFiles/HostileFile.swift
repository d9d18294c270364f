import Foundation

/// One or several files that make a careless program crash, freeze or fill the memory. Written on demand, because
/// most are large.
public struct HostileFile: Sendable, CustomStringConvertible {
  public enum Size: Sendable {
    /// Large enough to show the fault, small enough for a test.
    case small
    case full
  }

  /// The screenshots to make besides `inspect` and `measure`, and what else is done in the window.
  public enum View: Sendable {
    case neither, list, article, both
    /// Both, and it is turned from article to article.
    case turning
    /// The file is the database of a session, which is opened instead of it.
    case session

    public var showsList: Bool { self == .list || showsBoth }
    public var showsArticle: Bool { self == .article || showsBoth }
    private var showsBoth: Bool { self == .both || self == .turning }
  }

  public let name: String
  public let view: View
  private let make: @Sendable (HostileFolder, Size) throws -> [[UInt8]]

  /// - Parameter make: Writes the files and returns the paths to open.
  init(
    _ name: String, view: View = .both, make: @escaping @Sendable (HostileFolder, Size) throws -> [[UInt8]]
  ) {
    self.name = name
    self.view = view
    self.make = make
  }

  /// A single file with the given bytes.
  init(
    _ name: String, view: View = .both, extension: String = "xml",
    bytes: @escaping @Sendable (Size) -> [UInt8]
  ) {
    self.init(name, view: view) { folder, size in
      [try folder.write(bytes(size), to: "\(name).\(`extension`)")]
    }
  }

  /// A JSON Feed.
  init(_ name: String, view: View = .both, feed: @escaping @Sendable (Size) -> HostileFeedText) {
    self.init(name, view: view, extension: "json") { feed($0).json }
  }

  public var description: String { name }

  public static let all: [HostileFile] =
    texts + [allTexts] + articles + numbers + boundaryNumbers + addresses + structures + outlines + pictures
    + outsidePictures
    + unreadable + sessions

  /// - Returns: The paths to open, as bytes.
  public func write(to folder: HostileFolder, size: Size) throws -> [[UInt8]] { try make(folder, size) }
}

extension HostileFile.Size {
  func pick<Value>(_ small: Value, _ full: Value) -> Value { self == .small ? small : full }
}

/// The folder for hostile files.
public struct HostileFolder: Sendable {
  public let path: String

  /// - Parameter path: The path of an existing folder.
  public init(_ path: String) { self.path = path }

  /// - Returns: The path as bytes.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> [UInt8] {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return Array(file.utf8)
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> [UInt8] { try write(Array(text.utf8), to: name) }
}

/// The texts of a feed.
struct HostileFeedText {
  struct Item {
    var title: String?
    var text: String?
    var html: String?
    var author: String?
    var image: String?
  }

  var title: String
  var items: [Item]

  /// The feed as JSON Feed, which can hold every character.
  var json: [UInt8] {
    let items = items.enumerated().map { index, item in
      var fields: [String: Any] = ["id": "\(index)"]
      fields["title"] = item.title
      fields["content_text"] = item.text
      fields["content_html"] = item.html
      fields["image"] = item.image
      if let author = item.author { fields["authors"] = [["name": author]] }
      return fields
    }
    let feed: [String: Any] = ["version": "https://jsonfeed.org/version/1.1", "title": title, "items": items]
    guard let data = try? JSONSerialization.data(withJSONObject: feed) else {
      preconditionFailure("A feed of strings can be written as JSON.")
    }
    return Array(data)
  }
}
