/// Where the rest of a feed is that is published in several documents: RFC 5005 (paged and archived feeds) and
/// JSON Feed's `next_url`.
///
/// Addresses are resolved where the document names a base; a relative one is meant from the folder of the file.
public struct FeedPages: Sendable, Hashable {
  /// The page with the entries that follow: `next` (RFC 5005, section 3) or `next_url`.
  public var next: String?
  /// The document with the entries that were published before: `prev-archive` (RFC 5005, section 4).
  public var previousArchive: String?
  /// The feed holds all of its entries: `fh:complete` (RFC 5005, section 2).
  public var isComplete = false
  /// The document is an archive that will not change: `fh:archive`.
  public var isArchive = false

  public init() {}

  /// The document to go on with when all entries of this one are read; `nil` if there is none.
  public var following: String? { isComplete ? nil : next ?? previousArchive }
}
