/// Links that go on after their element was closed by another one (HTML Living Standard, section 13.2.4.3: the list of active
/// formatting elements): a link that is not ended when its paragraph, its cell's content or the table around it ends, is opened again
/// before the next text. A cell or a caption has links of its own, which end with it.
extension ArticleReader {
  struct ActiveLink {
    /// The index of the open cell or caption to which the link belongs; -1 in none.
    var cell: Int
    var key: UInt64?
    var target: String
  }

  /// The innermost open cell or caption; -1 if there is none.
  private var innermostCell: Int { open.lastIndex { $0.element.isCell || $0.element == .tableCaption } ?? -1 }

  /// Notes a link that was closed with an element around it.
  mutating func keepActive(_ link: Open) {
    guard let target = link.link else { return }
    let cell = innermostCell
    activeLinks.removeAll { $0.cell >= cell }
    activeLinks.append(ActiveLink(cell: cell, key: link.key, target: target))
  }

  /// Opens the link that goes on here, if there is one.
  mutating func openActiveLink() {
    guard let last = activeLinks.last, last.cell == innermostCell, open.count < ArticleReader.depthLimit
    else {
      return
    }
    activeLinks.removeLast()
    push(last.key, .link)
    open[open.count - 1].link = last.target
  }

  /// Ends the link that would go on here: its end tag, or another link.
  ///
  /// - Returns: Whether there was one.
  mutating func endActiveLink() -> Bool {
    guard let last = activeLinks.last, last.cell == innermostCell else { return false }
    activeLinks.removeLast()
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
