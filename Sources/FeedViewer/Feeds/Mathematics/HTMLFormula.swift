/// Formulas that scripts have drawn: each is in the page more than once, and is read once.
extension HTMLSkipper {
  /// What is read of a drawn formula.
  enum Formula {
    /// There is no copy of it.
    case none
    case parts(Parts)
    case spans([MathText.Span], next: UnsafePointer<UInt8>)
  }

  /// The copy of a formula in MathML: MathJax 3 puts it beside the drawing for assistive tools (`assistiveMml`), MathJax 2 as
  /// well, and into an attribute. Else MathJax 2 leaves the source in a script after the drawing. What it shows before it draws is
  /// not read.
  mutating func formula(_ tag: HTMLTag, before end: UnsafePointer<UInt8>) -> Formula {
    if tag.formulaClass == .preview { return .parts(([], self.end(of: tag, before: end))) }
    var copy: HTMLTag?
    let next = self.end(of: tag, before: end) {
      if copy == nil, $0.name.equalsIgnoringCase("mjx-assistive-mml") || $0.formulaClass == .assistive {
        copy = $0
      }
    }
    if let copy { return .parts(([copy.end..<max(copy.end, self.end(of: copy, before: next))], next)) }
    if var written = tag.value(of: "data-mathml"), !written.isEmpty {
      let spans = written.withUTF8 { MathText.spans(of: $0) }
      if !spans.isEmpty { return .spans(spans, next: next) }
    }
    var position = next
    while position < end, ASCII.isSpace(position.pointee) { position += 1 }
    guard position < end, let script = HTMLTag.read(at: position, before: end), script.isFormulaScript else {
      return .none
    }
    return .parts(([], next))
  }
}

extension HTMLTag {
  enum FormulaClass {
    /// A formula that MathJax has drawn.
    case drawn
    case preview, assistive
    /// The drawing of KaTeX, which stands after the formula in MathML (`katex.scss`).
    case drawing
  }

  /// The role of an element in a formula, by its class.
  var formulaClass: FormulaClass? {
    guard names.contains(.className), let classes = rawValue(of: "class")?.trimmed, let first = classes.first
    else { return nil }
    switch ASCII.lowercased(first) {
    case UInt8(ascii: "k"): return classes.startsIgnoringCase("katex-html") ? .drawing : nil
    case UInt8(ascii: "m"):
      if classes.startsIgnoringCase("mathjax_preview") { return .preview }
      if classes.startsIgnoringCase("mjx_assistive_mathml") { return .assistive }
      for word in ["mathjax_chtml", "mathjax_svg", "mjx-chtml", "mjx-container"] as [StaticString]
      where classes.startsIgnoringCase(word) { return .drawn }
      let isAlone = classes.count == 7 || classes.count > 7 && ASCII.isSpace(classes[7])
      return isAlone && classes.startsIgnoringCase("mathjax") ? .drawn : nil
    default: return nil
    }
  }

  /// Whether the element holds a formula that MathJax has drawn, or shows in its place.
  var isFormulaContainer: Bool {
    if name.count == 13, name.equalsIgnoringCase("mjx-container") { return true }
    switch formulaClass {
    case .drawn, .preview: return true
    default: return false
    }
  }

  /// Whether the element is another copy of the formula before it: that of KaTeX, or one hidden from assistive tools.
  var isCopyOfFormula: Bool {
    formulaClass == .drawing
      || names.contains(.hiddenFromTools) && value(of: "aria-hidden")?.lowercased() == "true"
  }

  /// Whether the element is the picture of a formula, with its source as its words: of MediaWiki (its class for one in a
  /// sentence), WordPress (`latex`), or TeX programs (`tex`).
  var isFormulaPicture: Bool {
    hasClass("mwe-math-fallback-image-inline", "latex", "mathjax") || isOfClass("tex")
  }

  /// Whether a script is a formula (a data block: HTML Living Standard, section 4.12.1), which MathJax 2 draws.
  var isFormulaScript: Bool {
    guard name.count == 6, hasAttributes, name.equalsIgnoringCase("script") else { return false }
    return rawValue(of: "type")?.trimmed.startsIgnoringCase("math/") == true
  }
}

extension MathText {
  /// The words of a `<math>` element for tools, unless they are TeX; else its text.
  ///
  /// - Parameter end: The end of its end tag.
  static func spans(of tag: HTMLTag, to end: UnsafePointer<UInt8>) -> [Span] {
    let words = tag.value(of: "alttext").flatMap { $0.isEmpty ? nil : $0 }
    if let words, !words.utf8.contains(where: { "\\{}^_".utf8.contains($0) }) { return [Span(text: words)] }
    let spans =
      end > tag.end ? self.spans(of: UnsafeBufferPointer(start: tag.end, count: end - tag.end)) : []
    if spans.contains(where: { !$0.text.isEmpty }) { return spans.filter { !$0.text.isEmpty } }
    return words.map { [Span(text: $0)] } ?? []
  }

  /// The text of a script that is a formula: MathML, else TeX and the like as written.
  static func spans(ofScript tag: HTMLTag, _ content: UnsafeBufferPointer<UInt8>) -> [Span] {
    if tag.value(of: "type")?.lowercased().hasPrefix("math/mml") == true {
      return spans(of: content).filter { !$0.text.isEmpty }
    }
    let text = content.string.trimmingSpaces
    return text.isEmpty ? [] : [Span(text: text)]
  }
}
