import FeedViewerFeeds

/// The addresses of an article's links, numbered in the order in which they are first met: on paper they are footnotes.
package nonisolated struct LinkNotes {
  /// The address as it is printed; nil for one that is not.
  private let describe: (String) -> String?
  /// What is printed of each address, by number.
  private(set) var texts: [String] = []
  /// The addresses, by number.
  private(set) var addresses: [String] = []
  private var numbers: [String: Int] = [:]

  init(describe: @escaping (String) -> String?) { self.describe = describe }

  /// The number of a link's footnote, counted from 0.
  ///
  /// - Parameter words: The text of the link.
  /// - Returns: Nil for a place in the article itself, and for an address that the words already tell.
  mutating func number(of address: String, words: Substring) -> Int? {
    guard !address.isEmpty, !address.hasPrefix("#") else { return nil }
    if let known = numbers[address] { return Self.isSame(words, texts[known]) ? nil : known }
    guard let text = describe(address), !text.isEmpty, !Self.isSame(words, text) else { return nil }
    numbers[address] = texts.count
    texts.append(text)
    addresses.append(address)
    return texts.count - 1
  }

  /// An address as it is printed; nil for one that is not.
  func printed(_ address: String) -> String? { describe(address) }

  /// Whether the words are the address, with or without its scheme and its last slash.
  private static func isSame(_ words: Substring, _ address: String) -> Bool {
    func bare(_ text: some StringProtocol) -> Substring {
      var text = Substring(text.lowercased())
      for scheme in ["https://", "http://", "mailto:"] where text.hasPrefix(scheme) {
        text = text.dropFirst(scheme.count)
      }
      return text.hasSuffix("/") ? text.dropLast() : text
    }
    return bare(words) == bare(address)
  }
}

/// A text with raised numbers after its links.
nonisolated struct NotedText {
  /// A number in the text.
  struct Mark {
    /// The bytes of the number.
    var range: Range<Int>
    /// The footnote.
    var note: Int
  }

  private(set) var text = ""
  /// Without links: the numbers stand for them.
  private(set) var runs: [ArticleRun] = []
  private(set) var marks: [Mark] = []

  /// - Complexity: O(length).
  init(_ source: String, _ sourceRuns: [ArticleRun], _ notes: inout LinkNotes) {
    guard sourceRuns.contains(where: { $0.link != nil }) else {
      (text, runs) = (source, sourceRuns)
      return
    }
    let bytes = source.utf8
    var copied = 0
    var index = bytes.startIndex
    func part(to end: Int) -> Substring {
      let stop = bytes.index(index, offsetBy: end - copied)
      defer { (index, copied) = (stop, end) }
      return source[index..<stop]
    }
    var words: Substring = ""
    for (number, run) in sourceRuns.enumerated() {
      text += part(to: run.range.lowerBound)
      let content = part(to: run.range.upperBound)
      let start = text.utf8.count
      text += content
      let link = run.link
      runs.append(ArticleRun(range: start..<text.utf8.count, style: run.style))
      words = words.isEmpty ? content : words + content
      // Parts of one link with different styles have one number.
      let next = number + 1 < sourceRuns.count ? sourceRuns[number + 1] : nil
      if let next, next.link == link, next.range.lowerBound == run.range.upperBound { continue }
      if let link, let note = notes.number(of: link, words: words) { append(note) }
      words = ""
    }
    text += part(to: bytes.count)
  }

  private mutating func append(_ note: Int) {
    // No line ends before the number (WORD JOINER).
    text += "\u{2060}"
    let start = text.utf8.count
    text += "\(note + 1)"
    runs.append(ArticleRun(range: start..<text.utf8.count, style: .superscript))
    marks.append(Mark(range: start..<text.utf8.count, note: note))
  }

  /// The place in the text without numbers.
  func sourceOffset(of offset: Int) -> Int {
    marks.reduce(offset) { $1.range.upperBound <= offset ? $0 - $1.range.count - 3 : $0 }
  }
}
