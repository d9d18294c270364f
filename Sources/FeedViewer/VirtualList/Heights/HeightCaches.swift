import LayoutCore

/// How heights are cached.
public nonisolated enum HeightCacheMode: String, CaseIterable, Sendable {
  /// Nothing is cached: every query measures.
  case none
  /// By index path; the cache follows the list's edits.
  case indexPath = "index-path"
  /// By the item's key; edits keep the cache.
  case key
}

/// The height caches of a list, of which its cache mode selects one. Headers and footers have no index path, so they are
/// cached by key in both modes.
struct HeightCaches {
  /// The maximum number of heights cached by key.
  private static let defaultKeyLimit = 1_000_000

  /// Changing the mode empties the cache.
  var mode = HeightCacheMode.indexPath {
    didSet { if mode != oldValue { invalidateAll() } }
  }
  private var byIndexPath = IndexPathHeightCache()
  private var byKey = KeyedHeightCache<ItemKey>(capacity: HeightCaches.defaultKeyLimit)

  /// The maximum number of items whose heights are cached by key. Changing it empties the cache.
  var keyLimit: Int {
    get { byKey.capacity }
    set { if newValue != keyLimit { byKey = KeyedHeightCache(capacity: newValue) } }
  }

  /// Whether edits update the heights cached by index path. Setting it to true again empties the cache.
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

  /// The number of heights cached in the present mode.
  var count: Int {
    switch mode {
    case .none: 0
    case .indexPath: byIndexPath.count
    case .key: byKey.count
    }
  }

  /// Whether an element's height is cached by its item's key.
  func keepsByKey(_ element: ListElement) -> Bool { keepsRowsByKey || !element.isRow }

  var keepsRowsByKey: Bool { mode == .key }

  func height(of element: ListElement, _ itemKey: ItemKey, for key: HeightKey) -> Int? {
    switch (mode, element) {
    case (.none, _): nil
    case (.indexPath, .row(let row)): byIndexPath.height(at: row, for: key)
    case (.indexPath, _), (.key, _): byKey.height(forKey: itemKey, for: key)
    }
  }

  /// The same; a height found by key also counts as recently used.
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
