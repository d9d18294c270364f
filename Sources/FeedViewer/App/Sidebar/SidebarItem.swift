import FeedViewerBase

/// An item of the sidebar, as a value: the sidebar knows nothing of what stands behind it.
nonisolated struct SidebarItem: Equatable, Identifiable {
  enum ID: Hashable {
    case list(Scope)
    /// A feed that an OPML file names, and that is not open. Several folders may name it.
    ///
    /// - Parameter folder: The list of the folder.
    case closedFeed(FilePath, folder: Scope)
    /// A heading, which can't be selected.
    case heading
    /// Stands for all missing files if there are very many.
    case missingFiles

    /// The list that it shows; nil for none.
    var list: Scope? {
      if case .list(let list) = self { list } else { nil }
    }
  }

  enum Status: Equatable {
    case ready
    case loading
    /// Nothing can be shown of it: its name is dim, too.
    case failed
    /// What was read before is shown, because the file can't be read any more.
    case outdated
    /// There is something to know about the file, such as repairs.
    case remarked
    /// It is not open, and as dim as one that can't be read.
    case closed
  }

  /// Which context menu it has.
  enum MenuKind: Equatable {
    case smartList
    case feed(hasWebsite: Bool)
    /// A folder of an OPML file, or the file itself.
    case folder
    /// - Parameter sentence: What is wrong.
    case problem(_ sentence: String)
    case missingFiles
  }

  let id: ID
  /// The name of a symbolic icon; nil for a heading.
  let icon: String?
  let name: String
  /// A second line that tells it from others of the same name.
  var detail: String?
  /// What is shown at the end; empty for nothing.
  var count = ""
  var status = Status.ready
  var tooltip: String?
  var accessibleName: String
  /// Nil for a heading, and for a feed that is not open.
  var menu: MenuKind?
  /// Whether it can be moved among its neighbours that can be moved, too, and dragged out of the window as a file.
  var isMovable = false
  /// The number of items around it, which come before it.
  var level = 0
  /// Whether the items in it are shown, which come after it; nil if there can't be any.
  var isExpanded: Bool?

  /// The file that it stands for; nil if it stands for none.
  var path: FilePath? {
    if case .list(let list) = id { list.file } else { nil }
  }

  /// The path that names its list if that is of one file, or of all missing ones.
  var listedPath: FilePath? { id == .missingFiles ? MissingFiles.list : path }

  /// The feed that it opens; nil if it shows a list.
  var feedToOpen: FilePath? {
    if case .closedFeed(let path, _) = id { path } else { nil }
  }

  /// A heading above other items.
  static func heading(_ name: String) -> SidebarItem {
    SidebarItem(id: .heading, icon: nil, name: name, accessibleName: name)
  }
}

/// What the sidebar shows.
nonisolated struct SidebarContent: Equatable {
  /// With unique identifiers.
  var items: [SidebarItem] = []
  var selected: SidebarItem.ID?
}

nonisolated extension [SidebarItem] {
  /// The places of the items in an item, at all levels.
  func descendants(of place: Int) -> Range<Int> {
    place + 1..<(self[(place + 1)...].firstIndex { $0.level <= self[place].level } ?? count)
  }

  /// The place of the item that another one is in; nil if it is in none.
  func parent(of place: Int) -> Int? { self[..<place].lastIndex { $0.level < self[place].level } }
}
