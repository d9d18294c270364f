import FeedViewerBase

/// Formats sizes of text.
enum ZoomText {
  /// "125 %"
  static func percent(_ zoom: Double) -> String {
    localized("\(grouped: Int((zoom * 100).rounded())) %", context: "size of text")
  }
}
