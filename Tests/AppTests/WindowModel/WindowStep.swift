/// Something that a reader does, or that happens to files, while a window is open.
nonisolated enum WindowStep: Hashable, Sendable {
  nonisolated enum Edit: Hashable, Sendable {
    /// A new entry comes first.
    case prepend(Int)
    /// An entry that was there before comes back at the end.
    case append(Int)
    case remove(Int)
    case change(Int)
    case reverse
  }

  case select(ModelEntry)
  case turn(String)
  case open
  case show(WindowModel.List)
  case neighbourList(Int)
  case search(String)
  case endSearch
  case searchAll
  case filter(WindowModel.Filter)
  case order(WindowModel.Order)
  case grouping(WindowModel.Grouping)
  case density(String)
  case reload
  case edit(Int, Edit)
  case toggle(WindowModel.Mark)
  case setShown(WindowModel.Mark, Bool)
  case markAllRead
  case markListRead(WindowModel.List)
  case markAboveRead
  case markBelowRead
  case delete
  case restoreRemoved(Int)
  case undo
  case redo
  case closeFeed(Int)
  case openFeed(Int)
  case moveFeed(Int, Int)
  case cleanUp
  case showInFeed
  case showInList
  case nextPane(Bool)
}
