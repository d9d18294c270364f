import LayoutCore

/// A data source over arrays: sections of items that all have the same template.
///
///     let names = ArrayDataSource(["Ada", "Grace"], template: "name") { $0 }
///     list.dataSource = names
///     names.update(in: list) { $0[0].items.append("Hedy") }
///
/// The list does not retain its data source: keep a reference to it.
public final class ArrayDataSource<Item: Hashable & Sendable>: ListDataSource {
  /// Some items with a title above them and one below.
  public nonisolated struct Section: Sendable {
    /// Names the section: unique among the sections, and the same for as long as it exists.
    public let key: String
    /// The text of the header; nil for no header.
    public let header: String?
    /// The text of the footer; nil for no footer.
    public let footer: String?
    /// The label of the section in the list's section index; nil if the index has no entry for it.
    public let indexLabel: String?
    /// The items of the rows, in order.
    public var items: [Item]

    /// Creates a section; by default without header, footer and index label.
    public init(
      key: String, header: String? = nil, footer: String? = nil, indexLabel: String? = nil, items: [Item]
    ) {
      self.key = key
      self.header = header
      self.footer = footer
      self.indexLabel = indexLabel
      self.items = items
    }
  }

  /// The sections in the order of the list.
  public private(set) var sections: [Section]
  private var identities: [[ItemIdentity]]
  private let titleTemplate: TemplateIdentifier
  private let identify: (Item) -> ItemIdentity

  /// Creates a data source with several sections.
  ///
  /// - Parameters:
  ///   - sections: The sections in the order of the list; their keys must be unique.
  ///   - template: The template of the items, whose content is an `Item`.
  ///   - titleTemplate: The template of headers and footers, whose content is a `String`.
  ///   - key: The stable identity of an item: unique in the list, and unchanged when the item's content changes.
  /// - Complexity: O(n).
  public init(
    sections: [Section], template: TemplateIdentifier, titleTemplate: TemplateIdentifier = "title",
    key: @escaping (Item) -> String
  ) {
    self.sections = sections
    self.titleTemplate = titleTemplate
    func identify(_ item: Item) -> ItemIdentity {
      ItemIdentity(
        template: template, key: ItemKey(key(item)), revision: UInt64(bitPattern: Int64(item.hashValue)))
    }
    self.identify = identify
    identities = sections.map { $0.items.map(identify) }
  }

  /// Creates a data source with one section without header and footer.
  ///
  /// - Parameters:
  ///   - items: The items of the rows, in order.
  ///   - template: The template of the items, whose content is an `Item`.
  ///   - key: The stable identity of an item: unique in the list, and unchanged when the item's content changes.
  /// - Complexity: O(n).
  public convenience init(
    _ items: [Item], template: TemplateIdentifier, key: @escaping (Item) -> String
  ) {
    self.init(sections: [Section(key: "items", items: items)], template: template, key: key)
  }

  /// Changes the sections, and edits the list by the differences: rows and sections are inserted, deleted, moved or
  /// measured again.
  ///
  /// - Parameters:
  ///   - list: The list that shows this data source.
  ///   - change: Changes the sections in place.
  /// - Complexity: O(n), and O(m log m) for the m rows of a section between the first and the last difference.
  public func update(in list: ListView, _ change: (inout [Section]) -> Void) {
    let before = keys
    change(&sections)
    identities = sections.map { $0.items.map(identify) }
    list.apply(.difference(from: before, to: keys))
  }

  private var keys: [SectionKeys] {
    zip(sections, identities).map { section, rows in
      SectionKeys(
        key: section.key, rows: rows.map { SectionKeys.Row(key: $0.key, revision: $0.revision) })
    }
  }

  private func title(of element: ListElement) -> String? {
    if case .header(let section) = element {
      sections[section].header
    } else {
      sections[element.section].footer
    }
  }

  /// The number of sections.
  public func numberOfSections(in list: ListView) -> Int { sections.count }

  /// The number of items of a section.
  public func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    sections[section].items.count
  }

  public func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool {
    sections[section].header != nil
  }

  public func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool {
    sections[section].footer != nil
  }

  public func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    let kind: String
    switch element {
    case .row(let path): return identities[path.section][path.row]
    case .header: kind = "header"
    case .footer: kind = "footer"
    }
    return ItemIdentity(
      template: titleTemplate,
      key: ItemKey("\(kind) of \(sections[element.section].key)"), revision: 0)
  }

  public func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    if case .row(let path) = element { return sections[path.section].items[path.row] }
    // Sections without a title have no header, those without a text no footer.
    return title(of: element) ?? ""
  }

  public func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] {
    sections.indices.compactMap { index in
      let section = sections[index]
      return section.indexLabel.map {
        SectionIndexEntry(label: $0, title: section.header ?? $0, element: .header(index))
      }
    }
  }
}
