import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

/// Texts that are copied in blocks equal those of loops over their parts.
@Suite struct HTMLTextRunsTests {
  private static let words = [
    "a", "an", "word", "eight by", "sixteen bytes ab", "a text that is longer than one block of bytes", "é",
    "Привет", "日本語",
    "\u{7F}", ";p>", "/p",
  ]
  private static let spaces = [" ", "  ", "\n", "\t", " \n ", "\n\n", "\r", "\u{C}"]
  private static let tags = [
    "<p>", "</p>", "<P>", "</P>", "<p class=x>", "<pre2>", "<p2>", "<br>", "<li>", "<b>", "</b>", "<td>",
    "<i>", "&amp;",
    "&#65;",
  ]

  /// White space before the next text, as `HTMLText` collects it.
  private struct Writer {
    var text = ""
    var lineFeeds = 0
    var hasSpace = false

    mutating func write(_ part: String) {
      if !text.isEmpty {
        text += lineFeeds > 0 ? String(repeating: "\n", count: lineFeeds) : hasSpace ? " " : ""
      }
      (lineFeeds, hasSpace) = (0, false)
      text += part
    }
  }

  /// The text of parts of HTML.
  private func htmlReference(_ parts: [String]) -> String? {
    var writer = Writer()
    for part in parts {
      switch part {
      case "<p>", "</p>", "<P>", "</P>", "<p class=x>": writer.lineFeeds = max(writer.lineFeeds, 2)
      case "<br>": writer.lineFeeds = min(2, writer.lineFeeds + 1)
      case "<li>": writer.lineFeeds = max(writer.lineFeeds, 1)
      case "<td>": writer.hasSpace = true
      case "&amp;": writer.write("&")
      case "&#65;": writer.write("A")
      case _ where part.hasPrefix("<"): break
      case _ where Self.spaces.contains(part): writer.hasSpace = true
      default:
        for (index, word) in part.split(separator: " ").enumerated() {
          if index > 0 { writer.hasSpace = true }
          writer.write(String(word))
        }
        if part.hasSuffix(" ") { writer.hasSpace = true }
      }
    }
    return writer.text.isEmpty ? nil : writer.text
  }

  private func plainReference(_ text: String, keepsLines: Bool) -> String? {
    if keepsLines { return verbatimReference(text) }
    var writer = Writer()
    var newlines = 0
    for byte in text.unicodeScalars {
      if [" ", "\n", "\t", "\r", "\u{C}"].contains(byte) {
        if byte == "\n" { newlines += 1 }
        writer.hasSpace = true
        if newlines > 1 { writer.lineFeeds = 2 }
      } else {
        newlines = 0
        writer.write(String(byte))
      }
    }
    return writer.text.isEmpty ? nil : writer.text
  }

  /// All white space but that at the ends of lines, and line feeds before the text.
  private func verbatimReference(_ text: String) -> String? {
    let spaces: Set<Unicode.Scalar> = [" ", "\t", "\r", "\u{C}"]
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while let last = line.last, spaces.contains(last) { line.removeLast() }
      return String(
        String.UnicodeScalarView(line.map { spaces.contains($0) && $0 != "\t" ? " " : $0 }))
    }
    let filled = lines.indices.filter { !lines[$0].isEmpty }
    guard let first = filled.first, let last = filled.last else { return nil }
    return lines[first...last].joined(separator: "\n")
  }

  /// Calls a function with the bytes of a text at each of several alignments, followed by others.
  private func atAlignments(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    for offset in [0, 1, 7, 8, 13] {
      let memory = Array(String(repeating: "<", count: offset).utf8) + text.utf8 + Array(" <p>".utf8)
      memory.withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[offset..<offset + text.utf8.count]))
      }
    }
  }

  @Test func htmlEqualsALoopOverItsParts() {
    var random = SplitMix64(seed: 31)
    var scanner = HTMLText()
    for _ in 0..<20_000 {
      let parts = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        let list = [Self.words, Self.words, Self.spaces, Self.tags][Int.random(in: 0..<4, using: &random)]
        return list[Int.random(in: 0..<list.count, using: &random)]
      }
      let expected = htmlReference(parts)
      atAlignments(parts.joined()) {
        expect(scanner.text(of: $0, style: .blocks)?.string, equals: expected, "\(parts)")
      }
    }
  }

  @Test func plainTextEqualsALoopOverItsCharacters() {
    var random = SplitMix64(seed: 32)
    var scanner = HTMLText()
    for _ in 0..<10_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        let list = [Self.words, Self.spaces, Self.tags][Int.random(in: 0..<3, using: &random)]
        return list[Int.random(in: 0..<list.count, using: &random)]
      }.joined()
      for keepsLines in [false, true] {
        let expected = plainReference(text, keepsLines: keepsLines)
        atAlignments(text) {
          expect(
            scanner.plain($0, style: .blocks, keepsLines: keepsLines)?.string, equals: expected,
            "\(text.debugDescription)")
        }
      }
    }
  }

  @Test func spacesAreCollapsedAtEveryLength() {
    var scanner = HTMLText()
    for before in 0..<40 {
      for spaces in 0..<4 {
        for after in 0..<20 {
          let (first, last) = (String(repeating: "x", count: before), String(repeating: "y", count: after))
          let gap = spaces > 0 && before > 0 && after > 0 ? " " : ""
          let text = first + gap + last
          atAlignments(first + String(repeating: " ", count: spaces) + last) {
            expect(scanner.plain($0, style: .line)?.string, equals: text.isEmpty ? nil : text)
            expect(scanner.text(of: $0, style: .line)?.string, equals: text.isEmpty ? nil : text)
          }
        }
      }
    }
  }

  @Test func imagesReadInOnePassEqualTheOthers() throws {
    var random = SplitMix64(seed: 33)
    let names = [
      "src", "SRC", "src", "width", "Height", "height", "class", "srcset", "data-src", "data-original",
      "data-x",
      "alt", "srcs",
      "id",
    ]
    let values = [
      "a.png", "", " b.jpg ", "1", "2", "2px", "300", "x", "emoji", "a&amp;b.png", "javascript:x",
      "c.png 2x, d.png",
      "data:image/png;base64,AA", "https://host.example/data-srcset/a.png",
    ]
    var simpleCount = 0
    for _ in 0..<20_000 {
      var html = "<img"
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let value = values[Int.random(in: 0..<values.count, using: &random)]
        let quote = ["\"", "'", ""][Int.random(in: 0..<3, using: &random)]
        html += " " + names[Int.random(in: 0..<names.count, using: &random)]
        html += ["=", "=", "=", " = "][Int.random(in: 0..<4, using: &random)] + quote + value
        html += Int.random(in: 0..<20, using: &random) == 0 ? "" : quote
        if Int.random(in: 0..<9, using: &random) == 0 { html += " src" }
      }
      html += [">", "/>", " >"][Int.random(in: 0..<3, using: &random)]
      html.withUTF8 {
        guard let tag = HTMLTag.read(at: $0.baseAddress!, before: $0.baseAddress! + $0.count),
          let simple = ImageSources.simpleSource(of: tag)
        else { return }
        simpleCount += 1
        let expected = ImageSources.isDecoration(tag) ? nil : ImageSources.of(tag).first?.reference
        expect(simple, equals: expected, "\(String(decoding: $0, as: UTF8.self))")
      }
    }
    expect(simpleCount > 2_000)
  }
}
