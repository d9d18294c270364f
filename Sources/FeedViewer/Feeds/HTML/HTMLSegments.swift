/// The parts of a text that are still to be read, where some of it is left out.
struct HTMLSegments {
  typealias Segment = Range<UnsafePointer<UInt8>>

  /// The segments to read after the current one, the next one last.
  private var rest: [(segment: Segment, depth: Int, isForeign: Bool)] = []
  /// The number of elements around the current position of which only parts are read.
  private var depth = 0
  /// Whether the current position is in a drawing, and not in HTML inside it.
  private(set) var isForeign = false
  /// Looking for parts inside parts takes time in proportion to this; deeper ones are not looked for.
  private static let depthLimit = 8

  var mayNest: Bool { depth < Self.depthLimit }

  mutating func reset() {
    if !rest.isEmpty { rest.removeAll(keepingCapacity: true) }
    depth = 0
    isForeign = false
  }

  /// Leaves out an element except for some parts of it.
  ///
  /// - Parameters:
  ///   - parts: In order, without overlap.
  ///   - next: The position after the element.
  ///   - end: The end of the current segment.
  ///   - isDrawing: Whether the parts are those of a drawing: texts, and objects that hold HTML.
  /// - Returns: What to read next.
  mutating func read(
    _ parts: [Segment], then next: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
    isDrawing: Bool = false
  ) -> Segment {
    guard !parts.isEmpty else { return next..<end }
    rest.append((next..<end, depth, isForeign))
    for part in parts.reversed() {
      let isText = isDrawing && ASCII.lowercased(part.lowerBound[1]) == UInt8(ascii: "t")
      rest.append((part, depth + 1, isDrawing ? isText : isForeign))
    }
    return take() ?? next..<end
  }

  /// The next segment; nil if there is none.
  mutating func take() -> Segment? {
    guard let last = rest.popLast() else { return nil }
    depth = last.depth
    isForeign = last.isForeign
    return last.segment
  }
}

/// What a browser shows of elements of which it does not show everything.
extension HTMLSkipper {
  /// The parts of an element, and the position after it.
  typealias Parts = (parts: [HTMLSegments.Segment], next: UnsafePointer<UInt8>)

  /// The elements inside an invisible one that are visible again (CSS 2.2, section 11.2).
  mutating func visibleParts(of tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Parts {
    parts(of: tag, before: end) { $0.names.contains(.style) && $0.inlineStyle.isVisible == true }
  }

  /// The elements inside one whose font has no size that are seen all the same: those with a size of their own, and pictures.
  mutating func sizedParts(of tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Parts {
    parts(of: tag, before: end) { HTMLElement.named($0.name) == .image || $0.hasTextSize == true }
  }

  /// The texts of a drawing (SVG 2, chapter 11), its pictures (section 12.3), its links (section 16.1), and HTML in it. Elements that only others draw,
  /// such as definitions, are no part of it (section 5.1.3), nor are those that say so (section 3.4).
  mutating func wordsOfDrawing(_ tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Parts {
    let names: Set<UInt64> = Self.drawnNames
    let hidden: Set<UInt64> = Self.undrawnNames
    var drawn = parts(of: tag, before: end) {
      let name = HTMLElement.identity($0.name)
      return names.contains(name) || hidden.contains(name) || $0.isUndrawn
    }
    drawn.parts.removeAll { part in
      guard let tag = HTMLTag.read(at: part.lowerBound, before: part.upperBound) else { return true }
      return hidden.contains(HTMLElement.identity(tag.name)) || tag.isUndrawn
    }
    return drawn
  }

  private static let drawnNames = HTMLElement.identities("text foreignobject image a")
  private static let undrawnNames = HTMLElement.identities(
    "clippath defs desc marker mask metadata pattern script style symbol title")

  /// The elements inside one that are read, with their tags.
  private mutating func parts(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>, where isRead: (HTMLTag) -> Bool
  ) -> Parts {
    var tags: [HTMLTag] = []
    let next = withoutActuallyEscaping(isRead) { isRead in
      self.end(of: tag, before: end) { if isRead($0) { tags.append($0) } }
    }
    var parts: [HTMLSegments.Segment] = []
    for tag in tags {
      let start = tag.name.baseAddress! - 1
      if let last = parts.last, start < last.upperBound { continue }
      parts.append(start..<max(tag.end, self.end(of: tag, before: next)))
    }
    return (parts, next)
  }

  /// The chosen option of a drop-down list, else its first one (HTML Living Standard, section 4.10.7); everything in a list
  /// that shows several.
  ///
  /// - Returns: The parts to read, and the label of the chosen option if it is shown instead.
  mutating func shownOptions(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> (found: Parts, label: String?) {
    let isList =
      tag.has("multiple") || (tag.value(of: "size").flatMap { WrittenNumber.amount($0) } ?? 1) > 1
    var options: [HTMLTag] = []
    let next = self.end(of: tag, before: end) {
      if HTMLControl.isOption($0) { options.append($0) }
    }
    if isList { return (([tag.end..<next], next), nil) }
    guard
      let shown = options.last(where: { $0.has("selected") }) ?? options.first(where: { !$0.has("disabled") })
        ?? options.first
    else { return (([], next), nil) }
    if let label = HTMLControl.label(of: shown) { return (([], next), label) }
    return (([content(of: shown, before: next)], next), nil)
  }

  /// What is between the tags of an element.
  private mutating func content(of tag: HTMLTag, before end: UnsafePointer<UInt8>) -> HTMLSegments.Segment {
    let next = max(tag.end, self.end(of: tag, before: end))
    var stop = next
    while stop > tag.end {
      stop -= 1
      guard stop.pointee == 0x3C else { continue }
      return tag.end..<(stop + 1 < next && stop[1] == 0x2F ? stop : next)
    }
    return tag.end..<next
  }
}

extension HTMLSkipper {
  /// What an embedded element names, and where reading goes on after its fallback content.
  struct Embedded {
    /// The start tags of what it may play, with their addresses as written.
    var sources: [(tag: HTMLTag, address: String)] = []
    var next: UnsafePointer<UInt8>
    /// Whether the element has no end tag, so that its content is read as if it were outside.
    var isUnclosed = false
  }

  /// Reads an `audio`, `video`, `object` or `applet` element. Its content is for programs that do not know the element, or
  /// can't show what it names, and is not shown (HTML Living Standard, sections 4.8.7 to 4.8.9). An object that names nothing
  /// is its content.
  mutating func embedded(_ tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Embedded {
    var found = Embedded(next: tag.end)
    let isObject = tag.name.equalsIgnoringCase("object") || tag.name.equalsIgnoringCase("applet")
    func add(_ tag: HTMLTag, _ names: StaticString...) {
      guard found.sources.count < ImageSources.limit else { return }
      let addresses = names.lazy.compactMap { tag.value(of: $0) }.filter {
        !$0.isEmpty && $0 != "about:blank"
      }
      if let address = addresses.first { found.sources.append((tag, address)) }
    }
    if isObject {
      add(tag, "data", "data-data", "data-src")
    } else {
      add(tag, "src", "data-src", "data-lazy-src")
    }
    var inner: [HTMLTag] = []
    found.next = self.end(of: tag, before: end, needsEndTag: true) { inner.append($0) }
    found.isUnclosed = found.next == tag.end && !tag.isSelfClosing
    guard !found.isUnclosed else { return found }
    for tag in inner where tag.name.equalsIgnoringCase(isObject ? "embed" : "source") {
      if !isObject || found.sources.isEmpty { add(tag, "src", "data-src") }
    }
    for tag in inner where isObject && found.sources.isEmpty && tag.name.equalsIgnoringCase("param") {
      switch tag.value(of: "name")?.lowercased() {
      case "movie", "src", "url", "filename", "flashvars-src": add(tag, "value")
      default: break
      }
    }
    if !isObject, found.sources.isEmpty, let link = inner.first(where: { $0.name.equalsIgnoringCase("a") }) {
      add(link, "href")
    }
    if isObject, found.sources.isEmpty { found.next = tag.end }
    return found
  }
}

extension HTMLTag {
  /// Whether an element of a drawing is not drawn, by its attributes or its style.
  fileprivate var isUndrawn: Bool {
    guard hasAttributes else { return false }
    if names.contains(.style), case InlineStyle.Display.none? = inlineStyle.display { return true }
    return mentions("display") && value(of: "display")?.lowercased() == "none"
  }
}
