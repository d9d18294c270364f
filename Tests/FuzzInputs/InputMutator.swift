import RandomNumbers

/// Makes broken files from good ones, determined by a seed.
public struct InputMutator {
  private let corpus: [[UInt8]]
  private var random: SplitMix64

  /// Strings that break grammars, and values for dates and markup.
  private static let words: [[UInt8]] =
    [
      "<", ">", "&", "/>", "</", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>", "<!DOCTYPE x [", "\"", "'",
      "=", "&#x",
      "&#", ";", "&lt;", "&amp;", "&a;", "&nbsp;", "</item>", "<item>", "<entry>", "<title>", "<description>",
      "<content:encoded>",
      "<pubDate>", "xmlns=\"\"", "xmlns:a='b'", "xml:base='/x'", "<form>", "<pre>", "<img src=x>", "<br>",
      "<p>", "<table><td>",
      "\\u", "\\ud800", "\\\"", "{", "}", "[", "]", ",", ":", "null", "\"items\":[", "1e999", "\0", "\r\n",
      "\r", "\t",
      "Thu, 01 Jan 2004 19:48:21 GMT", "2003-12-31T10:14:55Z", "99999999999999999999", "-", "12:60",
      "encoding='utf-16'",
      "encoding=\"gb18030\"", "\u{FEFF}", "é", "日本", "\u{301}", "\u{94D}", "👩‍👩‍👧", "\u{FFFE}", "data:",
      "javascript:", "file:///",
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFE], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0x80], [0x1F, 0x8B],
    ]

  /// - Parameter corpus: The files to start from; not empty.
  public init(corpus: [[UInt8]], seed: UInt64) {
    precondition(!corpus.isEmpty, "The corpus must not be empty.")
    self.corpus = corpus
    random = SplitMix64(seed: seed)
  }

  /// The next file, of at most a few thousand bytes.
  public mutating func next() -> [UInt8] {
    var bytes = corpus[below(corpus.count)]
    for _ in 0...below(6) { mutate(&bytes) }
    return bytes
  }

  /// A file of about `size` bytes that repeats a piece of another file.
  public mutating func nextLarge(size: Int) -> [UInt8] {
    var bytes = next()
    while bytes.isEmpty { bytes = next() }
    let start = below(bytes.count)
    let piece = bytes[start..<min(bytes.count, start + 1 + below(200))]
    var result = Array(bytes[..<start])
    while result.count < size { result += piece }
    return result + bytes[start...]
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty, bytes.count < 8_192 else {
      bytes = corpus[below(corpus.count)]
      return
    }
    let place = below(bytes.count)
    let end = min(bytes.count, place + 1 + below(60))
    switch below(9) {
    case 0: bytes[place] = UInt8(below(256))
    case 1: bytes[place] ^= 1 << UInt8(below(8))
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: Self.words[below(Self.words.count)], at: place)
    case 4: bytes.replaceSubrange(place..<end, with: Self.words[below(Self.words.count)])
    case 5: bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count))
    case 6: bytes.removeSubrange(place...)
    case 7:
      let other = corpus[below(corpus.count)]
      guard !other.isEmpty else { return }
      bytes.replaceSubrange(place..., with: other[below(other.count)...])
    default:
      let word = Self.words[below(Self.words.count)]
      for _ in 0...below(40) { bytes.insert(contentsOf: word, at: place) }
    }
  }
}
