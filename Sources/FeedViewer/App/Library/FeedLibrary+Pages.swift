import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerRows
import LayoutCore
import VirtualList

/// The pages of a feed that were read after its first file.
struct VisitedFeedPages {
  /// The most pages that are followed.
  static let limit = 1_000

  /// The real paths of the files read so far, so that circular references between pages end.
  var visited: Set<FilePath> = []
  /// The heading of the last page; nil before the first one was read.
  var last: FeedHeading?
  var isLoading = false
}

/// The result of loading the next page.
enum NextPage: Equatable {
  /// This number of rows was appended.
  case loaded(rows: Int)
  /// There is no further page.
  case end
  /// The next page is not on this machine.
  case remote(String)
  /// The next page should be on this machine, but does not exist.
  case missing(String)
  /// The page or the file itself is being loaded.
  case busy
  case failed(FeedError)
}

/// Paged and archived feeds (RFC 5005, JSON Feed's `next_url`) whose pages are on this machine.
extension FeedLibrary {
  /// The location of the page after the last row of a file; nil if there is none that was not read.
  func nextPage(of path: FilePath) -> PageLocation? {
    index(ofFile: path).flatMap { nextPage(of: files[$0]) }
  }

  func nextPage(of file: OpenFile) -> PageLocation? {
    let location = (file.pages.last ?? file.heading)?.nextPage
    guard case .file(let next) = location else { return location }
    let isKnown = next == RealPath.of(file.path) || file.pages.visited.contains(next)
    return isKnown || file.pages.visited.count >= VisitedFeedPages.limit ? nil : location
  }

  /// Reads the next page of a file and appends its entries after the file's last row.
  ///
  /// Entries that are shown already are skipped, because pages shift when a feed grows (RFC 5005, section 3).
  /// - Complexity: O(size of the page + rows of the file).
  func loadNextPage(of path: FilePath) async -> NextPage {
    switch nextPage(of: path) {
    case nil: return .end
    case .remote(let address): return .remote(address)
    case .missing(let address): return .missing(address)
    case .file(let next):
      guard let index = index(ofFile: path), !files[index].isLoading, !files[index].pages.isLoading,
        !isArchive(path)
      else { return .busy }
      files[index].pages.isLoading = true
      let result = await read(page: next, of: path)
      if let index = self.index(ofFile: path) { files[index].pages.isLoading = false }
      consumer?.apply(.files)
      return result
    }
  }

  private func read(page: FilePath, of path: FilePath) async -> NextPage {
    guard let version = index(ofFile: path).map({ files[$0].rowsVersion }) else { return .end }
    var known: Set<EntryKey> = []
    for section in sections where section.path == path {
      for row in section.rows { known.insert(row.stateKey) }
    }
    var (count, changeCount): (Int, Int?) = (0, nil)
    for await event in FeedLoader.events(path: page, state: state, sizes: .whole) {
      guard let index = index(ofFile: path) else { return .end }
      // Rows of a page that was not read completely do not stay when its file is read again, and no rows follow those of an
      // archive.
      guard !files[index].isLoading, files[index].rowsVersion == version else { return .busy }
      switch event {
      case .listed, .estimated, .loaded: break
      case .part(_, let parts):
        if changeCount == nil { changeCount = parts.first?.marking?.changeCount }
        let fresh = parts.map { part in
          LoadedSection(
            title: part.title, rows: part.rows.filter { known.insert($0.stateKey).inserted },
            marking: part.marking)
        }
        let filled = fresh.filter { !$0.rows.isEmpty }
        count += filled.reduce(0) { $0 + $1.rows.count }
        show(filled, of: files[index])
        deliverEdits()
      case .finished(let heading):
        forgetUnseenTexts()
        files[index].pages.visited.insert(page)
        files[index].pages.last = heading
        showMarks(of: files[index], since: changeCount)
        reportRemotePage(heading.nextPage, index: index)
        return .loaded(rows: count)
      case .failed(let error):
        // Prevents repeated attempts.
        files[index].pages.visited.insert(page)
        return .failed(error)
      }
    }
    return .end
  }

  /// Keeps the rows of later pages when the first file is read again.
  func keepLaterPages(of file: OpenFile, in own: inout [LibrarySection]) {
    guard file.pages.last != nil, !own.isEmpty else { return }
    var known = Set(own.flatMap { $0.rows.map(\.stateKey) })
    for section in sections where section.path == file.path {
      let later = section.rows.filter {
        $0.path != file.path && file.pages.visited.contains($0.path)
          && known.insert($0.stateKey).inserted
      }
      if !later.isEmpty { own[own.count - 1].append(later) }
    }
  }
}
