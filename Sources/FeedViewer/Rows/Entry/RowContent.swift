import GtkInterop
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
  package let readState: ReadState
  package let isStarred: Bool
  /// The accessible name; the list appends the position.
  package let accessibleName: String

  package init(
    title: String, preview: String = "", isPassage: Bool = false, metadata: String = "",
    metadataTooltip: String? = nil,
    thumbnail: Thumbnail = .none, readState: ReadState = .unmarked, isStarred: Bool = false,
    accessibleName: String
  ) {
    self.title = RowText.paragraph(title)
    self.preview = RowText.paragraph(preview)
    self.isPassage = isPassage
    self.metadata = RowText.paragraph(metadata)
    self.metadataTooltip = metadataTooltip.map {
      RowText.label($0, maximumLength: Self.maximumTooltipLength)
    }
    self.thumbnail = thumbnail
    self.readState = readState
    self.isStarred = isStarred
    self.accessibleName = RowText.label(accessibleName, maximumLength: Self.maximumNameLength)
  }

  /// What is between two parts of `metadata`, each of which has a direction of its own (Unicode Bidirectional Algorithm, FSI and
  /// PDI).
  package static let partBoundary = "\u{2069} · \u{2068}"
  private static let isolateLength = 3

  /// The length of the last part of `metadata` with the separator before it, in bytes; 0 if there is only one.
  var lastPartLength: Int {
    let (text, boundary) = (Array(metadata.utf8), Array(Self.partBoundary.utf8))
    guard text.count > boundary.count else { return 0 }
    let starts = (0...text.count - boundary.count).reversed()
    let start = starts.first { text[$0..<$0 + boundary.count].elementsEqual(boundary) }
    return start.map { text.count - $0 - Self.isolateLength } ?? 0
  }

  /// What decides the height of a row.
  ///
  /// - Precondition: The texts are bounded paragraphs, as `RowText.paragraph` makes them.
  package init(
    measuring title: String, preview: String, isPassage: Bool, metadata: String, thumbnail: Thumbnail
  ) {
    self.title = title
    self.preview = preview
    self.isPassage = isPassage
    self.metadata = metadata
    self.thumbnail = thumbnail
    metadataTooltip = nil
    readState = .unmarked
    isStarred = false
    accessibleName = ""
  }
}

/// Whether an entry was read, which changes how its row is drawn, but not its height.
package nonisolated enum ReadState: Sendable, Hashable {
  /// Bold, without a sign: rows of which it is not known.
  case unmarked
  /// Bold, with a dot.
  case unread
  /// Not bold.
  case read
  /// Not bold, dim and without a sign: a feed that is only named.
  case reference
}

/// The picture at the end of a row.
package nonisolated enum Thumbnail: Sendable, Hashable {
  case none
  /// A local image file. Its place is empty until it is decoded.
  case image(path: String)
  /// An image that is not read, for a reason.
  case refused(PictureFailure)
}
