/// Which relative and `file:` references of a text denote files in the folder of its feed. The answers are remembered.
///
/// Accesses the disk: use it off the main thread.
final class FolderFiles {
  /// More references of one text are not looked for.
  private static let limit = 1_000

  private let feedFile: String
  private var answers: [String: Bool] = [:]

  /// - Parameter feedFile: The path of the feed.
  init(besideFeedAt feedFile: String) { self.feedFile = feedFile }

  /// Whether a reference, with or without a fragment, denotes a file that may be read: see `LocalReference`.
  func hold(_ reference: String) -> Bool {
    guard [nil, "file"].contains(Reference.scheme(of: reference)) else { return false }
    if let known = answers[reference] { return known }
    guard answers.count < Self.limit else { return false }
    let found = (try? LocalReference.file(reference, of: feedFile)) != nil
    answers[reference] = found
    return found
  }
}
