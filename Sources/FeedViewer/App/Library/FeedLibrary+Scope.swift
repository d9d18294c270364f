import FeedViewerBase
import GtkInterop

/// What belongs to a list.
extension FeedLibrary {
  /// What a list is called.
  func name(of scope: Scope) -> String {
    switch scope.feeds {
    case .all: scope.condition?.name ?? localized("All Entries")
    case .file(let path), .folder(let path, _):
      UntrustedText.line(index(ofFile: path).map { files[$0].title } ?? FileName.of(path))
    }
  }

  /// The sections of a scope's feeds, in order; nil if these are all sections.
  ///
  /// - Complexity: O(sections).
  func sections(of feeds: Scope.Feeds) -> [Int]? {
    switch feeds {
    case .all:
      sections.contains(where: \.isOfOutlines) ? sections.indices.filter { !sections[$0].isOfOutlines } : nil
    case .file(let path): places[path].map { Array($0.sections) } ?? []
    case .folder: []
    }
  }

  /// The number of entries that have rows in the feeds of a scope.
  ///
  /// - Complexity: O(sections).
  func entryCount(of feeds: Scope.Feeds) -> Int {
    guard let own = sections(of: feeds) else { return entryCount }
    return own.reduce(0) { $0 + sections[$1].entryCount }
  }

  /// The files whose entries belong to a scope's feeds; nil if these are all files.
  func files(of feeds: Scope.Feeds) -> Set<FilePath>? {
    switch feeds {
    case .all: nil
    case .file(let path): [path]
    case .folder: []
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
