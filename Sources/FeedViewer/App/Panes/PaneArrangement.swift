/// Which panes a window of some width shows, and where: one page at a time, list and article side by side, or the sidebar
/// beside both.
///
/// Widths are in logical pixels. All limits grow with the size of the text.
nonisolated struct PaneArrangement: Equatable {
  /// The place of a pane along the direction of the text.
  struct Span: Equatable {
    var start: Int
    var width: Int
    var end: Int { start + width }
  }

  /// From this width, list and article are side by side.
  static let splitWidth = 680
  /// From this width, the sidebar has a pane beside them.
  static let sidebarWidth = 960
  static let minimumListWidth = 280
  static let minimumArticleWidth = 360
  /// The width of the sidebar at the side until the reader drags its edge, and the limits of that.
  static let initialSidebarWidth = 220
  static let sidebarWidths = 180...360
  /// The width of the sidebar over the other panes, and how much of them is always seen beside it.
  private static let overlaidSidebarWidth = 240
  private static let widthBesideOverlay = 56
  /// The list's part of the width of list and article, and the limits of that width, until the reader divides them.
  private static let listShare = 0.36
  private static let initialListWidth = 280...420
  /// In narrower windows, the buttons of header bars have no gaps.
  private static let narrowWidth = 480
  /// In narrower panes, the article's header bar has its important buttons only.
  private static let narrowArticleWidth = 420
  /// In a narrower sidebar, and in a narrower window in which nothing is open, the button that opens files has an icon.
  private static let (narrowSidebarWidth, narrowStartWidth) = (200, 300)

  /// Nil if the sidebar is not shown.
  let sidebar: Span?
  /// Nil if the list is behind the article.
  let list: Span?
  /// Nil if the article is behind the list.
  let article: Span?
  /// Whether the sidebar lies over the other panes, because there is no room beside them.
  let sidebarIsOver: Bool
  /// Whether there is room for the sidebar beside the other panes.
  let hasRoomForSidebar: Bool
  /// Whether nothing is open: then the page in the place of the list has the whole window.
  let isEmpty: Bool
  /// What the header bars need to know of the widths.
  let isNarrow: Bool
  let isArticleNarrow: Bool
  let isOpenButtonNarrow: Bool

  /// Whether list and article are side by side.
  var isSplit: Bool { list != nil && article != nil }

  /// Whether the sidebar is beside the other panes.
  var hasSidebarAtSide: Bool { sidebar != nil && !sidebarIsOver }

  /// Whether two arrangements show the same panes, with the same buttons.
  func looksLike(_ other: PaneArrangement) -> Bool {
    hasSidebarAtSide == other.hasSidebarAtSide && sidebarIsOver == other.sidebarIsOver
      && (list != nil) == (other.list != nil) && (article != nil) == (other.article != nil)
      && isNarrow == other.isNarrow && isArticleNarrow == other.isArticleNarrow
      && isOpenButtonNarrow == other.isOpenButtonNarrow && isEmpty == other.isEmpty
  }

  /// - Parameters:
  ///   - width: The width of all panes.
  ///   - textScale: The size of the text, relative to that of the desktop's default; at least 1.
  ///   - front: The pane that is shown if there is room for one.
  ///   - listWidth: The width that the reader gave the list beside an article; nil for the initial one.
  ///   - sidebarWidth: The width that the reader gave the sidebar; nil for the initial one.
  ///   - showsSidebar: Whether the reader wants the sidebar beside the other panes.
  ///   - showsSidebarOver: Whether the reader wants the sidebar over the other panes of a window that has no room for it.
  ///   - isEmpty: Whether nothing is open.
  init(
    width: Int, textScale: Double = 1, front: ReadingPane = .list, listWidth: Int? = nil,
    sidebarWidth: Int? = nil,
    showsSidebar: Bool = true, showsSidebarOver: Bool = false, isEmpty: Bool = false
  ) {
    func scaled(_ value: Int) -> Int { Int((Double(value) * textScale).rounded()) }
    self.isEmpty = isEmpty
    hasRoomForSidebar = width >= scaled(Self.sidebarWidth) && !isEmpty
    sidebarIsOver = !hasRoomForSidebar && showsSidebarOver && !isEmpty
    let least = scaled(Self.minimumListWidth) + scaled(Self.minimumArticleWidth)
    if sidebarIsOver {
      let most = max(width - Self.widthBesideOverlay, 0)
      sidebar = Span(start: 0, width: min(scaled(Self.overlaidSidebarWidth), most))
    } else if hasRoomForSidebar, showsSidebar {
      let wanted = min(
        max(sidebarWidth ?? scaled(Self.initialSidebarWidth), scaled(Self.sidebarWidths.lowerBound)),
        scaled(Self.sidebarWidths.upperBound))
      sidebar = Span(start: 0, width: max(min(wanted, width - least), scaled(Self.sidebarWidths.lowerBound)))
    } else {
      sidebar = nil
    }
    let start = sidebarIsOver ? 0 : sidebar?.end ?? 0
    let rest = width - start
    isNarrow = width < scaled(Self.narrowWidth)
    isOpenButtonNarrow =
      isEmpty
      ? width < scaled(Self.narrowStartWidth)
      : sidebar.map { $0.width < scaled(Self.narrowSidebarWidth) } ?? false
    if width >= scaled(Self.splitWidth), !isEmpty {
      let initial = min(
        max(Int(Double(rest) * Self.listShare), scaled(Self.initialListWidth.lowerBound)),
        scaled(Self.initialListWidth.upperBound))
      let most = rest - scaled(Self.minimumArticleWidth)
      let divided = max(min(listWidth ?? initial, most), scaled(Self.minimumListWidth))
      list = Span(start: start, width: divided)
      article = Span(start: start + divided, width: rest - divided)
    } else {
      let whole = Span(start: start, width: rest)
      let shown = isEmpty ? .list : front
      list = shown == .list ? whole : nil
      article = shown == .article ? whole : nil
    }
    isArticleNarrow = (article ?? list).map { $0.width < scaled(Self.narrowArticleWidth) } ?? false
  }
}

/// The panes of which a narrow window shows one.
nonisolated enum ReadingPane {
  case list, article
}
