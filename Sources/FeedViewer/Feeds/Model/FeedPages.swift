/// The addresses of the other documents of a feed that is published in several: RFC 5005 (paged and archived feeds)
/// and JSON Feed's `next_url`.
///
/// Addresses are resolved if the document declares a base; otherwise they are relative to the file's folder.
public struct FeedPages: Sendable, Hashable {
  /// The page with the following entries: `next` (RFC 5005, section 3) or `next_url`.
  public var next: String?
  /// The document with earlier entries: `prev-archive` (RFC 5005, section 4).
  public var previousArchive: String?
  /// Whether the document holds all entries of the feed: `fh:complete` (RFC 5005, section 2).
  public var isComplete = false
  /// Whether the document is an archive that will not change: `fh:archive`.
  public var isArchive = false

  public init() {}

  /// The document to read after this one; `nil` if there is none.
  public var following: String? { isComplete ? nil : next ?? previousArchive }
}
