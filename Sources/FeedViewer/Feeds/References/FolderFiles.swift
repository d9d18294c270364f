import FeedViewerBase

/// Which relative and `file:` references of a text denote files in the folder of its feed. The answers are remembered.
///
/// Accesses the disk: use it off the main thread.
final class FolderFiles {
  /// More references of one text are not looked for.
  private static let limit = 1_000
  /// More of a picture is not read for its size.
  private static let longestHeader = 16_384

  private let feedFile: String
  /// The canonical paths of the files; nil where there is none.
  private var answers: [String: String?] = [:]
  private var sizes: [String: PictureHeader.Size?] = [:]

  /// - Parameter feedFile: The path of the feed.
  init(besideFeedAt feedFile: String) { self.feedFile = feedFile }

  /// Whether a reference, with or without a fragment, denotes a file that may be read: see `LocalReference`.
  func hold(_ reference: String) -> Bool { path(of: reference) != nil }

  /// The size of the picture that a reference denotes, in pixels; nil if there is no such file, or its header tells none.
  ///
  /// - Complexity: O(1): at most the first 16 KB are read.
  func pictureSize(_ reference: String) -> PictureHeader.Size? {
    if let known = sizes[reference] { return known }
    let found = path(of: reference).flatMap(Self.beginning).flatMap(PictureHeader.size)
    if sizes.count < Self.limit { sizes[reference] = .some(found) }
    return found
  }

  private func path(of reference: String) -> String? {
    guard [nil, "file"].contains(Reference.scheme(of: reference)) else { return nil }
    if let known = answers[reference] { return known }
    guard answers.count < Self.limit else { return nil }
    let found = try? LocalReference.file(reference, of: feedFile)
    answers[reference] = .some(found)
    return found
  }

  /// The first bytes of a file at a canonical path; nil if it can't be read.
  private static func beginning(of path: String) -> [UInt8]? {
    let descriptor = RealFile.open(path)
    guard descriptor >= 0 else { return nil }
    let file = OpenedFile(descriptor)
    guard let status = file.status, status.isRegular else { return nil }
    var source = ByteSource(SourceBytes(file, count: status.size))
    return source.beginning(longestHeader)
  }
}
