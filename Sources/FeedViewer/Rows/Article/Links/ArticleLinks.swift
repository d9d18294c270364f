import CGtk
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import VirtualList

/// A link of an article, at its place.
package nonisolated struct ArticleLink: Sendable, Hashable {
  package let row: RowIndexPath
  /// Which of the row's texts; nil for a picture.
  package let text: Int?
  package let bytes: Range<Int>
  /// The words of the link; nil for a picture.
  package let words: String?
  package let address: String
  /// Where the link begins.
  var place: ListTextPosition { ListTextPosition(row: row, text: text ?? 0, offset: bytes.lowerBound) }
  /// The disclosure that a summary opens and closes: it is found by key as links are. Nil for links.
  package var disclosure: Int?
  /// Whether it stands for the animation of a picture, which is played.
  package var isAnimation = false

  /// Whether it is a button: the keyboard finds it as it finds links, but it leads nowhere.
  var isButton: Bool { disclosure != nil || isAnimation }
}

/// The links of an article: which one is under the pointer, and which one has the keyboard focus.
package final class ArticleLinks: ArticlePart {
  weak var view: ArticleView?
  private let list: ListView
  private var pointed: ArticleLink?
  private var motions = PointerMotions()
  /// The link, summary or animated picture with the keyboard focus.
  package private(set) var focusedTarget: ArticleLink?
  /// The link that had the keyboard focus last.
  private(set) var last: ArticleLink?

  init(of list: ListView) {
    self.list = list
    let motion = gtk_event_controller_motion_new()!
    Signal.connect(motion, "motion") { [weak self] arguments in
      self?.pointerMoved(to: Point(x: arguments.double(0), y: arguments.double(1)))
      return .unhandled
    }
    Signal.connect(motion, "leave") { [weak self] in self?.point(at: nil) }
    gtk_widget_add_controller(list.widget.pointer, motion)
  }

  /// The link with the keyboard focus.
  package var focused: ArticleLink? { focusedTarget.flatMap { $0.isButton ? nil : $0 } }

  /// The link to tell the reader about.
  package var current: ArticleLink? { pointed ?? focused }

  private func changed() { view?.owner?.linkChanged() }

  /// Forgets the links of the document before.
  func reset() {
    pointed = nil
    focusedTarget = nil
    last = nil
    changed()
  }

  /// The link at a point of the list, in logical pixels.
  package func link(at point: Point) -> ArticleLink? {
    guard let row = list.row(atY: point.y), row.row < document.count else { return nil }
    let text = list.textPosition(at: point)?.position.text
    return links(in: row).first {
      ($0.text == nil || $0.text == text) && rectangles(of: $0).contains { $0.contains(point) }
    }
  }

  /// The rectangles of a link, one or more for each line, in the list's logical pixels; none if its row has no widget.
  package func rectangles(of link: ArticleLink) -> [Rect] {
    guard let text = link.text else {
      return list.frame(of: .articlePicture, in: link.row).map { [$0] } ?? []
    }
    return list.textRectangles(of: link.row, text: text, bytes: link.bytes)
  }

  /// The links of a row in reading order.
  package func links(in row: RowIndexPath) -> [ArticleLink] {
    let content = document.row(at: row.row)
    if content.isHidden { return [] }
    if let address = content.picture?.link {
      return [ArticleLink(row: row, text: nil, bytes: 0..<0, words: nil, address: address)]
    }
    var links: [ArticleLink] = []
    for (number, text) in content.texts.enumerated() {
      for run in text.runs {
        guard let address = run.link, !address.isEmpty else { continue }
        // Parts of one link with different styles are one link.
        if let last = links.last, last.text == number, last.address == address,
          last.bytes.upperBound == run.range.lowerBound
        {
          links[links.count - 1] = link(
            row, number, text.string, last.bytes.lowerBound..<run.range.upperBound, address)
        } else {
          links.append(link(row, number, text.string, run.range, address))
        }
      }
    }
    return links
  }

  private func link(
    _ row: RowIndexPath, _ number: Int, _ text: String, _ bytes: Range<Int>, _ address: String
  ) -> ArticleLink {
    ArticleLink(
      row: row, text: number, bytes: bytes, words: String(text.part(bytes: bytes)), address: address)
  }

  /// The row of the animated picture at a point of the list.
  ///
  /// - Parameter forClick: Whether a picture with a link around it counts only at its sign.
  package func animation(at point: Point, forClick: Bool = true) -> RowIndexPath? {
    guard let row = list.row(atY: point.y), row.row < document.count,
      let picture = document.row(at: row.row).picture, picture.isAnimated,
      let frame = list.frame(of: .articlePicture, in: row)
    else { return nil }
    let area = forClick && picture.link != nil ? PlaySign(on: frame).frame : frame
    return area.contains(point) ? row : nil
  }

  /// The row of the animated picture with the keyboard focus.
  package var focusedAnimation: RowIndexPath? { focusedTarget.flatMap { $0.isAnimation ? $0.row : nil } }

  /// What the keyboard finds in a row: its links, its animated picture, or the summary.
  func targets(in row: RowIndexPath) -> [ArticleLink] {
    let content = document.row(at: row.row)
    guard !content.isHidden else { return [] }
    if content.picture?.isAnimated == true {
      let animation = ArticleLink(
        row: row, text: nil, bytes: 0..<0, words: nil, address: "", isAnimation: true)
      return links(in: row) + [animation]
    }
    guard let disclosure = content.disclosure else { return links(in: row) }
    return [
      ArticleLink(
        row: row, text: 0, bytes: 0..<content.text.utf8.count, words: content.text, address: "",
        disclosure: disclosure.index)
    ]
  }

  /// Follows a link, opens or closes what a summary does, or plays a picture.
  func activate(_ link: ArticleLink) {
    if let disclosure = link.disclosure {
      view?.toggleDisclosure(disclosure)
    } else if link.isAnimation {
      view?.toggleAnimation(in: link.row)
    } else {
      view?.owner?.open(link.address)
    }
  }

  /// Presses the summary or picture with the keyboard focus.
  ///
  /// - Returns: Whether one of them has it.
  package func activateFocusedButton() -> Bool {
    guard let target = focusedTarget, target.isButton else { return false }
    activate(target)
    return true
  }

  /// Moves the keyboard focus to the next or the previous link, from the one that has it, else forward from the beginning
  /// of what is on screen.
  ///
  /// - Complexity: O(rows without links that are passed).
  /// - Returns: Whether there is one.
  package func moveFocus(forward: Bool) -> Bool {
    let document = document
    let count = document.count
    guard count > 0 else { return false }
    if focusedTarget == nil, !forward { return false }
    let start = focusedTarget?.row.row ?? list.visibleRows.first?.row ?? 0
    if let focused = focusedTarget {
      let here = targets(in: focused.row)
      if let index = here.firstIndex(of: focused) {
        let next = index + (forward ? 1 : -1)
        if here.indices.contains(next) {
          focus(here[next])
          return true
        }
      }
    }
    var row = focusedTarget == nil ? start : start + (forward ? 1 : -1)
    while (0..<count).contains(row) {
      let found = document.mayHaveTarget(at: row) ? targets(in: RowIndexPath(section: 0, row: row)) : []
      if let link = forward ? found.first : found.last {
        focus(link)
        return true
      }
      row += forward ? 1 : -1
    }
    return false
  }

  /// Rows begin and end elsewhere in their texts: the focus stays with a link.
  ///
  /// - Parameter place: Where the link begins now.
  func move(_ link: ArticleLink, to place: ListTextPosition) {
    guard let found = self.link(like: link, at: place), found != link else { return }
    if focusedTarget == link { focusedTarget = found }
    if last == link { last = found }
    view?.accessibility.linkMoved(link, to: found)
  }

  /// Gives the keyboard focus back to a link that had it in another state of the article; the reader stays where he is.
  ///
  /// - Parameter place: Where the link begins now.
  func keepFocus(on link: ArticleLink, at place: ListTextPosition) {
    guard let found = self.link(like: link, at: place) else { return }
    focusedTarget = found
    last = found
    view?.accessibility.keepFocus(on: found)
    changed()
  }

  private func link(like link: ArticleLink, at place: ListTextPosition) -> ArticleLink? {
    targets(in: place.row).first {
      $0.isButton == link.isButton && $0.address == link.address
        && ($0.text == nil || $0.text == place.text && $0.bytes.contains(place.offset))
    }
  }

  /// Gives a link the keyboard focus and brings it into view; nil takes the focus from all links.
  package func focus(_ link: ArticleLink?) {
    focusedTarget = link
    if let link { last = link }
    view?.accessibility.focus(link)
    list.redrawRows()
    changed()
  }

  /// An assistive tool has moved the focus to a link.
  func widgetTookFocus(_ link: ArticleLink) {
    focusedTarget = link
    last = link
    list.redrawRows()
    changed()
  }

  /// The focus has left a link, but not for another one.
  func widgetLostFocus(_ link: ArticleLink) {
    guard focusedTarget == link else { return }
    focusedTarget = nil
    list.redrawRows()
    changed()
  }

  /// Call when a menu opens: no link is under the pointer before it moves after the menu.
  package func menuOpened() {
    motions.menuOpened()
    point(at: nil)
  }

  package func pointerMoved(to point: Point) {
    guard motions.isMotion(to: point) || !motions.isAfterMenu else { return }
    self.point(at: link(at: point))
    let isOnText = list.textPosition(at: point)?.isInside == true
    gtk_widget_set_cursor_from_name(
      list.widget.pointer,
      pointed != nil || animation(at: point) != nil ? "pointer" : isOnText ? "text" : "default")
  }

  private func point(at link: ArticleLink?) {
    guard link != pointed else { return }
    pointed = link
    changed()
  }
}
