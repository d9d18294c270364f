import CByteScans
import Glibc

/// Converts HTML to plain text and collects its images.
///
/// One pass over the bytes, no tree: scripts, styles, forms and embedded objects are removed with their content,
/// other tags are removed and their text kept, block elements become line feeds, and white space collapses outside
/// `pre` (formats.md, section 15).
struct HTMLText: ~Copyable {
  enum Style {
    /// Everything on one line.
    case line
    /// Line feeds between blocks, an empty line between paragraphs.
    case blocks
  }

  private var output = ByteBuffer()
  private var style = Style.blocks
  private var lineFeeds = 0
  private var hasSpace = false
  /// White space to write as it is, where lines and indents are kept: after the pending line feeds, else after the pending space.
  private var indent = ByteBuffer(capacity: 0)
  private var preformatted = 0
  /// Whether a `pre` was opened and nothing followed: a line feed is no part of its text then.
  private var isAtPreformattedStart = false
  private var skipper = HTMLSkipper()
  /// References to the images of the last text, in order, without trackers and emoji.
  private(set) var images: [String] = []
  /// The first `base` of the last text; nil if it has none.
  private(set) var base: String?

  /// The plain text of HTML; `nil` if it is empty. Valid until the next text.
  /// - Complexity: O(length).
  mutating func text(of input: UnsafeBufferPointer<UInt8>, style: Style) -> UnsafeBufferPointer<UInt8>? {
    begin(style, length: input.count)
    guard let base = input.baseAddress else { return nil }
    var position = base
    let end = base + input.count
    while position < end {
      let byte = position.pointee
      if byte > 0x3C {
        flushSpace()
        position = copyRun(from: position, before: end, stopsAtMarkup: true)
      } else if byte == 0x3C {
        position = markup(at: position, before: end)
      } else if byte == 0x26 {
        position = reference(at: position, before: end)
      } else if byte <= 0x20 {
        // Other control characters are removed.
        if ASCII.isSpace(byte) { space(byte) }
        position += 1
      } else {
        flushSpace()
        position = copyRun(from: position, before: end, stopsAtMarkup: true)
      }
    }
    return finish()
  }

  /// Plain text with its white space collapsed. With `blocks`, empty lines still separate paragraphs; with
  /// `keepsLines`, all white space is kept but at the ends of lines. Valid until the next text.
  mutating func plain(
    _ input: UnsafeBufferPointer<UInt8>, style: Style, keepsLines: Bool = false
  ) -> UnsafeBufferPointer<UInt8>? {
    begin(style, length: input.count)
    guard let base = input.baseAddress else { return nil }
    var position = base
    let end = base + input.count
    var newlines = 0
    while position < end {
      let byte = position.pointee
      if byte <= 0x20 {
        position += 1
        guard ASCII.isSpace(byte) else { continue }
        if byte == 0x0A { newlines += 1 }
        if keepsLines {
          keep(byte)
        } else {
          hasSpace = true
          if newlines > 1 { lineFeeds = 2 }
        }
        continue
      }
      newlines = 0
      flushSpace()
      position = copyRun(from: position, before: end, stopsAtMarkup: false)
    }
    return finish()
  }

  private mutating func begin(_ style: Style, length: Int) {
    output.clear()
    output.reserve(length + 16)
    if !images.isEmpty { images.removeAll() }
    if base != nil { base = nil }
    self.style = style
    lineFeeds = 0
    hasSpace = false
    indent.clear()
    preformatted = 0
    isAtPreformattedStart = false
    skipper.reset()
  }

  private func finish() -> UnsafeBufferPointer<UInt8>? {
    output.isEmpty || Self.isBlank(output.view) ? nil : output.view
  }

  /// Whether a short text is nothing but no-break and other spaces, and characters without width.
  private static func isBlank(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count < 64 else { return false }
    var index = 0
    while index < text.count {
      let rest = text.count - index
      switch text[index] {
      case 0x09, 0x0A, 0x20: index += 1
      // U+00A0 and U+00AD.
      case 0xC2 where rest > 1 && (text[index + 1] == 0xA0 || text[index + 1] == 0xAD): index += 2
      // U+2000 to U+200F, and U+2060.
      case 0xE2 where rest > 2 && text[index + 1] == 0x80 && text[index + 2] <= 0x8F: index += 3
      case 0xE2 where rest > 2 && text[index + 1] == 0x81 && text[index + 2] == 0xA0: index += 3
      // U+3000 and U+FEFF.
      case 0xE3 where rest > 2 && text[index + 1] == 0x80 && text[index + 2] == 0x80: index += 3
      case 0xEF where rest > 2 && text[index + 1] == 0xBB && text[index + 2] == 0xBF: index += 3
      default: return false
      }
    }
    return true
  }

  /// The words of the first picture in HTML that has any, else of the first video, sound or frame; nil if there are none.
  /// - Complexity: O(length).
  static func pictureWords(in input: UnsafeBufferPointer<UInt8>) -> String? {
    guard let base = input.baseAddress else { return nil }
    var position = base
    let end = base + input.count
    var embedded: String?
    func words(_ tag: HTMLTag, _ names: [StaticString]) -> String? {
      names.lazy.compactMap { tag.value(of: $0)?.trimmingSpaces }.first { !$0.isEmpty }
    }
    while position < end, let next = memchr(position, 0x3C, end - position) {
      position = UnsafePointer(next.assumingMemoryBound(to: UInt8.self))
      guard let tag = HTMLTag.read(at: position, before: end) else {
        position += 1
        continue
      }
      position = tag.end
      guard tag.kind == .start else { continue }
      if HTMLElement.named(tag.name) == .image {
        if let found = words(tag, ["alt", "title"]) { return found }
      } else if embedded == nil {
        let isEmbed = ["iframe", "video", "audio", "object", "embed"].contains {
          tag.name.equalsIgnoringCase($0)
        }
        if isEmbed { embedded = words(tag, ["title", "aria-label"]) }
      }
    }
    return embedded
  }

  @inline(__always)
  private mutating func space(_ byte: UInt8) {
    if preformatted > 0, style == .blocks {
      keep(byte)
    } else {
      hasSpace = true
    }
  }

  /// Keeps white space as it is, but at the ends of lines.
  private mutating func keep(_ byte: UInt8) {
    if byte != 0x0A {
      indent.append(byte == 0x09 ? 0x09 : 0x20)
    } else {
      if !isAtPreformattedStart { lineFeeds += 1 }
      indent.clear()
      hasSpace = false
    }
    isAtPreformattedStart = false
  }

  /// Writes the pending white space before the next character.
  @inline(__always)
  private mutating func flushSpace() {
    if lineFeeds == 0 && !hasSpace && indent.isEmpty { return }
    writeSpace()
  }

  private mutating func writeSpace() {
    if !output.isEmpty {
      if lineFeeds > 0 && style == .blocks {
        for _ in 0..<lineFeeds { output.append(0x0A) }
      } else if hasSpace || indent.isEmpty {
        output.append(0x20)
      }
    }
    output.append(indent.view)
    indent.clear()
    lineFeeds = 0
    hasSpace = false
    isAtPreformattedStart = false
  }

  /// Copies words and the single spaces between them, many bytes at a time, up to the next byte that needs
  /// processing: a control character, one of two spaces, or, if there is markup, `<` or `&`. The first byte must be
  /// none of these and no space.
  @inline(__always)
  private mutating func copyRun(
    from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, stopsAtMarkup: Bool
  ) -> UnsafePointer<UInt8> {
    output.reserve(end - start)
    var position = start
    var target = output.base + output.count
    var isRun = true
    if end - position > 64, WideScans.areAvailable {
      let run = copyWordRun(position, end - position, target, stopsAtMarkup)
      position += run.length
      target += run.length
      isRun = !run.isStopped
    }
    // One byte more is needed to find double spaces.
    while isRun, end - position > TextBlock.size {
      let block = TextBlock.load(position)
      let stop = TextBlock.runLength(block, at: position, stopsAtMarkup: stopsAtMarkup)
      TextBlock.store(block, at: target)
      position += stop
      target += stop
      isRun = stop == TextBlock.size
    }
    // The high bit is set if the previous byte was a space.
    var spaceBefore: UInt64 = 0
    while isRun {
      let word: UInt64
      let available = end - position
      if available >= 8 {
        word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
      } else {
        // Zero bytes after the end stop the run.
        word =
          end - start >= 8
          ? UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self) >> UInt64(64 - 8 * available)
          : HTMLText.lastBytes(position, available)
      }
      let spaces = WordSearch.exactMarks(0x20, in: word)
      var stops = WordSearch.controlMarks(in: word) | spaces & (spaces << 8 | spaceBefore)
      if stopsAtMarkup { stops |= WordSearch.marks(0x3C, in: word) | WordSearch.marks(0x26, in: word) }
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      let count = WordSearch.index(of: stops)
      position += count
      target += count
      isRun = count == 8
      spaceBefore = spaces >> 56
    }
    if target[-1] == 0x20 {
      // A trailing space becomes pending, because it is written only if text follows.
      target -= 1
      hasSpace = true
    }
    output.advance(to: target - output.base)
    return position
  }

  private static func lastBytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(start[index]) << UInt64(index * 8) }
    return word
  }

  private mutating func reference(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .text) else {
      flushSpace()
      output.append(0x26)
      return position + 1
    }
    if packed.length == 1, ASCII.isSpace(UInt8(truncatingIfNeeded: packed.bytes)) {
      space(UInt8(truncatingIfNeeded: packed.bytes))
    } else {
      flushSpace()
      output.append(packed)
    }
    return position + length
  }

  private mutating func markup(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if let length = HTMLText.paragraphTagLength(at: position, before: end) {
      lineFeeds = max(lineFeeds, 2)
      return position + length
    }
    guard let tag = HTMLTag.read(at: position, before: end) else {
      flushSpace()
      output.append(0x3C)
      return position + 1
    }
    switch tag.kind {
    case .other:
      return tag.end
    case .start, .end:
      let element = HTMLElement.named(tag.name)
      switch element {
      case .lineBreak where tag.kind == .start: lineFeeds = min(2, lineFeeds + 1)
      case .phrasing where tag.name.count == 4: note(base: tag)
      case .lineBreak, .phrasing: break
      case .block: lineFeeds = max(lineFeeds, 1)
      case .paragraph: lineFeeds = max(lineFeeds, 2)
      case .cell: hasSpace = true
      case .preformatted:
        lineFeeds = max(lineFeeds, 2)
        preformatted = max(0, preformatted + (tag.kind == .start ? 1 : -1))
        isAtPreformattedStart = tag.kind == .start
        indent.clear()
      case .image:
        if tag.kind == .start { note(tag) }
      case .dropped:
        hasSpace = true
        if tag.kind == .start, !tag.isSelfClosing { return skipper.end(of: tag, before: end) }
      case .container:
        hasSpace = true
        if tag.kind == .start, !tag.isSelfClosing {
          var pictures: [HTMLTag] = []
          let next = skipper.end(of: tag, before: end) { inner in
            if HTMLElement.named(inner.name) == .image { pictures.append(inner) }
          }
          for picture in pictures { note(picture) }
          return next
        }
      }
      return tag.end
    }
  }

  /// The length of `<p>` or `</p>`, the most frequent tags; nil for anything else.
  @inline(__always)
  private static func paragraphTagLength(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> Int? {
    guard end - position >= 4 else { return nil }
    let word = UInt32(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt32.self))
    // Without the bit in which upper and lower case differ.
    if word & 0xFF_DFFF == 0x3E_503C { return 3 }
    return word & 0xFFDF_FFFF == 0x3E50_2F3C ? 4 : nil
  }

  /// Takes the base of the document from its first `base` element with an address (HTML Living Standard, 4.2.3).
  private mutating func note(base tag: HTMLTag) {
    guard base == nil, tag.kind == .start, tag.name.equalsIgnoringCase("base"),
      let address = tag.value(of: "href").map(CleanAddress.of), !address.isEmpty
    else { return }
    base = address
  }

  /// Collects the reference of an image unless it is a tracker (1×1) or an emoji.
  private mutating func note(_ tag: HTMLTag) {
    guard images.count < 16 else { return }
    if let reference = ImageSources.simpleSource(of: tag) {
      if let reference { images.append(reference) }
    } else if !ImageSources.isDecoration(tag), let source = ImageSources.of(tag).first {
      images.append(source.reference)
    }
  }
}
