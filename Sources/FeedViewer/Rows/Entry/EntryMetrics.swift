import LayoutCore

/// The distances and limits of an entry's row in one density, in logical pixels. What goes with the words grows with them:
/// the column of signs, the signs and the picture; distances stay.
nonisolated struct EntryMetrics: Sendable, Hashable {
  /// The leading inset is the column of the signs of unread and starred entries.
  let insets: EdgeInsets
  /// The side of the picture; 0 if pictures are not shown.
  let pictureSide: Double
  /// The distance between two texts.
  let lineGap: Double
  /// The least height of all texts together, in whose middle they are: rows must not be too low for a finger.
  let leastTextHeight: Double
  let maximumTitleLineCount: Int
  /// 0 if the text is shown only in place of a missing title.
  let maximumPreviewLineCount: Int
  /// Whether author and date are shown.
  let showsMetadata: Bool
  let dotSide: Double
  let starSide: Double
  /// The distance from the dot to the star below it.
  let signGap: Double
  /// Whether both signs share the height of one line, because there may be no second one.
  let signsShareLine: Bool

  /// The distance from the texts to the picture.
  static let pictureSpacing = 12.0
  /// The distance from the row's edge to the picture above or below.
  static let pictureInset = 10.0
  static let pictureRadius = 6.0
  /// The distance from the texts to the row's trailing edge.
  static let trailingInset = 12.0
  private static let usualSignsWidth = 24.0
  private static let titlesInset = 7.0
  /// Without the separator.
  private static let leastRowHeight = 33.0
  /// The sides of the signs, as multiples of the font's size.
  private static let (dotScale, starScale) = (0.6, 0.9)

  /// - Parameters:
  ///   - density: How much of each entry is shown.
  ///   - textScale: The size of the texts as a multiple of their usual size.
  ///   - fontSize: The size of the title's font in logical pixels.
  init(of density: EntryDensity, textScale: Double, fontSize: Double) {
    let signsWidth = Self.signsWidth(textScale: textScale)
    dotSide = max((fontSize * Self.dotScale).rounded(), 1)
    starSide = max((fontSize * Self.starScale).rounded(), 1)
    func around(_ vertical: Double) -> EdgeInsets {
      EdgeInsets(top: vertical, leading: signsWidth, bottom: vertical, trailing: Self.trailingInset)
    }
    switch density {
    case .titles:
      insets = around(Self.titlesInset)
      pictureSide = 0
      lineGap = 0
      leastTextHeight = Self.leastRowHeight - 2 * Self.titlesInset
      (maximumTitleLineCount, maximumPreviewLineCount, showsMetadata) = (1, 0, false)
      signGap = 2
      signsShareLine = true
    case .compact, .comfortable:
      let isCompact = density == .compact
      insets = around(8)
      pictureSide = ((isCompact ? 40 : 56) * textScale).rounded()
      lineGap = 2
      leastTextHeight = 0
      (maximumTitleLineCount, maximumPreviewLineCount, showsMetadata) = (2, isCompact ? 1 : 3, true)
      signGap = 6
      signsShareLine = false
    }
  }

  /// The width of the column of signs, beside which all texts of a list begin. It grows half as much as the texts.
  static func signsWidth(textScale: Double) -> Double {
    (usualSignsWidth * (1 + (textScale - 1) / 2)).rounded()
  }

  /// The least height of most rows, with the separator.
  var typicalMinimumHeight: Double { insets.top + insets.bottom + Self.leastLineHeight + 1 }

  /// A line of the smallest usual font.
  private static let leastLineHeight = 14.0
}
