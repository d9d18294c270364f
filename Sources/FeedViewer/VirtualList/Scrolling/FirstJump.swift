import LayoutCore

/// Where a list begins that was scrolled before its first layout.
enum FirstJump {
  case element(ListElement, ScrollAlignment)
  case reading(ReadingAnchor)

  /// The same place after an edit; nil if its row was deleted.
  func moved(by change: ChangeSet) -> FirstJump? {
    switch self {
    case .element(let element, let alignment):
      return change.newElement(for: element).map { .element($0, alignment) }
    case .reading(let reading): return reading.moved(by: change).map { .reading($0) }
    }
  }
}
