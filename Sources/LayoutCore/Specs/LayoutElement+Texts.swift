extension LayoutElement {
  /// Calls `body` with every text of the tree and its tag, in the order of the tree; hidden elements are skipped.
  ///
  /// - Complexity: O(elements).
  package func forEachText(_ body: (TextElement, ElementTag?) -> Void) {
    guard !style.isHidden else { return }
    if case .text(let text) = content { body(text, tag) }
    forEachChild { $0.forEachText(body) }
  }

  /// Calls `body` with the children in their order, without the hidden ones of a container that leaves them out: an
  /// element has a fixed number of children, or leaves them out.
  func forEachChild(_ body: (LayoutElement) -> Void) {
    switch content {
    case .text, .box: break
    case .stack(_, let children), .absolute(_, let children), .wrapper(let children):
      for child in children where !child.style.isHidden { body(child) }
    case .inset(_, let child), .ratio(_, let child), .relative(_, let child): body(child)
    case .overlay(let child, let other), .background(let child, let other), .corner(_, let child, let other):
      body(child)
      body(other)
    }
  }

  /// The same tree with every text replaced by the result of `body`, such as the text with its prepared form.
  ///
  /// - Complexity: O(elements).
  package func mapTexts(_ body: (TextElement, ElementTag?) -> TextElement) -> LayoutElement {
    var mapped = self
    switch content {
    case .text(let text): mapped.content = .text(body(text, tag))
    case .box: break
    case .stack(let stack, let children): mapped.content = .stack(stack, children.map { $0.mapTexts(body) })
    case .absolute(let sizing, let children):
      mapped.content = .absolute(sizing, children.map { $0.mapTexts(body) })
    case .wrapper(let children): mapped.content = .wrapper(children.map { $0.mapTexts(body) })
    case .inset(let insets, let child): mapped.content = .inset(insets, child.mapTexts(body))
    case .ratio(let ratio, let child): mapped.content = .ratio(ratio, child.mapTexts(body))
    case .relative(let placement, let child): mapped.content = .relative(placement, child.mapTexts(body))
    case .overlay(let child, let above):
      mapped.content = .overlay(child.mapTexts(body), above.mapTexts(body))
    case .background(let child, let below):
      mapped.content = .background(child.mapTexts(body), below.mapTexts(body))
    case .corner(let placement, let child, let corner):
      mapped.content = .corner(placement, child.mapTexts(body), corner.mapTexts(body))
    }
    return mapped
  }
}
