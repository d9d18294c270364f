/// Quotations, ruby annotations and directional isolates: elements that add characters to the text.
extension ArticleReader {
  /// What was last read inside a `<ruby>` element.
  enum RubyState {
    case base, parenthesis, annotated
    /// An annotation without content.
    case empty
  }

  /// Appends the text that belongs to the end of an open element.
  mutating func appendEnding(of index: Int) {
    guard let ending = open[index].ending else { return }
    open[index].ending = nil
    // A control at the start of a block would isolate nothing.
    if open[index].endingIsControl, block == nil || row.startsPart { return }
    append(ending, isVisible: !open[index].endingIsControl)
  }

  /// Quotations take the marks of the language around them; nested ones alternate between two pairs.
  mutating func startQuotation(at index: Int, language: String?) {
    let marks = QuotationMarks.of(language: language)
    let isOuter = open[index].quotationDepth % 2 == 0
    open[index].quotationDepth += 1
    open[index].ending = isOuter ? marks.end : marks.alternateEnd
    append(isOuter ? marks.start : marks.alternateStart)
  }

  /// An annotation is put in parentheses, unless the source provides them in `<rp>`.
  mutating func startAnnotation(at index: Int) {
    open[index].style.formUnion(.annotation)
    if rubyState != .parenthesis {
      append("(")
      open[index].ending = ")"
    }
    rubyState = .annotated
  }

  mutating func startParenthesis(at index: Int) {
    open[index].style.formUnion(.annotation)
    rubyState = rubyState == .annotated ? .base : .parenthesis
  }

  /// A `<bdi>` is isolated from the direction of the text around it; a `<bdo>` also overrides that of its characters.
  /// (Unicode Bidirectional Algorithm: FSI, LRI, RLI, LRO, RLO, PDF, PDI.)
  mutating func startIsolate(_ tag: HTMLTag, _ element: ArticleElement, at index: Int) {
    let direction = tag.value(of: "dir").flatMap { ArticleBlock.Direction(rawValue: $0.lowercased()) }
    var start: String
    var end = "\u{2069}"
    switch direction {
    case .leftToRight: start = "\u{2066}"
    case .rightToLeft: start = "\u{2067}"
    case nil: start = "\u{2068}"
    }
    if element == .override {
      guard let direction else { return }
      start += direction == .rightToLeft ? "\u{202E}" : "\u{202D}"
      end = "\u{202C}" + end
    }
    open[index].ending = end
    open[index].endingIsControl = true
    append(start, isVisible: false)
  }
}

extension ArticleElement {
  var isRubyPart: Bool {
    switch self {
    case .rubyBase, .rubyText, .rubyParenthesis: true
    default: false
    }
  }
}
