/// A part of a formula as linear text.
struct MathNode {
  enum Marker {
    case none, `operator`, prescripts
  }

  var spans: [MathText.Span] = []
  /// Whether the text can be a part of a larger one without parentheses.
  var isAtomic = true
  var marker = Marker.none

}

extension MathNode {
  private init(_ text: String, isAtomic: Bool = true, link: String? = nil) {
    self.init(spans: text.isEmpty ? [] : [MathText.Span(text: text, link: link)], isAtomic: isAtomic)
  }

  /// An identifier, number, text or operator.
  static func token(_ text: String, isOperator: Bool, link: String? = nil) -> MathNode {
    var node = MathNode(text, isAtomic: isOperator || !text.contains(" "), link: link)
    if isOperator { node.marker = .operator }
    return node
  }

  var isEmpty: Bool { spans.isEmpty }

  private var text: String { spans.map(\.text).joined() }

  private var inParentheses: MathNode { isAtomic ? self : MathNode("(") + self + MathNode(")") }

  static func + (first: MathNode, second: MathNode) -> MathNode {
    var result = first
    result.append(second.spans)
    return result
  }

  private mutating func append(_ added: [MathText.Span]) {
    for span in added where !span.text.isEmpty {
      let last = spans.count - 1
      if last >= 0, spans[last].level == span.level, spans[last].link == span.link {
        // In place: the last span may be long.
        spans[last].text += span.text
      } else {
        spans.append(span)
      }
    }
  }

  private mutating func append(_ text: String) { append([MathText.Span(text: text)]) }

  // MARK: Rows

  private static let spaced = Set("+-−±∓=≠<>≤≥≪≫≈≡∼≃≅∝×÷⋅·∗*∘⊕⊗→←↔⇒⇐⇔↦∈∉∋⊂⊃⊆⊇∪∩∧∨∣∥:")
  private static let openings = Set("([{⟨⌈⌊‖")
  private static let closings = Set(")]}⟩⌉⌋‖!")
  private static let separators = Set(",;")
  /// Function application; invisible times, comma and plus.
  private static let invisible = Set("\u{2061}\u{2062}\u{2063}\u{2064}")

  /// The nodes one after the other, with spaces around operators between operands.
  static func row(_ nodes: [MathNode]) -> MathNode {
    let nodes = nodes.filter { !$0.isEmpty }
    guard nodes.count != 1 else { return nodes[0] }
    var result = MathNode()
    var followsOperand = false
    var needsSpace = false
    for node in nodes {
      let character = node.marker == .operator ? node.spans[0].text.first : nil
      let isSymbol = character.map { node.spans[0].text == String($0) } ?? false
      if isSymbol, let character, invisible.contains(character) {
        needsSpace = character == "\u{2061}"
      } else if isSymbol, let character, spaced.contains(character) {
        result.append(followsOperand ? " \(character) " : String(character))
        followsOperand = false
        needsSpace = false
      } else if isSymbol, let character, separators.contains(character) {
        result.append("\(character) ")
        followsOperand = false
        needsSpace = false
      } else if isSymbol, let character, openings.contains(character) {
        result.append(String(character))
        followsOperand = false
        needsSpace = false
      } else {
        if followsOperand, needsSpace || result.needsSpace(before: node) { result.append(" ") }
        result.append(node.spans)
        needsSpace = false
        followsOperand = node.marker != .operator || character.map(closings.contains) ?? false
      }
    }
    result.isAtomic = isEnclosed(nodes)
    while let last = result.spans.last, last.level == .base, last.text.hasSuffix(" ") {
      result.spans[result.spans.count - 1].text.removeLast()
      if result.spans[result.spans.count - 1].text.isEmpty { result.spans.removeLast() }
    }
    return result
  }

  /// Whether one pair of brackets encloses all.
  private static func isEnclosed(_ nodes: [MathNode]) -> Bool {
    guard nodes.count > 1 else { return true }
    var depth = 0
    for (index, node) in nodes.enumerated() {
      if node.marker == .operator, node.text.count == 1, let character = node.text.first {
        if openings.contains(character) { depth += 1 } else if closings.contains(character) { depth -= 1 }
      }
      if depth <= 0, index < nodes.count - 1 { return false }
    }
    return depth == 0
  }

  /// Whether words would run into each other, as in `sin x`.
  private func needsSpace(before next: MathNode) -> Bool {
    guard next.marker != .operator, let last = spans.last?.text, let first = next.spans.first?.text,
      last.last?.isLetter == true, first.first?.isLetter == true || first.first?.isNumber == true
    else { return false }
    return last.reversed().prefix { $0.isLetter }.count > 1 || first.prefix { $0.isLetter }.count > 1
  }

  static func joined(_ nodes: [MathNode], separator: String) -> MathNode {
    var result = MathNode()
    for (index, node) in nodes.enumerated() {
      if index > 0 { result.append(separator) }
      result.append(node.spans)
    }
    result.isAtomic = nodes.count < 2 && nodes.allSatisfy(\.isAtomic)
    return result
  }

  static func fenced(_ nodes: [MathNode], open: String, close: String, separators: String) -> MathNode {
    let signs = separators.filter { !$0.isWhitespace }
    var result = MathNode(open)
    for (index, node) in nodes.enumerated() {
      if index > 0, let last = signs.last {
        let sign = index <= signs.count ? signs[signs.index(signs.startIndex, offsetBy: index - 1)] : last
        result.append("\(sign) ")
      }
      result.append(node.spans)
    }
    result.append(close)
    return result
  }

  // MARK: Fractions and roots

  static func fraction(_ upper: MathNode, _ lower: MathNode, sign: String) -> MathNode {
    var result = upper.inParentheses + MathNode(sign) + lower.inParentheses
    result.isAtomic = false
    result.marker = .none
    return result
  }

  static func root(_ base: MathNode, index: MathNode = MathNode()) -> MathNode {
    switch index.text {
    case "", "2": MathNode("√") + base.inParentheses
    case "3": MathNode("∛") + base.inParentheses
    case "4": MathNode("∜") + base.inParentheses
    default: MathNode().with(index, .superscript) + MathNode("√") + base.inParentheses
    }
  }

  // MARK: Scripts

  /// The node followed by a script. Scripts of scripts are written with `^` and `_`.
  func with(_ script: MathNode, _ level: MathText.Level) -> MathNode {
    var result = marker == .operator ? self : inParentheses
    if !script.isEmpty { result.append([MathText.Span(text: script.flattened, level: level)]) }
    // `∑` with limits is no longer a sign between operands.
    result.marker = .none
    return result
  }

  private var flattened: String {
    var result = ""
    for span in spans {
      let body = span.text.count > 1 && span.level != .base ? "(\(span.text))" : span.text
      switch span.level {
      case .base: result += body
      case .subscript: result += "_" + body
      case .superscript: result += "^" + body
      }
    }
    return result
  }

  /// Base, pairs of subscript and superscript, and after `mprescripts` pairs that precede the base.
  static func multiscripts(_ nodes: [MathNode]) -> MathNode {
    guard let base = nodes.first else { return MathNode() }
    let scripts = nodes.dropFirst()
    let divider = scripts.firstIndex { $0.marker == .prescripts } ?? scripts.endIndex
    func scripted(_ node: MathNode, _ scripts: ArraySlice<MathNode>) -> MathNode {
      var result = node
      for (index, script) in scripts.enumerated() {
        result = result.with(script, index % 2 == 0 ? .subscript : .superscript)
      }
      return result
    }
    let before = scripted(MathNode(), scripts[divider...].dropFirst())
    return before + scripted(base, scripts[..<divider])
  }

  private static let accents: [String: String] = [
    "¯": "\u{304}", "‾": "\u{304}", "―": "\u{304}", "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}",
    "˜": "\u{303}", "→": "\u{20D7}", "⃗": "\u{20D7}", "˙": "\u{307}", ".": "\u{307}", "¨": "\u{308}",
    "ˇ": "\u{30C}", "˘": "\u{306}",
  ]

  /// A single character with an accent above it; nil if it is no such thing.
  func accented(_ accent: MathNode) -> MathNode? {
    let base = text
    guard base.count == 1, spans.count == 1, let mark = Self.accents[accent.text] else { return nil }
    return MathNode(base + mark)
  }
}
