extension ChangeSet {
  /// Moves of rows or sections, which are found by source and by destination.
  struct Moves<Index: Comparable & Sendable>: Sendable {
    /// The move of one item.
    struct Move: Sendable {
      var from: Index
      var to: Index
    }

    /// Ascending by destination.
    let byDestination: [Move]
    /// Ascending by source.
    let bySource: [Move]

    static var none: Moves { Moves([]) }

    /// - Parameter moves: In any order, with different sources and different destinations.
    /// - Complexity: O(k log k); moves that are sorted by destination take half as long.
    init(_ moves: [Move]) {
      byDestination = Self.isAscending(moves, \.to) ? moves : moves.sorted { $0.to < $1.to }
      bySource = Self.isAscending(moves, \.from) ? moves : moves.sorted { $0.from < $1.from }
    }

    var isEmpty: Bool { bySource.isEmpty }
    var count: Int { bySource.count }

    /// Where an item moves; nil if it does not move. O(log k).
    func destination(of from: Index) -> Index? {
      let place = bySource.partitionPoint { $0.from < from }
      return place < bySource.count && bySource[place].from == from ? bySource[place].to : nil
    }

    /// Where the item at a place after the change was before; nil if it did not move. O(log k).
    func source(of to: Index) -> Index? {
      let place = byDestination.partitionPoint { $0.to < to }
      return place < byDestination.count && byDestination[place].to == to ? byDestination[place].from : nil
    }

    private static func isAscending(_ moves: [Move], _ index: (Move) -> Index) -> Bool {
      zip(moves, moves.dropFirst()).allSatisfy { index($0) < index($1) }
    }
  }
}
