import EntryRows
import VirtualList
import LayoutCore
import PangoText

/// Provides the library's rows to the list.
final class FeedLibraryDataSource: EntryListDataSource {
  private let library: FeedLibrary

  init(library: FeedLibrary) { self.library = library }

  func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] {
    SectionIndexMaker().entries(of: library.sections)
  }

  func numberOfSections(in list: ListView) -> Int { library.sections.count }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    library.sections[section].rows.count
  }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    switch element {
    case .row(let place):
      let row = library.sections[place.section].rows[place.row]
      return ItemIdentity(template: .entry, key: row.content.key, revision: row.revision)
    case .header(let section), .footer(let section):
      let section = library.sections[section]
      return ItemIdentity(template: .sectionHeader, key: section.key, revision: section.revision)
    }
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    switch element {
    case .row(let place): library.sections[place.section].rows[place.row].rowContent
    case .header(let section), .footer(let section): library.sections[section].headerContent
    }
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    switch element {
    case .row(let place):
      let row = library.sections[place.section].rows[place.row].content
      return TextLengths(title: row.entry.title?.utf8.count ?? 0, preview: row.preview.utf8.count)
    case .header(let section), .footer(let section):
      return TextLengths(title: library.sections[section].title.utf8.count, preview: 0)
    }
  }
}

extension LibrarySection {
  var headerContent: RowContent {
    RowContent(
      title: title, metadata: countText,
      accessibleName: "\(RowText.label(title, maximumLength: 300)), \(countText)")
  }
}

extension LibrarySection.Row {
  var rowContent: RowContent {
    RowContent(
      title: content.title, preview: content.preview, metadata: content.metadata,
      metadataTooltip: content.metadataTooltip, thumbnail: content.thumbnail,
      accessory: accessory,
      accessibleName: accessibleName)
  }

  /// The most Unicode scalars of each part of an accessible name.
  private static let maximumNameLength = 300

  private var accessory: Accessory {
    switch content.accessory {
    case .none: .none
    case .checkmark: .checkmark
    case .disclosure: isRead ? .checkmark : .disclosure
    }
  }

  /// "Read, TITLE, AUTHOR, DATE"; an entry without a title is named by its first words.
  private var accessibleName: String {
    let entry = content.entry
    let title = RowText.label(
      entry.title ?? content.preview, maximumLength: entry.title == nil ? 80 : Self.maximumNameLength)
    let parts = [
      isRead ? "Read" : "", title, RowText.label(content.author ?? "", maximumLength: Self.maximumNameLength),
      RowText.label(
        content.metadataTooltip ?? entry.dateText ?? "", maximumLength: Self.maximumNameLength),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
