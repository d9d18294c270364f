import EntryRows
import VirtualList
import Feeds
import LayoutCore

/// The pages of a feed that were read after its first file.
struct VisitedFeedPages {
  /// More pages than this are never followed.
  static let limit = 1_000

  /// Files read so far by their real paths, so that pages that refer to each other in a circle end.
  var visited: Set<String> = []
  /// What the last of them says; nil before the first was read.
  var last: FeedHeading?
  var isLoading = false
}

/// What became of the wish for more entries.
enum NextPage: Equatable {
  /// So many new rows were added behind the file's last one.
  case loaded(rows: Int)
  /// There is no other page.
  case end
  /// The next page is not on this machine.
  case remote(String)
  /// The next page should be on this machine, but is not.
  case missing(String)
  /// The page is being loaded already, or the file itself is being read.
  case busy
  case failed(FeedError)
}

/// Paged and archived feeds (RFC 5005, JSON Feed's `next_url`), as far as their pages lie on this machine.
extension FeedLibrary {
  /// Where the entries are that follow the last row of a file; nil if there are none, or none that were not read.
  func nextPage(of path: String) -> PageLocation? {
    index(ofFile: path).flatMap { nextPage(of: files[$0]) }
  }

  func nextPage(of file: OpenFile) -> PageLocation? {
    let location = (file.pages.last ?? file.heading)?.nextPage
    guard case .file(let next) = location else { return location }
    let isKnown = next == RealPath.of(file.path) || file.pages.visited.contains(next)
    return isKnown || file.pages.visited.count >= VisitedFeedPages.limit ? nil : location
  }

  /// Reads the next page of a file and adds its entries behind the file's last row.
  ///
  /// Entries that are shown already are left out: pages shift when a feed grows (RFC 5005, section 3).
  /// - Complexity: O(size of the page + rows of the file).
  func loadNextPage(of path: String) async -> NextPage {
    switch nextPage(of: path) {
    case nil: return .end
    case .remote(let address): return .remote(address)
    case .missing(let address): return .missing(address)
    case .file(let next):
      guard let index = index(ofFile: path), !files[index].isLoading, !files[index].pages.isLoading else {
        return .busy
      }
      files[index].pages.isLoading = true
      let result = await read(page: next, of: path)
      if let index = self.index(ofFile: path) { files[index].pages.isLoading = false }
      delegate?.libraryDidChangeFiles(self)
      return result
    }
  }

  private func read(page: String, of path: String) async -> NextPage {
    // By their bytes: keys of the same letters in different bytes are different entries.
    var known: Set<ItemKey> = []
    for section in sections where section.path == path {
      for row in section.rows { known.insert(ItemKey(row.content.entry.key)) }
    }
    var count = 0
    for await event in load(page) {
      guard let index = index(ofFile: path) else { return .end }
      switch event {
      case .part(_, let parts):
        let fresh = parts.map { part in
          LoadedSection(
            title: part.title, rows: part.rows.filter { known.insert(ItemKey($0.entry.key)).inserted })
        }
        let filled = fresh.filter { !$0.rows.isEmpty }
        count += filled.reduce(0) { $0 + $1.rows.count }
        show(filled, of: files[index])
        tellEdits()
      case .finished(let heading):
        files[index].pages.visited.insert(page)
        files[index].pages.last = heading
        tellRemotePage(heading.nextPage, index: index)
        return .loaded(rows: count)
      case .failed(let error):
        // Not asked for again and again.
        files[index].pages.visited.insert(page)
        return .failed(error)
      }
    }
    return .end
  }

  /// Hands the rows of later pages on to the sections of a file that was read again.
  func keepLaterPages(of file: OpenFile, in own: inout [LibrarySection]) {
    guard file.pages.last != nil, !own.isEmpty else { return }
    var known = Set(own.flatMap { $0.rows.map { ItemKey($0.content.entry.key) } })
    for section in sections where section.path == file.path {
      let later = section.rows.filter {
        $0.content.path != file.path && file.pages.visited.contains($0.content.path)
          && known.insert(ItemKey($0.content.entry.key)).inserted
      }
      if !later.isEmpty { own[own.count - 1].rows += later }
    }
  }
}
