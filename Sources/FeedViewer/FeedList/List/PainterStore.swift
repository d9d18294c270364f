import LayoutCore

/// Painters of rows that are not on screen: of those about to come, and of those that were there last.
final class PainterStore {
  /// Two screens of small rows.
  private static let capacity = 48

  private struct Entry {
    let painter: RowPainter
    let identity: ItemIdentity
    let conditions: RowMeasurer.Conditions
    let age: Int
  }

  private var entries: [ItemKey: Entry] = [:]
  private var clock = 0

  func holds(_ identity: ItemIdentity, under conditions: RowMeasurer.Conditions) -> Bool {
    guard let entry = entries[identity.key] else { return false }
    return entry.identity == identity && entry.conditions == conditions
  }

  /// Hands a painter out; it is in the store no longer.
  func take(_ identity: ItemIdentity, under conditions: RowMeasurer.Conditions) -> RowPainter? {
    guard holds(identity, under: conditions) else { return nil }
    return entries.removeValue(forKey: identity.key)?.painter
  }

  func store(_ painter: RowPainter, of identity: ItemIdentity, under conditions: RowMeasurer.Conditions) {
    clock += 1
    entries[identity.key] = Entry(painter: painter, identity: identity, conditions: conditions, age: clock)
    if entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.age < $1.value.age }) {
      entries[oldest.key] = nil
    }
  }

  func removeAll() { entries = [:] }
}
