/// A folder of an OPML file, with its parents.
///
/// Subfolders share their parent, so a folder's memory does not grow with its depth or with the lengths of its
/// parents' names.
public final class FeedFolder: Sendable {
  /// Longer paths are elided in the middle. In bytes of UTF-8; about what fits a section header.
  static let titleLimit = 160
  /// The bytes kept at each end of an elided path.
  private static let endLength = 78
  static let separator = " › "
  /// The deepest nesting read from outlines. Deeper folders of an export become top-level folders.
  static let depthLimit = 512

  public let name: String
  /// The enclosing folder; `nil` for a top-level one.
  public let parent: FeedFolder?
  /// The path of names from the top-level folder, elided in the middle if it is longer than `titleLimit` bytes.
  public let title: String
  /// The number of enclosing folders.
  let depth: Int
  /// The length of the whole path in bytes.
  private let length: Int
  /// The beginning and end of an elided path.
  private let head: String
  private let tail: String

  init(name: String, in parent: FeedFolder?) {
    let beginning = parent.map { $0.title + FeedFolder.separator } ?? ""
    let ending = (parent.map { $0.tail + FeedFolder.separator } ?? "") + name
    self.name = name
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
    length = (parent.map { $0.length + FeedFolder.separator.utf8.count } ?? 0) + name.utf8.count
    let end = FeedFolder.endLength
    tail = (name.utf8.count > end ? name : ending).ending(ofLength: end)
    if length <= FeedFolder.titleLimit {
      title = beginning + name
      head = title
    } else {
      head =
        parent?.isElided == true
        ? parent?.head ?? "" : (beginning + name.beginning(ofLength: end)).beginning(ofLength: end)
      title = head + "…" + tail
    }
  }

  /// The names from the top-level folder to this one. O(depth).
  public var names: [String] {
    var names: [String] = []
    var folder: FeedFolder? = self
    while let current = folder {
      names.append(current.name)
      folder = current.parent
    }
    return names.reversed()
  }

  /// Whether `title` is elided.
  var isElided: Bool { length > FeedFolder.titleLimit }

  /// The names to show: a long path loses names in its middle, and long names lose their middles. At most 14 names
  /// and four times as many bytes as a title.
  var displayNames: [String] {
    guard isElided else { return names }
    let all = names
    var shown = all.count <= 14 ? all : all.prefix(6) + ["…"] + all.suffix(7)
    let room = 4 * FeedFolder.titleLimit / shown.count
    for index in shown.indices where shown[index].utf8.count > room {
      shown[index] =
        shown[index].beginning(ofLength: room / 2 - 2) + "…" + shown[index].ending(ofLength: room / 2 - 2)
    }
    return shown
  }
}

extension String {
  /// The longest prefix of whole characters that takes at most `length` bytes. O(`length`).
  func beginning(ofLength length: Int) -> String {
    guard utf8.count > length else { return self }
    // One more character shows whether the last one is complete.
    let piece = String(decoding: utf8.prefix(2 * length + 4), as: UTF8.self)
    var end = piece.startIndex
    while end < piece.endIndex {
      let next = piece.index(after: end)
      guard piece.utf8.distance(from: piece.startIndex, to: next) <= length else { break }
      end = next
    }
    return String(piece[..<end])
  }

  /// The longest suffix of whole characters that takes at most `length` bytes. O(`length`).
  func ending(ofLength length: Int) -> String {
    guard utf8.count > length else { return self }
    let piece = String(decoding: utf8.suffix(2 * length + 4), as: UTF8.self)
    var start = piece.endIndex
    while start > piece.startIndex {
      let previous = piece.index(before: start)
      guard previous > piece.startIndex, piece.utf8.distance(from: previous, to: piece.endIndex) <= length
      else {
        break
      }
      start = previous
    }
    return String(piece[start...])
  }
}
