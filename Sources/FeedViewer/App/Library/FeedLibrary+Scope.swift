import FeedViewerBase
import GtkInterop

/// What belongs to a list.
extension FeedLibrary {
  /// What a list is called.
  func name(of scope: Scope) -> String {
    switch scope.feeds {
    case .all: scope.condition?.name ?? localized("All Entries")
    case .file(let path):
      UntrustedText.line(index(ofFile: path).map { files[$0].title } ?? FileName.of(path))
    case .folder(let path, let place):
      UntrustedText.line(outlineTree(of: path)?.folder(at: place)?.name ?? FileName.of(path))
    }
  }

  /// The sections of a scope's feeds, in order; nil if these are all sections.
  ///
  /// - Complexity: O(sections + open files).
  func sections(of feeds: Scope.Feeds) -> [Int]? {
    switch feeds {
    case .all:
      sections.contains(where: \.isOfOutlines) ? sections.indices.filter { !sections[$0].isOfOutlines } : nil
    case .file(let path): sections(ofFolder: [], in: path)
    case .folder(let path, let place): sections(ofFolder: place, in: path)
    }
  }

  /// The sections of the folder's outlines, and of the open feeds that these name.
  private func sections(ofFolder place: [Int], in path: FilePath) -> [Int] {
    let open = openFeeds(inFolder: place, of: path).filter { $0 != path }
    let own = sections(inFolder: place, of: path)
    return open.isEmpty ? own : (own + open.flatMap { places[$0].map { Array($0.sections) } ?? [] }).sorted()
  }

  /// The number of entries that have rows in the feeds of a scope.
  ///
  /// - Complexity: O(sections).
  func entryCount(of feeds: Scope.Feeds) -> Int {
    guard let own = sections(of: feeds) else { return entryCount }
    return own.reduce(0) { $0 + sections[$1].entryCount }
  }

  /// The files whose entries belong to a scope's feeds, and the one that names these; nil if they are all files.
  ///
  /// - Complexity: O(open files) for outlines, else O(1).
  func files(of feeds: Scope.Feeds) -> Set<FilePath>? {
    switch feeds {
    case .all: nil
    case .file(let path): Set([path] + openFeeds(of: path))
    case .folder(let path, let place): Set([path] + openFeeds(inFolder: place, of: path))
    }
  }
}

extension Scope.Condition {
  /// The name of the list of all entries that meet the condition.
  var name: String {
    switch self {
    case .unread: localized("Unread")
    case .starred: localized("Starred")
    case .today: localized("Today")
    }
  }
}
