import CGtk
import LayoutCore

/// The text styles of rows and headers: the widget's font, scaled and weighted.
public nonisolated enum TextStyle: UInt8, CaseIterable, Sendable {
  case title, preview, metadata, sectionTitle, sectionDetail, initial

  public var id: TextStyleID { TextStyleID(rawValue: rawValue) }

  init(_ id: TextStyleID) {
    guard let style = TextStyle(rawValue: id.rawValue) else {
      preconditionFailure("Text style \(id.rawValue) is not one of FeedList's styles.")
    }
    self = style
  }

  /// The font's size, as a multiple of the widget's.
  var scale: Double {
    switch self {
    case .title, .sectionTitle: 1.0
    case .preview: 0.95
    case .metadata, .sectionDetail: 0.85
    case .initial: 1.5
    }
  }

  var weight: PangoWeight {
    switch self {
    case .title, .sectionTitle: PANGO_WEIGHT_BOLD
    case .initial: PANGO_WEIGHT_SEMIBOLD
    case .preview, .metadata, .sectionDetail: PANGO_WEIGHT_NORMAL
    }
  }

  /// Opacity of the text over the widget's own colour.
  var opacity: Double {
    switch self {
    case .title, .sectionTitle, .initial: 1
    case .preview: 0.8
    case .metadata, .sectionDetail: 0.62
    }
  }
}
