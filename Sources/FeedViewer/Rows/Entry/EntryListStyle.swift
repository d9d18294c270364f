import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// The names under which a list has the templates of its present rows and headers.
package nonisolated struct EntryTemplates: Sendable, Hashable {
  package var row: TemplateIdentifier
  /// Rows of entries that are not known yet.
  package var placeholder: TemplateIdentifier
  package var header: TemplateIdentifier

  /// The names in the usual density and size.
  package init() {
    row = .entry
    placeholder = .placeholderEntry
    header = .sectionHeader
  }

  /// Other looks have other names, by which cached heights are told apart. Short names are compared without following
  /// a reference.
  init(density: EntryDensity, zoom: Double) {
    self.init()
    if density != .usual || zoom != 1 {
      row = TemplateIdentifier("entry-\(density.rawValue.prefix(3))\(zoom)")
      placeholder = TemplateIdentifier("await-\(density.rawValue.prefix(3))\(zoom)")
    }
    if zoom != 1 { header = TemplateIdentifier("header-\(zoom)") }
  }
}

/// The density and the zoom of a list of entries. A change registers other templates and lays all rows out anew; the
/// line at the viewport's top and the selection stay.
package final class EntryListStyle {
  private struct Look: Hashable {
    var density = EntryDensity.usual
    var zoom = 1.0
  }

  private unowned let list: ListView
  /// What the data source refers to.
  package private(set) var templates = EntryTemplates()
  private var shown = Look()
  /// What the list shows as soon as it is seen.
  private var wanted = Look()
  private let signs: EntrySigns

  /// - Parameter list: A list of entries, which must outlive this object.
  package init(of list: ListView) {
    self.list = list
    signs = EntrySigns(of: list.widget.pointer)
    register()
    // The widest column depends on the font.
    list.onFontChange = { [weak self] in self?.register() }
    Signal.connect(list.widget.pointer, "map") { [weak self] in self?.showWanted() }
  }

  /// Shows more or less of each entry, in another size. A hidden list follows when it is seen again.
  ///
  /// - Parameters:
  ///   - density: How much of each entry is shown; nil for no change.
  ///   - zoom: The size of the texts as a multiple of their usual size; positive, nil for no change.
  /// - Complexity: O(rows), with very little for rows that share estimates; heights are measured in idle time, those on screen
  ///   at once.
  package func set(density: EntryDensity? = nil, zoom: Double? = nil) {
    if let density { wanted.density = density }
    if let zoom { wanted.zoom = zoom }
    if list.geometry.elementCount == 0 || gtk_widget_get_mapped(list.widget.pointer) != 0 { showWanted() }
  }

  private func showWanted() {
    guard wanted != shown else { return }
    // An empty list has nothing to lay out, and no selection of which its delegate would be told.
    guard list.geometry.elementCount > 0 else { return takeOverWanted() }
    list.reloadKeepingReadingPlace { takeOverWanted() }
  }

  private func takeOverWanted() {
    shown = wanted
    templates = EntryTemplates(density: shown.density, zoom: shown.zoom)
    register()
  }

  fileprivate func register() {
    let appearance = EntryAppearance(density: shown.density, zoom: shown.zoom, in: list)
    list.register(EntryTemplate(appearance, signs: signs), as: templates.row)
    list.register(PlaceholderTemplate(appearance, in: list), as: templates.placeholder)
    list.register(SectionHeaderTemplate(appearance), as: templates.header)
  }
}

extension ListView {
  /// A list with the templates of entries and section headers, in the usual density and size.
  ///
  /// - Parameter pictureDecoder: Decodes the rows' pictures; nil leaves their places empty.
  package static func forEntries(pictureDecoder: PictureDecoder? = nil) -> ListView {
    let list = ListView(pictureDecoder: pictureDecoder)
    let style = EntryListStyle(of: list)
    list.onFontChange = { style.register() }
    return list
  }
}
