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
  }

  /// Elements nested deeper contribute their text only.
  private static let depthLimit = 64

  private struct Frame {
    var name: String
    var children: [MathNode] = []
    /// The text of a token.
    var text = ""
    var attributes: [String: String] = [:]
    /// Whether the content is not shown: annotations and phantoms.
    var isHidden = false
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
        position = tag.end
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
      guard stack.count < Self.depthLimit else { return }
      finishText()
      var frame = Frame(name: name)
      for key in ["open", "close", "separators", "linethickness", "encoding"] as [StaticString]
      where tag.mentions(key) {
        frame.attributes[key.description] = tag.value(of: key)
      }
      frame.isHidden = name == "annotation" || name == "annotation-xml" || name == "mphantom"
      stack.append(frame)
      if tag.isSelfClosing { finishElement() }
    case .end:
      guard let index = stack.lastIndex(where: { $0.name == name }), index > 0 else { return }
      while stack.count > index { finishElement() }
    }
  }

  /// Turns text outside tokens into one.
  private mutating func finishText() {
    let last = stack.count - 1
    guard !stack[last].text.isEmpty else { return }
    let words = Self.collapsed(stack[last].text)
    stack[last].text = ""
    if !words.isEmpty { stack[last].children.append(.token(words, isOperator: false)) }
  }

  private mutating func finishElement() {
    let isToken = ["mi", "mn", "mo", "mtext", "ms"].contains(stack[stack.count - 1].name)
    if !isToken { finishText() }
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
      ? MathNode.token(Self.collapsed(frame.text), isOperator: frame.name == "mo")
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
