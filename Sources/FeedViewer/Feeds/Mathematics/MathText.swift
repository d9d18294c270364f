/// Converts the presentation elements of MathML to linear text: `(a + b)/2`, `√x`, and sub- and superscripts as spans.
///
/// One pass with a bounded stack. Each element becomes a `Node` when it ends.
struct MathText {
  enum Level {
    case base, `subscript`, superscript
  }

  struct Span: Equatable {
    var text: String
    var level = Level.base
    /// The address of the link around, as written.
    var link: String?
  }

  /// Elements nested deeper contribute their text only.
  private static let depthLimit = 64

  private struct Frame {
    var name: String
    var children: [MathNode] = []
    /// The text of a token.
    var text = ""
    var attributes: [String: String] = [:]
    /// The address of the link in or around it, which MathML 3 lets any element have (section 2.1.6).
    var link: String?
    /// Whether the content is not shown: annotations, phantoms, and what its style or attributes hide.
    var isHidden = false

    /// Whether it is a token, whose content is text, with markup of HTML in it (MathML Core, section 2.2.1).
    var isToken: Bool { ["mi", "mn", "mo", "mtext", "ms"].contains(name) }
  }

  private var stack = [Frame(name: "math")]
  /// The first annotation in TeX, which stands for a formula without another text.
  private var source: String?

  /// - Parameter content: The text between the tags of a `<math>` element; the end tag may be included.
  /// - Complexity: O(length · nesting depth), where the depth is at most 64.
  static func spans(of content: UnsafeBufferPointer<UInt8>) -> [Span] {
    var text = MathText()
    text.read(content)
    while text.stack.count > 1 { text.finishElement() }
    text.finishText()
    let spans = MathNode.row(text.stack[0].children).spans
    return spans.isEmpty ? text.source.map { [Span(text: $0)] } ?? [] : spans
  }

  private mutating func read(_ input: UnsafeBufferPointer<UInt8>) {
    guard var position = input.baseAddress else { return }
    let end = position + input.count
    while position < end {
      if position.pointee == 0x3C, let data = HTMLRawText(characterDataAt: position, before: end) {
        append(UnsafeBufferPointer(start: data.position, count: data.end - data.position).string)
        position = data.nextTag
      } else if position.pointee == 0x3C, let tag = HTMLTag.read(at: position, before: end) {
        read(tag)
        position =
          HTMLSkipper.isRaw(tag.name) && tag.kind == .start
          ? HTMLSkipper.rawText(of: tag, before: end).next : tag.end
      } else if position.pointee == 0x26,
        let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .text)
      {
        let bytes = (0..<packed.length).map { UInt8(truncatingIfNeeded: packed.bytes >> UInt64($0 * 8)) }
        append(String(decoding: bytes, as: UTF8.self))
        position += length
      } else {
        let start = position
        repeat { position += 1 } while position < end && position.pointee != 0x3C && position.pointee != 0x26
        append(UnsafeBufferPointer(start: start, count: position - start).string)
      }
    }
  }

  private mutating func append(_ text: String) { stack[stack.count - 1].text += text }

  private mutating func read(_ tag: HTMLTag) {
    let name = tag.name.string.lowercased()
    switch tag.kind {
    case .other: break
    case .start:
      let isHidden = !tag.names.isEmpty && Self.isHidden(tag)
      if stack[stack.count - 1].isToken, name != "math", !isHidden { return readInToken(tag, name) }
      guard stack.count < Self.depthLimit, !HTMLElement.isVoid(HTMLElement.identity(tag.name)),
        !HTMLSkipper.isRaw(tag.name)
      else { return }
      if !stack[stack.count - 1].isToken || name == "math" { finishText() }
      var frame = Frame(name: name)
      frame.link = Self.link(of: tag) ?? stack[stack.count - 1].link
      for key in ["open", "close", "separators", "linethickness", "encoding"] as [StaticString]
      where tag.mentions(key) {
        frame.attributes[key.description] = tag.value(of: key)
      }
      frame.isHidden = isHidden || name == "annotation" || name == "annotation-xml" || name == "mphantom"
      stack.append(frame)
      if tag.isSelfClosing { finishElement() }
    case .end:
      guard let index = stack.lastIndex(where: { $0.name == name }), index > 0 else { return }
      while stack.count > index { finishElement() }
    }
  }

  /// Reads a tag of HTML in a token: only its text, its links and the words of its pictures are left.
  private mutating func readInToken(_ tag: HTMLTag, _ name: String) {
    switch HTMLElement.named(tag.name) {
    case .image: append(tag.wordsWithoutPicture ?? "")
    case .lineBreak: append(" ")
    case .phrasing where name == "a":
      if let address = Self.link(of: tag) { stack[stack.count - 1].link = address }
    default: break
    }
  }

  /// Every part of a formula has its own copy of the target, so that longer addresses are not kept.
  private static let longestLink = 2_048

  private static func link(of tag: HTMLTag) -> String? {
    guard tag.mentions("href"), let address = tag.value(of: "href"), address.utf8.count <= longestLink else {
      return nil
    }
    return address
  }

  private static func isHidden(_ tag: HTMLTag) -> Bool {
    let style = tag.inlineStyle
    return tag.isHidden(style) || style.isVisible == false
  }

  /// Turns text outside tokens into one.
  private mutating func finishText() {
    let last = stack.count - 1
    guard !stack[last].text.isEmpty else { return }
    let words = Self.collapsed(stack[last].text)
    stack[last].text = ""
    if !words.isEmpty {
      stack[last].children.append(.token(words, isOperator: false, link: stack[last].link))
    }
  }

  private mutating func finishElement() {
    let isToken = stack[stack.count - 1].isToken
    if !isToken || !stack[stack.count - 1].children.isEmpty { finishText() }
    let frame = stack.removeLast()
    guard !frame.isHidden else {
      if frame.name == "annotation", source == nil,
        frame.attributes["encoding"]?.lowercased().hasSuffix("tex") == true,
        let child = frame.children.first, !child.isEmpty
      {
        source = child.spans.map(\.text).joined()
      }
      return
    }
    let node =
      isToken && frame.children.isEmpty
      ? MathNode.token(Self.collapsed(frame.text), isOperator: frame.name == "mo", link: frame.link)
      : Self.node(frame.name, frame.children, frame.attributes)
    stack[stack.count - 1].children.append(node)
  }

  private static func collapsed(_ text: String) -> String {
    text.split { $0.isWhitespace && $0 != "\u{A0}" }.joined(separator: " ")
  }

  /// The text of an element that is not a token.
  private static func node(
    _ name: String, _ children: [MathNode], _ attributes: [String: String]
  ) -> MathNode {
    func child(_ index: Int) -> MathNode { index < children.count ? children[index] : MathNode() }
    switch name {
    case "mfrac":
      let isStacked = attributes["linethickness"].map { $0.hasPrefix("0") } ?? false
      return .fraction(child(0), child(1), sign: isStacked ? "¦" : "/")
    case "msqrt": return .root(.row(children))
    case "mroot": return .root(child(0), index: child(1))
    case "msub", "munder": return child(0).with(child(1), .subscript)
    case "msup": return child(0).with(child(1), .superscript)
    case "mover": return child(0).accented(child(1)) ?? child(0).with(child(1), .superscript)
    case "msubsup", "munderover":
      return child(0).with(child(1), .subscript).with(child(2), .superscript)
    case "mmultiscripts": return .multiscripts(children)
    case "mprescripts": return MathNode(marker: .prescripts)
    case "mfenced":
      return .fenced(
        children, open: attributes["open"] ?? "(", close: attributes["close"] ?? ")",
        separators: attributes["separators"] ?? ",")
    case "mtable": return .joined(children, separator: "; ")
    case "mtr", "mlabeledtr": return .joined(children, separator: ", ")
    case "maction": return child(0)
    default: return .row(children)
    }
  }
}
