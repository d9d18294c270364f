/// How long the lines of an article may become.
package nonisolated enum LineLength: String, Sendable, CaseIterable {
  /// About 60, 75 and 90 characters (Bringhurst, The Elements of Typographic Style, section 2.1.2, calls 45 to 75
  /// satisfactory).
  case narrow, normal, wide

  /// The longest lines as a multiple of the width that Pango gives for an average character, which is a little more than
  /// that of running text: 75 characters of it take the room of about 73.
  var averageWidths: Double {
    switch self {
    case .narrow: 58
    case .normal: 73
    case .wide: 87
    }
  }
}
