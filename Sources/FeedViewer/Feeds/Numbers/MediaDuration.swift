/// Parses the duration of an episode in the formats used by podcasts (formats.md, section 9).
enum MediaDuration {
  /// Larger values are errors.
  private static let limit = 1_000_000

  /// The seconds of `s`, `m:ss` or `h:mm:ss`, each optionally with a fraction; `nil` for anything else.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var total = 0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let digits = isLast ? part.prefix { $0 != "." } : part
      guard !digits.isEmpty, digits.utf8.allSatisfy(ASCII.isDigit), let number = Int(digits), number <= limit
      else { return nil }
      total = total * 60 + number
    }
    return isPossible(total) ? total : nil
  }

  static func isPossible(_ seconds: Int) -> Bool { seconds > 0 && seconds <= limit }
}
