import FeedViewerBase

/// Which entries a list is of: those of some of the open feeds, perhaps only those that meet a condition. The sidebar and
/// `win.show-list` name lists by their scopes.
nonisolated struct Scope: Hashable, Sendable {
  enum Feeds: Hashable, Sendable {
    /// All that have entries. Outlines have none: what they list are other feeds.
    case all
    /// One file. One of outlines lists the feeds that it names, and those of them that are open have their entries there, too.
    case file(FilePath)
    /// A folder of a file of outlines, by its index in each of the folders around it, outermost first.
    case folder(FilePath, [Int])
  }

  enum Condition: Hashable, Sendable {
    case unread, starred
    /// On the reader's present day.
    case today
  }

  var feeds = Feeds.all
  var condition: Condition?

  init(feeds: Feeds = .all, condition: Condition? = nil) {
    self.feeds = feeds
    self.condition = condition
  }

  /// The entries of all open feeds.
  static let all = Scope()
  static let unread = Scope(condition: .unread)
  static let starred = Scope(condition: .starred)
  static let today = Scope(condition: .today)
  /// What is chosen among in the order of the sidebar, before the files.
  static let smartLists = [all, unread, starred, today]

  static func feed(_ path: FilePath) -> Scope { Scope(feeds: .file(path)) }

  static func folder(_ path: FilePath, _ indices: [Int]) -> Scope { Scope(feeds: .folder(path, indices)) }

  /// The file whose list it is, or whose folder's; nil for a list of all files.
  var path: FilePath? {
    switch feeds {
    case .all: nil
    case .file(let path), .folder(let path, _): path
    }
  }

  /// The file whose whole list it is; nil for other lists.
  var file: FilePath? { if case .file(let path) = feeds { path } else { nil } }

  private static let names = [(all, "all"), (unread, "unread"), (starred, "starred"), (today, "today")]
  private static let feedPrefix = "feed:"
  private static let folderPrefix = "folder:"

  /// - Parameter text: `all`, `unread`, `starred`, `today`, `feed:PATH` with a path in the form of `PathText`, or
  ///   `folder:PATH#I/J` with the indices of a folder of outlines, after the last number sign.
  init?(_ text: String) {
    if let named = Self.names.first(where: { $0.1 == text }) {
      self = named.0
      return
    }
    // By bytes: an accent at the beginning of the rest would make one character with the colon.
    func rest(after prefix: String) -> Substring.UTF8View? {
      text.utf8.starts(with: prefix.utf8) ? text.utf8.dropFirst(prefix.utf8.count) : nil
    }
    if let path = rest(after: Self.feedPrefix) {
      self = .feed(FilePath(String(Substring(path))))
      return
    }
    guard let folder = rest(after: Self.folderPrefix), let sign = folder.lastIndex(of: UInt8(ascii: "#"))
    else { return nil }
    let numbers = Substring(folder[sign...].dropFirst()).split(
      separator: "/", omittingEmptySubsequences: false)
    let indices = numbers.compactMap { Int($0) }
    guard indices.count == numbers.count, indices.allSatisfy({ $0 >= 0 }) else { return nil }
    self = .folder(FilePath(String(Substring(folder[..<sign]))), indices)
  }

  /// What `init` makes it from; that of a list of all feeds tells the condition.
  var text: String {
    switch feeds {
    case .all: Self.names.first { $0.0.condition == condition }!.1
    case .file(let path): Self.feedPrefix + path.text
    case .folder(let path, let indices):
      "\(Self.folderPrefix)\(path.text)#\(indices.map(String.init).joined(separator: "/"))"
    }
  }
}
