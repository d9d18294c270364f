/// Mathematics as text.
extension ArticleReader {
  /// Appends a `<math>` element as text.
  ///
  /// - Parameters:
  ///   - tag: Its start tag.
  ///   - end: The end of its end tag.
  mutating func readMathematics(_ tag: HTMLTag, to end: UnsafePointer<UInt8>) {
    var spans: [MathText.Span] = []
    if let words = tag.value(of: "alttext"), !words.isEmpty {
      spans = [MathText.Span(text: words)]
    } else if end > tag.end {
      spans = MathText.spans(of: UnsafeBufferPointer(start: tag.end, count: end - tag.end))
    }
    guard spans.contains(where: { !$0.text.isEmpty }) else { return }
    let isBlock = tag.value(of: "display")?.lowercased() == "block"
    if isBlock { finishBlock() }
    for span in spans where !span.text.isEmpty {
      let style: ArticleStyle =
        switch span.level {
        case .base: []
        case .subscript: .subscript
        case .superscript: .superscript
        }
      push(nil, .inline(style))
      open[open.count - 1].style.formUnion(style)
      append(span.text)
      open.removeLast()
    }
    if isBlock { finishBlock() }
  }
}
