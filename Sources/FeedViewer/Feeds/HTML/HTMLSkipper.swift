import Glibc

/// Finds the ends of HTML elements whose content is not shown as it stands.
struct HTMLSkipper {
  /// Names whose end tag was not found before. Without this memory, a text of nothing but `<object>` tags would be
  /// searched to its end for each of them.
  private var unclosed: [UInt64] = []
  /// Whether the last element that was looked for formats text and goes on after the one around it (HTML Living Standard, section
  /// 13.2.4.3).
  private(set) var goesOn = false
  /// Elements nested deeper are not told apart.
  private static let depthLimit = 256

  mutating func reset() {
    if !unclosed.isEmpty { unclosed.removeAll(keepingCapacity: true) }
  }

  /// The position after an element.
  ///
  /// An end tag ends the innermost open element of its name, and all inside it (HTML Living Standard, section 13.2.6.4.7).
  /// Scripts and the like are passed as the raw text they are. What is never closed ends with the element around it: with
  /// the end tag of a block that was not opened inside, with a start tag that implies the end, or with the text.
  ///
  /// - Parameters:
  ///   - needsEndTag: Whether only the start tag counts if there is no end tag: so that one missing end tag of a video
  ///     does not hide the rest of an article.
  ///   - around: The elements around that end tags can end, if they are known. An end tag of another one is ignored.
  ///   - found: Called with each start tag inside, if given.
  /// - Complexity: O(length of the content).
  mutating func end(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>, needsEndTag: Bool = false, around: [UInt64]? = nil,
    found: ((HTMLTag) -> Void)? = nil
  ) -> UnsafePointer<UInt8> {
    let name = HTMLElement.identity(tag.name)
    let isForeign = Self.implied.foreign.contains(name)
    goesOn = false
    if tag.isSelfClosing || HTMLElement.isVoid(name) { return tag.end }
    if HTMLSkipper.isRaw(tag.name) { return HTMLSkipper.rawText(of: tag, before: end).next }
    if needsEndTag, unclosed.contains(name) { return tag.end }
    var open = [name]
    var position = tag.end
    scan: while position < end, let bracket = memchr(position, 0x3C, end - position) {
      position = UnsafePointer(bracket.assumingMemoryBound(to: UInt8.self))
      guard let inner = HTMLTag.read(at: position, before: end) else {
        position += 1
        continue
      }
      let identity = HTMLElement.identity(inner.name)
      // Only where the innermost element is not one of HTML, which only integration points hold.
      let isInForeign = isForeign && !open.dropLast().contains(where: Self.implied.integrationPoints.contains)
      switch inner.kind {
      case .other:
        let data = isInForeign ? HTMLRawText(characterDataAt: position, before: end) : nil
        position = data?.nextTag ?? inner.end
      case .start:
        if !needsEndTag,
          Self.implied.ends(open, by: identity) || endsCell(around, open, by: identity)
            || endsParagraph(around, open, by: identity)
        {
          return position
        }
        if isForeign, HTMLElement.endsForeignContent(identity),
          !open.contains(where: Self.implied.integrationPoints.contains)
        {
          return position
        }
        found?(inner)
        // Elements of drawings and formulas with the same names have markup in them.
        let isRaw = HTMLSkipper.isRaw(inner.name) && !isInForeign
        // A form in a form is ignored (section 13.2.6.4.7).
        let isIgnored =
          identity == Self.implied.form && (open.contains(identity) || around?.contains(identity) == true)
        position = isRaw ? HTMLSkipper.rawText(of: inner, before: end).next : inner.end
        if !inner.isSelfClosing, !HTMLElement.isVoid(identity), !isRaw, !isIgnored,
          open.count < Self.depthLimit
        {
          open.append(identity)
        }
      case .end:
        for index in open.indices.reversed() {
          if open[index] == identity {
            if identity == Self.implied.form {
              Self.implied.endForm(at: index, of: &open)
              if open.isEmpty { return inner.end }
              position = inner.end
              continue scan
            }
            if isOrdinary(identity), open[(index + 1)...].contains(where: HTMLElement.isSpecial) { break }
            if index == 0 { return inner.end }
            open.removeLast(open.count - index)
            position = inner.end
            continue scan
          }
          if Self.implied.stops(identity, at: open[index]) {
            position = inner.end
            continue scan
          }
        }
        if !needsEndTag, ends(around, open, by: inner.name, identity) {
          goesOn = HTMLElement.isFormatting(name) && !Self.implied.scopes.contains(identity)
          return position
        }
        position = inner.end
      }
    }
    guard needsEndTag else { return end }
    unclosed.append(name)
    return tag.end
  }

  /// Whether an end tag does not reach over special elements (section 13.2.6.4.7: any other end tag).
  private func isOrdinary(_ identity: UInt64) -> Bool {
    !HTMLElement.isSpecial(identity) && !HTMLElement.isFormatting(identity)
  }

  /// Whether the end tag of an element that was not opened inside is that of one around. Where these are not known, that of
  /// a block is: blocks are rarely closed twice.
  private func ends(
    _ around: [UInt64]?, _ open: [UInt64], by name: UnsafeBufferPointer<UInt8>, _ identity: UInt64
  ) -> Bool {
    if let around {
      return around.contains(identity) && identity != Self.implied.form
        && (HTMLElement.isSpecial(identity) || !open.contains(where: HTMLElement.isSpecial))
    }
    return switch HTMLElement.named(name) {
    case .block, .cell, .dialog: true
    case .paragraph: name.count > 1
    default: false
    }
  }

  /// Whether a start tag ends the paragraph around, and so the element in it (section 13.2.6.4.7: closing a `p` element); one that
  /// formats text goes on in what follows.
  private func endsParagraph(_ around: [UInt64]?, _ open: [UInt64], by start: UInt64) -> Bool {
    let implied = Self.implied
    guard implied.blocks.contains(start), let around, let p = around.firstIndex(of: implied.p),
      !HTMLElement.isFormatting(open[0])
    else { return false }
    return !around[..<p].contains(implied.button)
      && !open.contains { $0 == implied.p || $0 == implied.button || implied.scopes.contains($0) }
  }

  /// Whether a start tag ends the cell in which the element stands (section 13.2.6.4.15).
  private func endsCell(_ around: [UInt64]?, _ open: [UInt64], by start: UInt64) -> Bool {
    let implied = Self.implied
    guard implied.tableParts.contains(start), start != implied.table,
      !open.contains(where: { implied.tableParts.contains($0) || $0 == implied.template })
    else { return false }
    return around?.contains(where: implied.cells.contains) ?? true
  }

  // MARK: Annotations

  private static let rubyNames = HTMLElement.identities("ruby rb rt rtc rp")

  /// Longer texts are no parentheses, in bytes.
  private static let longestParenthesis = 64

  /// The end of the content of an `rt` element if it is empty, or of the one before which an `rp` stands: then there is nothing to
  /// put in parentheses (HTML Living Standard, section 4.5.14). Nil if it has content.
  ///
  /// - Complexity: O(length of the annotation and the tags before it).
  static func endOfEmptyAnnotation(
    _ tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var position = tag.end
    if tag.name.equalsIgnoringCase("rp") {
      // The parenthesis, its end tag, if any, and the annotation.
      let limit = min(end, position + longestParenthesis)
      while position < limit, position.pointee != 0x3C { position += 1 }
      guard position < limit, var next = HTMLTag.read(at: position, before: end) else { return nil }
      if next.kind == .end, next.name.equalsIgnoringCase("rp") {
        position = next.end
        while position < end, ASCII.isSpace(position.pointee) { position += 1 }
        guard position < end, let following = HTMLTag.read(at: position, before: end) else { return nil }
        next = following
      }
      guard next.kind == .start, next.name.equalsIgnoringCase("rt") else { return nil }
      position = next.end
    }
    while position < end {
      if ASCII.isSpace(position.pointee) {
        position += 1
        continue
      }
      guard position.pointee == 0x3C, let next = HTMLTag.read(at: position, before: end) else { return nil }
      if Self.rubyNames.contains(HTMLElement.identity(next.name)) { return position }
      guard next.kind == .other || HTMLElement.named(next.name) == .phrasing else { return nil }
      position = next.end
    }
    return end
  }

  // MARK: Raw text

  /// Whether the content of an element has no markup.
  static func isRaw(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch HTMLElement.named(name) {
    case .rawText, .textArea, .rawPreformatted: true
    default: false
    }
  }

  /// The content of an element without markup, and the position after its end tag; both are the end of the text if there is
  /// none (HTML Living Standard, sections 13.2.5.1 to 13.2.5.5).
  static func rawText(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> (content: UnsafeBufferPointer<UInt8>, next: UnsafePointer<UInt8>) {
    func content(to stop: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: tag.end, count: stop - tag.end)
    }
    // Feeds are XML, too, where an element may end with its start tag.
    if tag.isSelfClosing { return (content(to: tag.end), tag.end) }
    // Nothing ends plain text.
    if tag.name.equalsIgnoringCase("plaintext") { return (content(to: end), end) }
    let isScript = tag.name.equalsIgnoringCase("script")
    // The end of a `<!--` in a script, in which a nested script does not end it (sections 13.2.5.15 to 13.2.5.31).
    var isEscaped = false
    var isNested = false
    var position = tag.end
    while position < end {
      if isScript, isEscaped, position.pointee == 0x2D, position + 2 < end, position[1] == 0x2D,
        position[2] == 0x3E
      {
        (isEscaped, isNested) = (false, false)
      }
      guard position.pointee == 0x3C else {
        if isScript, isEscaped {
          position += 1
        } else if let found = memchr(position, 0x3C, end - position) {
          position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
        } else {
          break
        }
        continue
      }
      let rest = end - position
      if rest >= 2, position[1] == 0x2F, names(position + 2, before: end, tag.name) {
        if !isNested {
          let close = HTMLTag.read(at: position, before: end)
          return (content(to: position), close?.end ?? end)
        }
        isNested = false
      } else if isScript, rest >= 4, position[1] == 0x21, position[2] == 0x2D, position[3] == 0x2D {
        isEscaped = true
      } else if isScript, isEscaped, names(position + 1, before: end, tag.name) {
        isNested = true
      }
      position += 1
    }
    return (content(to: end), end)
  }

  /// Whether a name stands somewhere, and nothing follows that is a part of it.
  private static func names(
    _ position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard end - position > name.count, HTMLTag.sameName(position, name) else { return false }
    let next = position[name.count]
    return next == 0x3E || next == 0x2F || ASCII.isSpace(next)
  }

  // MARK: Implied ends

  private static let implied = ImpliedEnds()
}

/// Which start tags end an element (HTML Living Standard, section 13.1.2.4).
private struct ImpliedEnds {
  /// Elements that end tags outside do not end.
  let scopes = HTMLElement.identities(
    "applet caption html table td th marquee object template foreignobject desc")
  let tableParts = HTMLElement.identities("table caption thead tbody tfoot tr td th")
  let template = HTMLElement.identity("template")
  let form = HTMLElement.identity("form")
  let table = HTMLElement.identity("table")
  let cells = HTMLElement.identities("caption td th")
  /// Drawings and formulas, and the texts of drawings.
  let foreign = HTMLElement.identities("svg math text")
  /// Elements of drawings and formulas with HTML inside (section 13.2.6).
  let integrationPoints = HTMLElement.identities("foreignobject desc title mi mo mn ms mtext annotation-xml")
  let blocks = HTMLElement.identities(
    """
    address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 \
    h6 header hgroup hr main menu nav ol p plaintext pre listing search section summary table ul xmp dd dt li
    """)
  private let headings = HTMLElement.identities("h1 h2 h3 h4 h5 h6")
  private let omittedEnds = HTMLElement.identities("dd dt li optgroup option p rb rp rt rtc")
  private let lists = HTMLElement.identities("ul ol menu dir dl")
  private let tables = HTMLElement.identities("table template")
  private let orderedLists = HTMLElement.identities("ol ul")
  private let li = HTMLElement.identity("li")
  let p = HTMLElement.identity("p")
  let button = HTMLElement.identity("button")
  /// By the element: the start tags that end it.
  private let ends: [UInt64: Set<UInt64>]

  init() {
    var ends: [UInt64: Set<UInt64>] = [:]
    for (names, starts) in [
      ("li", "li"), ("dt dd", "dt dd"), ("h1 h2 h3 h4 h5 h6", "h1 h2 h3 h4 h5 h6"),
      ("caption", "caption col colgroup tbody td tfoot th thead tr"), ("option", "option optgroup hr"),
      ("optgroup", "optgroup hr"),
      ("td th", "td th tr thead tbody tfoot"), ("tr", "tr thead tbody tfoot"),
      ("thead tbody tfoot", "thead tbody tfoot"), ("select", "input keygen textarea"),
      ("rt rp rb", "rt rp rb rtc"), ("a", "a"), ("nobr", "nobr"), ("button", "button"),
    ] {
      for name in HTMLElement.identities(names) { ends[name] = HTMLElement.identities(starts) }
    }
    self.ends = ends
  }

  /// Removes a form, which ends without what is open inside it, but for elements whose end tags can be omitted (section 13.2.6.4.7:
  /// the end tag of `form`).
  func endForm(at index: Int, of open: inout [UInt64]) {
    while open.count > index + 1, omittedEnds.contains(open[open.count - 1]) { open.removeLast() }
    open.remove(at: index)
  }

  /// Whether an end tag does not reach over an open element (section 13.2.4.2: particular scopes).
  func stops(_ end: UInt64, at open: UInt64) -> Bool {
    if (end == li && orderedLists.contains(open)) || (end == p && open == button) { return true }
    return end != template && scopes.contains(open) && !tableParts.contains(end)
  }

  /// Whether a start tag ends the outermost of some open elements.
  func ends(_ open: [UInt64], by start: UInt64) -> Bool {
    if open[0] == p {
      return blocks.contains(start)
        && !open.dropFirst().contains { $0 == button || blocks.contains($0) || scopes.contains($0) }
    }
    guard let starts = ends[open[0]], starts.contains(start) else { return false }
    // A heading ends the one that it stands in, if it stands in nothing else.
    if headings.contains(start) { return open.count == 1 }
    // Rows and cells belong to the innermost table.
    if tableParts.contains(open[0]) { return !open.dropFirst().contains { tables.contains($0) } }
    return !open.dropFirst().contains { lists.contains($0) || scopes.contains($0) }
  }
}
