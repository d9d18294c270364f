import LayoutCore
import PangoText
import VirtualList

/// What one row or section header shows, as values.
///
/// All texts are bounded (`RowText`), wherever they come from.
public nonisolated struct RowContent: Sendable, Equatable {
  /// Unicode scalars of a tooltip; more would not fit on a screen.
  static let maximumTooltipLength = 1_000
  /// Unicode scalars of a name for assistive tools.
  static let maximumNameLength = 1_000

  public let title: String
  public let preview: String
  /// The line of author and date.
  public let metadata: String
  /// The tooltip of `metadata`: the date in full.
  public let metadataTooltip: String?
  public let thumbnail: Thumbnail
  public let accessory: Accessory
  /// What assistive tools call the row; its position is added by the list.
  public let accessibleName: String

  public init(
    title: String, preview: String = "", metadata: String = "", metadataTooltip: String? = nil,
    thumbnail: Thumbnail = .none, accessory: Accessory = .none, accessibleName: String
  ) {
    self.title = RowText.paragraph(title)
    self.preview = RowText.paragraph(preview)
    self.metadata = RowText.paragraph(metadata)
    self.metadataTooltip = metadataTooltip.map {
      RowText.label($0, maximumLength: Self.maximumTooltipLength)
    }
    self.thumbnail = thumbnail
    self.accessory = accessory
    self.accessibleName = RowText.label(accessibleName, maximumLength: Self.maximumNameLength)
  }
}

/// The picture at a row's start.
public nonisolated enum Thumbnail: Sendable, Hashable {
  case none
  /// A local image file; the initial stands in until it is decoded, or if it can't be.
  case image(path: String, placeholder: Initial)
  case initial(Initial)
}

/// A letter on a coloured circle.
public nonisolated struct Initial: Sendable, Hashable {
  public var letter: String
  /// Which of the palette's colours; any number.
  public var colorIndex: Int

  public init(letter: String, colorIndex: Int) {
    self.letter = letter
    self.colorIndex = colorIndex
  }

  /// Unicode scalars of a name that are looked at.
  private static let maximumNameLength = 256

  /// The first letter of a name, and a colour that is always the same for that name's beginning.
  public init(of name: String) {
    let name = RowText.paragraph(name, maximumLength: Self.maximumNameLength)
    let first = name.first { $0.isLetter || $0.isNumber }
    letter = first.map { String($0).uppercased() } ?? "•"
    // FNV-1a: Swift's own hash changes with every start.
    let hash = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    colorIndex = Int(hash >> 33)
  }
}
