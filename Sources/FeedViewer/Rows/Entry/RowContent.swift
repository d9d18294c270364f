import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// The content of a row or section header, as values.
///
/// All texts are bounded (`RowText`), whatever their source.
package nonisolated struct RowContent: Sendable, Equatable {
  /// The most Unicode scalars of a tooltip; more would not fit on a screen.
  static let maximumTooltipLength = 1_000
  /// The most Unicode scalars of an accessible name.
  static let maximumNameLength = 1_000

  package let title: String
  package let preview: String
  /// Whether `preview` is a passage that a search has found, which is shown in every density.
  package let isPassage: Bool
  /// Author and date.
  package let metadata: String
  /// The tooltip of `metadata`: the full date.
  package let metadataTooltip: String?
  package let thumbnail: Thumbnail
  package let accessory: Accessory
  package let readState: ReadState
  package let isStarred: Bool
  /// The accessible name; the list appends the position.
  package let accessibleName: String

  package init(
    title: String, preview: String = "", isPassage: Bool = false, metadata: String = "",
    metadataTooltip: String? = nil,
    thumbnail: Thumbnail = .none, accessory: Accessory = .none, readState: ReadState = .unmarked,
    isStarred: Bool = false, accessibleName: String
  ) {
    self.title = RowText.paragraph(title)
    self.preview = RowText.paragraph(preview)
    self.isPassage = isPassage
    self.metadata = RowText.paragraph(metadata)
    self.metadataTooltip = metadataTooltip.map {
      RowText.label($0, maximumLength: Self.maximumTooltipLength)
    }
    self.thumbnail = thumbnail
    self.accessory = accessory
    self.readState = readState
    self.isStarred = isStarred
    self.accessibleName = RowText.label(accessibleName, maximumLength: Self.maximumNameLength)
  }
}

extension RowContent {
  /// The direction of the title, or of the text without a title; nil if it has none, such as a number.
  nonisolated var direction: LayoutDirection? {
    switch WritingDirection(of: title.isEmpty ? preview : title) {
    case .leftToRight: .leftToRight
    case .rightToLeft: .rightToLeft
    case nil: nil
    }
  }
}

/// Whether an entry was read, which changes how its row is drawn, but not its height.
package nonisolated enum ReadState: Sendable, Hashable {
  /// Bold, without a sign: rows of which it is not known.
  case unmarked
  /// Bold, with a dot.
  case unread
  /// Paler, and not bold.
  case read
}

/// The picture at the start of a row.
package nonisolated enum Thumbnail: Sendable, Hashable {
  case none
  /// A local image file; the initial replaces it until it is decoded, or if it can't be decoded.
  case image(path: String, placeholder: Initial)
  /// An image that is not read, for a reason; the initial replaces it.
  case refused(PictureFailure, placeholder: Initial)
  case initial(Initial)
}

/// A letter on a coloured circle.
package nonisolated struct Initial: Sendable, Hashable {
  package var letter: String
  /// Selects a colour of the palette; any number.
  package var colorIndex: Int

  package init(letter: String, colorIndex: Int) {
    self.letter = letter
    self.colorIndex = colorIndex
  }

  /// The most Unicode scalars of a name that are examined.
  private static let maximumNameLength = 256

  /// The first letter of a name, with a colour that depends only on the beginning of the name.
  package init(of name: String) {
    let name = RowText.paragraph(name, maximumLength: Self.maximumNameLength)
    let first = name.first { $0.isLetter || $0.isNumber }
    letter = first.map { String($0).uppercased() } ?? "•"
    // FNV-1a, because Swift's own hash is seeded randomly.
    let hash = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    colorIndex = Int(hash >> 33)
  }
}
