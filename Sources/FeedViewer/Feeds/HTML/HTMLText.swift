import FeedViewerCByteScans
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
  private var preformatted = 0
  private var skipper = HTMLSkipper()
  /// References to the images of the last text, in order, without trackers and emoji.
  private(set) var images: [String] = []

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
  /// `keepsLines`, all line breaks are kept. Valid until the next text.
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
        hasSpace = true
        if newlines > 1 || keepsLines { lineFeeds = min(2, newlines) }
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
    self.style = style
    lineFeeds = 0
    hasSpace = false
    preformatted = 0
    skipper.reset()
  }

  private func finish() -> UnsafeBufferPointer<UInt8>? { output.isEmpty ? nil : output.view }

  @inline(__always)
  private mutating func space(_ byte: UInt8) {
    if preformatted > 0, style == .blocks {
      if byte == 0x0A { lineFeeds = min(2, lineFeeds + 1) } else { hasSpace = true }
    } else {
      hasSpace = true
    }
  }

  /// Writes the pending white space before the next character.
  @inline(__always)
  private mutating func flushSpace() {
    if lineFeeds == 0 && !hasSpace { return }
    if !output.isEmpty {
      if lineFeeds > 0 && style == .blocks {
        for _ in 0..<lineFeeds { output.append(0x0A) }
      } else {
        output.append(0x20)
      }
    }
    lineFeeds = 0
    hasSpace = false
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
      case .lineBreak, .phrasing: break
      case .block: lineFeeds = max(lineFeeds, 1)
      case .paragraph: lineFeeds = max(lineFeeds, 2)
      case .cell: hasSpace = true
      case .preformatted:
        lineFeeds = max(lineFeeds, 2)
        preformatted = max(0, preformatted + (tag.kind == .start ? 1 : -1))
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
