import FeedViewerFeeds

/// The beginning of a year, a month or a day, as typed in a query.
struct QueryDate {
  /// The first moment, in the reader's time zone.
  let start: FeedDate
  /// The part that was understood.
  let understood: Substring
  /// Whether all of the text was understood.
  let isComplete: Bool

  /// Reads `2024`, `2024-05` or `2024-05-03`; slashes and single digits are accepted too. Of a date that goes on in
  /// another way, the years and months before that count.
  ///
  /// - Returns: Nil if the text does not begin with a year of four digits.
  init?(_ text: Substring, clock: LocalClock) {
    var parts: [Int] = []
    var end = text.startIndex
    var rest = text[...]
    while parts.count < 3 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let isYear = parts.isEmpty
      guard let number = Int(digits), isYear ? digits.count == 4 : (1...2).contains(digits.count),
        isYear || Self.isValid(parts + [number])
      else { break }
      parts.append(number)
      end = digits.endIndex
      rest = text[end...]
      guard let separator = rest.first, separator == "-" || separator == "/" else { break }
      rest.removeFirst()
    }
    guard !parts.isEmpty else { return nil }
    understood = text[..<end]
    isComplete = end == text.endIndex
    start = FeedDate(
      startOfDay: parts.count > 2 ? parts[2] : 1, month: parts.count > 1 ? parts[1] : 1, year: parts[0],
      clock: clock)
  }

  private static func isValid(_ parts: [Int]) -> Bool {
    parts.count == 2
      ? (1...12).contains(parts[1])
      : parts[2] >= 1 && parts[2] <= FeedDate.days(inMonth: parts[1], of: parts[0])
  }
}
