/// The parts of a text that are still to be read, where some of it is left out.
struct HTMLSegments {
  typealias Segment = Range<UnsafePointer<UInt8>>

  /// The segments to read after the current one, the next one last.
  private var rest: [(segment: Segment, depth: Int, isForeign: Bool, isApart: Bool)] = []
  /// The number of elements around the current position of which only parts are read.
  private var depth = 0
  /// Whether the current position is in a drawing, and not in HTML inside it.
  private(set) var isForeign = false
  /// Whether the current position is apart from the text before it, as boxes and the texts of drawings are.
  private(set) var isApart = false
  /// Looking for parts inside parts takes time in proportion to this; deeper ones are not looked for.
  private static let depthLimit = 8

  var mayNest: Bool { depth < Self.depthLimit }

  mutating func reset() {
    if !rest.isEmpty { rest.removeAll(keepingCapacity: true) }
    depth = 0
    isForeign = false
    isApart = false
  }

  /// Leaves out an element except for some parts of it.
  ///
  /// - Parameters:
  ///   - parts: In order, without overlap.
  ///   - next: The position after the element.
  ///   - end: The end of the current segment.
  ///   - isDrawing: Whether the parts are those of a drawing: texts, and objects that hold HTML.
  ///   - areApart: Whether the parts stand apart from each other and from the text around.
  /// - Returns: What to read next.
  mutating func read(
    _ parts: [Segment], then next: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
    isDrawing: Bool = false, areApart: Bool
  ) -> Segment {
    isApart = false
    guard !parts.isEmpty else { return next..<end }
    rest.append((next..<end, depth, isForeign, areApart))
    for part in parts.reversed() {
      let isText = isDrawing && ASCII.lowercased(part.lowerBound[1]) == UInt8(ascii: "t")
      rest.append((part, depth + 1, isDrawing ? isText : isForeign, areApart))
    }
    return take() ?? next..<end
  }

  /// The next segment; nil if there is none.
  mutating func take() -> Segment? {
    guard let last = rest.popLast() else { return nil }
    depth = last.depth
    isForeign = last.isForeign
    isApart = last.isApart
    return last.segment
  }
}

/// What a browser shows of elements of which it does not show everything.
extension HTMLSkipper {
  /// The parts of an element, and the position after it.
  typealias Parts = (parts: [HTMLSegments.Segment], next: UnsafePointer<UInt8>)

  /// The elements inside an invisible one that are visible again (CSS 2.2, section 11.2).
  mutating func visibleParts(of tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Parts {
    parts(of: tag, before: end) { tag in
      let style = tag.inlineStyle
      if tag.isHidden(style) || style.hasTextSize == false { return .skipped }
      return style.isVisible == true ? .read : nil
    }
  }

  /// The elements inside one whose font has no size that are seen all the same: those with a size of their own, and pictures.
  mutating func sizedParts(of tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Parts {
    parts(of: tag, before: end) { tag in
      let style = tag.inlineStyle
      if tag.isHidden(style) || style.isVisible == false { return .skipped }
      return HTMLElement.named(tag.name) == .image || tag.hasTextSize == true ? .read : nil
    }
  }

  /// The texts of a drawing (SVG 2, chapter 11), its pictures (section 12.3), its links (section 16.1), and HTML in it. Elements that only others draw,
  /// such as definitions, are no part of it (section 5.1.3), nor are those that say so (section 3.4).
  mutating func wordsOfDrawing(_ tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Parts {
    parts(of: tag, before: end) { tag in
      let name = HTMLElement.identity(tag.name)
      if Self.undrawnNames.contains(name) || tag.isUndrawn { return .skipped }
      return Self.drawnNames.contains(name) ? .read : nil
    }
  }

  private static let drawnNames = HTMLElement.identities("text foreignobject image a")
  private static let undrawnNames = HTMLElement.identities(
    "clippath defs desc marker mask metadata pattern script style symbol title")

  /// What is done with an element inside one of which only parts are read.
  private enum Reading {
    case read
    /// With all inside it.
    case skipped
  }

  /// The elements inside one that are read, with their tags.
  ///
  /// - Parameter reading: Takes a start tag, and returns nil for an element that is searched for parts. Elements that are hidden
  ///   wherever they stand are none (HTML Living Standard, section 15.3.1).
  private mutating func parts(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>, where reading: (HTMLTag) -> Reading?
  ) -> Parts {
    var tags: [(tag: HTMLTag, reading: Reading)] = []
    let next = withoutActuallyEscaping(reading) { reading in
      self.end(of: tag, before: end) {
        let found = HTMLElement.named($0.name) == .hidden ? .skipped : reading($0)
        if let found { tags.append(($0, found)) }
      }
    }
    var parts: [HTMLSegments.Segment] = []
    var position = tag.end
    for (tag, reading) in tags {
      let start = tag.name.baseAddress! - 1
      if start < position { continue }
      position = max(tag.end, self.end(of: tag, before: next))
      if reading == .read { parts.append(start..<position) }
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
    var disabledGroups: [HTMLTag] = []
    let next = self.end(of: tag, before: end) {
      if HTMLControl.isOption($0) { options.append($0) }
      if $0.name.equalsIgnoringCase("optgroup"), $0.has("disabled") { disabledGroups.append($0) }
    }
    if isList { return (([tag.end..<next], next), nil) }
    // An option is disabled with its group (section 4.10.10).
    var disabled: ArraySlice<HTMLSegments.Segment> = []
    for group in disabledGroups where group.end >= disabled.last?.upperBound ?? group.end {
      disabled.append(group.end..<max(group.end, self.end(of: group, before: next)))
    }
    func isEnabled(_ option: HTMLTag) -> Bool {
      while let group = disabled.first, group.upperBound < option.end { disabled.removeFirst() }
      return !option.has("disabled") && disabled.first?.contains(option.end) != true
    }
    guard
      let shown = options.last(where: { $0.has("selected") }) ?? options.first(where: isEnabled)
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
      // What may not be opened is named by nobody.
      let addresses = names.lazy.compactMap { tag.value(of: $0) }.filter {
        !$0.isEmpty && $0 != "about:blank" && Reference.isSafe(CleanAddress.of($0))
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
  /// Whether an element of a drawing is not drawn, by its attributes or its style (SVG 2, sections 3.4 and 11.11).
  fileprivate var isUndrawn: Bool {
    guard hasAttributes else { return false }
    let style = inlineStyle
    if case InlineStyle.Display.none? = style.display { return true }
    if mentions("display"), value(of: "display")?.lowercased() == "none" { return true }
    // The attribute is weaker than the style (SVG 2, section 6.6).
    if let isVisible = style.isVisible { return !isVisible }
    guard mentions("visibility"), let visibility = value(of: "visibility")?.lowercased() else { return false }
    return ["hidden", "collapse"].contains(visibility)
  }
}
