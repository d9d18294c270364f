import LayoutCore

/// How heights are cached.
public nonisolated enum HeightCacheMode: String, CaseIterable, Sendable {
  /// Every query measures from nothing.
  case none
  /// By place in the list; follows its edits.
  case indexPath = "index-path"
  /// By the item's key; survives every edit.
  case key
}

/// The heights that were computed, kept as the list's cache mode says. Headers and footers have no index path: they are
/// kept by key in both modes.
struct HeightCaches {
  /// The most heights kept by key.
  private static let defaultKeyLimit = 1_000_000

  /// Another mode begins with no heights.
  var mode = HeightCacheMode.indexPath {
    didSet { if mode != oldValue { invalidateAll() } }
  }
  private var byIndexPath = IndexPathHeightCache()
  private var byKey = KeyedHeightCache<ItemKey>(capacity: HeightCaches.defaultKeyLimit)

  /// The most items whose heights are kept by key. A new limit begins with none.
  var keyLimit: Int {
    get { byKey.capacity }
    set { if newValue != keyLimit { byKey = KeyedHeightCache(capacity: newValue) } }
  }

  /// Whether edits change the heights that are kept by index path. Switched on again, it begins with none.
  var automaticallyInvalidates: Bool {
    get { byIndexPath.automaticallyInvalidates }
    set {
      guard newValue != automaticallyInvalidates else { return }
      if newValue {
        byIndexPath = IndexPathHeightCache()
      } else {
        byIndexPath.stopInvalidatingAutomatically()
      }
    }
  }

  /// Heights that are kept in the present mode.
  var count: Int {
    switch mode {
    case .none: 0
    case .indexPath: byIndexPath.count
    case .key: byKey.count
    }
  }

  /// Whether an element's height is kept by its item's key.
  func keepsByKey(_ element: ListElement) -> Bool { mode == .key || !element.isRow }

  func height(of element: ListElement, _ itemKey: ItemKey, for key: HeightKey) -> Int? {
    switch (mode, element) {
    case (.none, _): nil
    case (.indexPath, .row(let row)): byIndexPath.height(at: row, for: key)
    case (.indexPath, _), (.key, _): byKey.height(forKey: itemKey, for: key)
    }
  }

  /// The same, and what is kept by a key is dropped later than what is not asked for.
  mutating func use(_ element: ListElement, _ itemKey: ItemKey, for key: HeightKey) -> Int? {
    mode == .key ? byKey.use(itemKey, for: key) : height(of: element, itemKey, for: key)
  }

  mutating func store(_ height: Int, of element: ListElement, _ itemKey: ItemKey, for key: HeightKey) {
    switch (mode, element) {
    case (.none, _): break
    case (.indexPath, .row(let row)): byIndexPath.store(height, at: row, for: key)
    case (.indexPath, _), (.key, _): byKey.store(height, forKey: itemKey, for: key)
    }
  }

  mutating func invalidate(_ row: RowIndexPath, _ itemKey: ItemKey) {
    byIndexPath.invalidate(at: row)
    byKey.invalidate(itemKey)
  }

  mutating func invalidateAll() {
    byIndexPath.invalidateAll()
    byKey.invalidateAll()
  }

  /// Follows an edit.
  mutating func apply(_ change: ChangeSet) { byIndexPath.apply(change) }
}
