import LayoutCore

/// The distances and limits of an entry's row in one density. Distances are in logical pixels.
nonisolated struct EntryMetrics: Sendable {
  /// The leading inset has room for the signs of unread and starred entries.
  let insets: EdgeInsets
  /// The side of the thumbnail; 0 for rows without.
  let thumbnailSide: Double
  /// The distance from the thumbnail to the texts.
  let spacing: Double
  /// The distance between two texts.
  let lineGap: Double
  let maximumTitleLineCount: Int
  /// 0 if the text is shown only in place of a missing title.
  let maximumPreviewLineCount: Int
  /// 0 if author and date are not shown.
  let maximumMetadataLineCount: Int
  /// Whether both signs are beside the first line, because there may be no second one.
  let signsAreBesideEachOther: Bool

  init(of density: EntryDensity) {
    switch density {
    case .titles:
      insets = EdgeInsets(top: 7, leading: 40, bottom: 7, trailing: 12)
      thumbnailSide = 0
      spacing = 0
      lineGap = 0
      maximumTitleLineCount = 2
      maximumPreviewLineCount = 0
      maximumMetadataLineCount = 0
      signsAreBesideEachOther = true
    case .compact:
      insets = EdgeInsets(top: 8, leading: 20, bottom: 8, trailing: 12)
      thumbnailSide = 32
      spacing = 12
      lineGap = 2
      maximumTitleLineCount = 2
      maximumPreviewLineCount = 1
      maximumMetadataLineCount = 1
      signsAreBesideEachOther = false
    case .comfortable:
      insets = EdgeInsets(top: 12, leading: 20, bottom: 12, trailing: 12)
      thumbnailSide = 48
      spacing = 14
      lineGap = 4
      maximumTitleLineCount = 6
      maximumPreviewLineCount = 6
      maximumMetadataLineCount = 2
      signsAreBesideEachOther = false
    }
  }

  /// The least height of most rows, with the separator.
  var typicalMinimumHeight: Double {
    insets.top + insets.bottom + max(thumbnailSide, Self.leastLineHeight) + 1
  }

  /// A line of the smallest usual font.
  private static let leastLineHeight = 14.0
}
