/// Mathematics as text.
extension ArticleReader {
  /// Appends a `<math>` element as text.
  ///
  /// - Parameters:
  ///   - tag: Its start tag.
  ///   - end: The end of its end tag.
  mutating func readMathematics(_ tag: HTMLTag, to end: UnsafePointer<UInt8>) {
    let isBlock = tag.value(of: "display")?.lowercased() == "block"
    appendFormula(MathText.spans(of: tag, to: end), isBlock: isBlock)
  }

  /// Reads the copy of a drawn formula that is text; nil if there is none, so that the drawing is read.
  mutating func readFormula(
    _ tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    switch skipper.formula(tag, before: end) {
    case .none: return nil
    case .parts(let found): return readParts(found, before: end, areApart: false)
    case .spans(let spans, let next):
      appendFormula(spans)
      return next
    }
  }

  mutating func appendFormula(_ spans: [MathText.Span], isBlock: Bool = false) {
    guard spans.contains(where: { !$0.text.isEmpty }) else { return }
    if isBlock { finishBlock() }
    if !activeElements.isEmpty { openActiveElements() }
    var link: (written: String, target: String?)?
    for span in spans where !span.text.isEmpty {
      let style: ArticleStyle =
        switch span.level {
        case .base: []
        case .subscript: .subscript
        case .superscript: .superscript
        }
      push(nil, .inline(style))
      open[open.count - 1].style.formUnion(style)
      // The parts of a formula share the target.
      if let written = span.link, written != link?.written { link = (written, linkTarget(written)) }
      if span.link != nil, let target = link?.target { open[open.count - 1].link = target }
      append(span.text)
      open.removeLast()
    }
    formulaEnd = appendedBytes
    if isBlock { finishBlock() }
  }
}
