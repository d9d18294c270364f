/// A folder of an OPML file, with the folders around it.
///
/// Folders inside share the one around them: what a folder takes is bounded, however deep it is and however long the names
/// around it are.
public final class FeedFolder: Sendable {
  /// Longer paths of names have an ellipsis in their middle. In bytes of UTF-8; about what a header has room for.
  static let titleLimit = 160
  /// Bytes that are left of each end of a longer one.
  private static let endLength = 78
  static let separator = " › "
  /// Outlines are not nested deeper when they are read; folders of an export that are have no folder around them.
  static let depthLimit = 512

  public let name: String
  /// The folder around it; `nil` for an outermost one.
  public let parent: FeedFolder?
  /// The names from the outermost folder to this one, cut in the middle if they take more than `titleLimit` bytes.
  public let title: String
  /// How many folders are around it.
  let depth: Int
  /// The length of the whole path of names in bytes.
  private let length: Int
  /// The beginning and the end of a path of names that is too long for a title.
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

  /// The names from the outermost folder to this one. O(depth).
  public var names: [String] {
    var names: [String] = []
    var folder: FeedFolder? = self
    while let current = folder {
      names.append(current.name)
      folder = current.parent
    }
    return names.reversed()
  }

  /// Whether there is more to the path of names than the title says.
  var isElided: Bool { length > FeedFolder.titleLimit }

  /// The names for people: of a long path those of both ends with an ellipsis between them, and long ones cut in their
  /// middle. At most 14 names and four times as many bytes as a title has.
  var shownNames: [String] {
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
  /// The first whole characters that take at most so many bytes. O(`length`).
  func beginning(ofLength length: Int) -> String {
    guard utf8.count > length else { return self }
    // A character more tells whether the last one is complete.
    let piece = String(decoding: utf8.prefix(2 * length + 4), as: UTF8.self)
    var end = piece.startIndex
    while end < piece.endIndex {
      let next = piece.index(after: end)
      guard piece.utf8.distance(from: piece.startIndex, to: next) <= length else { break }
      end = next
    }
    return String(piece[..<end])
  }

  /// The last whole characters that take at most so many bytes. O(`length`).
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
