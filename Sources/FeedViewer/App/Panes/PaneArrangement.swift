/// Which panes a window of some width shows, and where: one page at a time, list and article side by side, or the feeds
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
  static let splitWidth = 900
  /// From this width, the feeds have a pane beside them.
  static let feedsWidth = 1_250
  /// The width of the pane of the feeds.
  static let feedsPaneWidth = 240
  static let minimumListWidth = 280
  static let minimumArticleWidth = 360
  /// The list's part of the width of list and article, and the limits of that width, until the reader divides them.
  private static let listShare = 0.36
  private static let initialListWidth = 320...480

  /// Nil if the feeds are not shown.
  let feeds: Span?
  /// Nil if the list is behind the article.
  let list: Span?
  /// Nil if the article is behind the list.
  let article: Span?
  /// Whether the feeds lie over the other panes, because there is no room beside them.
  let feedsAreOver: Bool
  /// Whether there is room for the feeds beside the other panes.
  let hasRoomForFeeds: Bool

  /// Whether list and article are side by side.
  var isSplit: Bool { list != nil && article != nil }

  /// - Parameters:
  ///   - width: The width of all panes.
  ///   - textScale: The size of the text, relative to that of the desktop's default; at least 1.
  ///   - front: The pane that is shown if there is room for one.
  ///   - listWidth: The width that the reader gave the list beside an article; nil for the initial one.
  ///   - showsFeeds: Whether the reader wants the feeds at the side of a wide window.
  ///   - showsFeedsOver: Whether the reader wants the feeds over the other panes of a window that has no room for them.
  ///   - isEmpty: Whether nothing is open: then the page in the place of the list has the whole window.
  init(
    width: Int, textScale: Double = 1, front: ReadingPane = .list, listWidth: Int? = nil,
    showsFeeds: Bool = true,
    showsFeedsOver: Bool = false, isEmpty: Bool = false
  ) {
    func scaled(_ value: Int) -> Int { Int((Double(value) * textScale).rounded()) }
    hasRoomForFeeds = width >= scaled(Self.feedsWidth) && !isEmpty
    feedsAreOver = !hasRoomForFeeds && showsFeedsOver
    let feedsWidth = min(scaled(Self.feedsPaneWidth), width)
    let isBeside = hasRoomForFeeds && showsFeeds
    feeds = isBeside || feedsAreOver ? Span(start: 0, width: feedsWidth) : nil
    let start = isBeside ? feedsWidth : 0
    let rest = width - start
    guard width >= scaled(Self.splitWidth), !isEmpty else {
      let whole = Span(start: start, width: rest)
      let shown = isEmpty ? .list : front
      list = shown == .list ? whole : nil
      article = shown == .article ? whole : nil
      return
    }
    let initial = min(
      max(Int(Double(rest) * Self.listShare), scaled(Self.initialListWidth.lowerBound)),
      scaled(Self.initialListWidth.upperBound))
    let most = rest - scaled(Self.minimumArticleWidth)
    let divided = max(min(listWidth ?? initial, most), scaled(Self.minimumListWidth))
    list = Span(start: start, width: divided)
    article = Span(start: start + divided, width: rest - divided)
  }
}

/// The panes of which a narrow window shows one.
nonisolated enum ReadingPane {
  case list, article
}
