/// Elements that format text and go on after they were closed by another one (HTML Living Standard, section 13.2.4.3: the list of
/// active formatting elements): one that is not ended when its paragraph, its cell's content or the table around it ends, is opened
/// again before the next text. A cell or a caption has elements of its own, which end with it.
extension ArticleReader {
  struct ActiveElement {
    /// The index of the open cell or caption to which the element belongs; -1 in none.
    var cell: Int
    var element: Open
  }

  /// The most equal elements that go on (the "Noah's Ark clause").
  private static let equalLimit = 3

  /// The index of the innermost open cell or caption; -1 if there is none.
  private var innermostCell: Int { open.lastIndex { $0.element.isCell || $0.element == .tableCaption } ?? -1 }

  /// Whether an element goes on when one around it is closed.
  func goesOn(_ element: Open) -> Bool {
    switch element.element {
    case .link: !element.isEnded && element.link != nil
    case .inline: element.key.map(HTMLElement.isFormatting) ?? false
    default: false
    }
  }

  /// Notes elements that were closed with one around them.
  ///
  /// - Parameter elements: The innermost first.
  mutating func keepActive(_ elements: [Open]) {
    let cell = innermostCell
    activeElements.removeAll { $0.cell > cell }
    for element in elements.reversed() {
      let equal = activeElements.indices.filter {
        activeElements[$0].cell == cell && activeElements[$0].element.key == element.key
          && activeElements[$0].element.declaredVisibility == element.declaredVisibility
      }
      // A link ends the one before.
      if equal.count >= (element.element == .link ? 1 : Self.equalLimit) {
        activeElements.remove(at: equal[0])
      }
      activeElements.append(ActiveElement(cell: cell, element: element))
    }
  }

  /// Opens the elements that go on here, if there are any.
  mutating func openActiveElements() {
    let cell = innermostCell
    guard let first = activeElements.firstIndex(where: { $0.cell == cell }) else { return }
    let active = activeElements[first...].map(\.element)
    activeElements.removeSubrange(first...)
    for element in active where open.count < ArticleReader.depthLimit {
      if element.isBlockBox { breakBlock(element.element) }
      push(element.key, element.element)
      let last = open.count - 1
      open[last].isBlockBox = element.isBlockBox
      open[last].declaredVisibility = element.declaredVisibility
      open[last].visibility = open[last].visibility.with(element.declaredVisibility)
      if case .inline(let style) = element.element { open[last].style.formUnion(style) }
      if element.element == .link { open[last].link = element.link }
    }
  }

  /// Ends an element that would go on here: its end tag, or another link.
  ///
  /// - Returns: Whether there was one.
  mutating func endActiveElement(_ key: UInt64?) -> Bool {
    let cell = innermostCell
    guard let last = activeElements.lastIndex(where: { $0.cell == cell && $0.element.key == key }) else {
      return false
    }
    activeElements.remove(at: last)
    return true
  }

  /// Ends the link around a table in which another one begins outside the cells: the table stays in it, and what else is open in it,
  /// but what follows does not (section 13.2.6.4.7: the start tag of `a`).
  mutating func endLinkAroundTable() {
    guard !openTables.isEmpty,
      let index = open.lastIndex(where: {
        $0.element == .link && !$0.isEnded || $0.element.isCell || $0.element == .tableCaption
      }), open[index].element == .link
    else { return }
    open[index].isEnded = true
  }
}
