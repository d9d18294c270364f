import VirtualList

/// The nine edits of a list, with the titles of their buttons.
enum Edit: String, CaseIterable {
  case insertRow = "_Insert row"
  case deleteRow = "_Delete row"
  case reloadRow = "_Reload row"
  case moveRow = "_Move row"
  case insertSection = "I_nsert section"
  case deleteSection = "D_elete section"
  case reloadSection = "Re_load section"
  case moveSection = "Mo_ve section"
  case reloadData = "Reload d_ata"
}

/// A data source whose edits are told to the list one by one. `ArrayDataSource` finds them by comparing arrays instead.
@MainActor final class Posts: ListDataSource {
  struct Section {
    let number: Int
    var posts: [Post]
    /// Every third section ends with a footer.
    var hasFooter: Bool { number % 3 == 0 }
  }

  private(set) var sections: [Section] = []
  private var postCount = 0
  private var sectionCount = 0

  init(sections count: Int, posts: Int) { for _ in 0..<count { sections.append(newSection(posts: posts)) } }

  private func newPost() -> Post {
    postCount += 1
    return Post(number: postCount)
  }

  private func newSection(posts count: Int) -> Section {
    sectionCount += 1
    return Section(number: sectionCount, posts: (0..<count).map { _ in newPost() })
  }

  /// Makes an edit at a row and its section. An edit without a row or a section to be made at does nothing.
  func make(_ edit: Edit, at place: RowIndexPath, in list: ListView) {
    let section = place.section
    let hasSection = sections.indices.contains(section)
    let hasRow = hasSection && sections[section].posts.indices.contains(place.row)
    switch edit {
    case .insertRow where hasSection:
      let new = RowIndexPath(section: section, row: min(place.row, sections[section].posts.count))
      sections[section].posts.insert(newPost(), at: new.row)
      list.insertRows([new])
    case .deleteRow where hasRow: delete([place], in: list)
    case .reloadRow where hasRow:
      sections[section].posts[place.row].edition += 1
      list.reloadRows([place])
    case .moveRow where hasRow:
      let to = placeBelow(place)
      let post = sections[section].posts.remove(at: place.row)
      sections[to.section].posts.insert(post, at: to.row)
      list.moveRow(from: place, to: to)
    case .insertSection:
      let new = min(section, sections.count)
      sections.insert(newSection(posts: 3), at: new)
      list.insertSections([new])
    case .deleteSection where hasSection:
      sections.remove(at: section)
      list.deleteSections([section])
    case .reloadSection where hasSection:
      sections[section].posts = sections[section].posts.reversed() + [newPost()]
      list.reloadSections([section])
    case .moveSection where hasSection:
      let to = (section + 1) % sections.count
      sections.insert(sections.remove(at: section), at: to)
      list.moveSection(from: section, to: to)
    case .reloadData:
      // The heights of posts that are the same are in a cache by key, but not in one by index path.
      sections.reverse()
      for index in sections.indices where !sections[index].posts.isEmpty {
        sections[index].posts[0].edition += 1
      }
      list.reloadData()
    default: break
    }
  }

  /// - Parameter rows: In the order of the list.
  func delete(_ rows: [RowIndexPath], in list: ListView) {
    for row in rows.reversed() { sections[row.section].posts.remove(at: row.row) }
    list.deleteRows(rows)
  }

  /// One row further down; after the last row of a section, the beginning of the next one.
  private func placeBelow(_ place: RowIndexPath) -> RowIndexPath {
    if place.row + 1 < sections[place.section].posts.count {
      return RowIndexPath(section: place.section, row: place.row + 1)
    }
    return RowIndexPath(section: (place.section + 1) % sections.count, row: 0)
  }

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].posts.count }

  func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { true }

  func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool { sections[section].hasFooter }

  /// The key stays the same for as long as the post exists; the revision changes with what it shows.
  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    if case .row(let place) = element {
      let post = sections[place.section].posts[place.row]
      return ItemIdentity(
        template: "post", key: ItemKey("\(post.number)"), revision: UInt64(post.edition))
    }
    return ItemIdentity(template: "title", key: ItemKey(title(of: element)), revision: 0)
  }

  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    if case .row(let place) = element { return sections[place.section].posts[place.row] }
    return title(of: element)
  }

  private func title(of element: ListElement) -> String {
    let number = sections[element.section].number
    if case .footer = element { return "End of section \(number)" }
    return "Section \(number)"
  }

  func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] {
    sections.enumerated().map { index, section in
      SectionIndexEntry(
        label: "\(section.number)", title: "Section \(section.number)", element: .header(index))
    }
  }
}
