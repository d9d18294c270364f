import FeedViewerFeeds

nonisolated extension Article {
  /// Leaves out the columns of tables in which no cell begins: they have no width (HTML Living Standard, section 4.9.12; CSS
  /// 2.2, section 17.5.2.2), and a cell may claim a thousand of them.
  ///
  /// - Complexity: O(cells of the tables that have cells of several columns).
  mutating func dropEmptyColumns() {
    for table in tables.indices {
      let rows = rows(ofTable: table).filter { !blocks[$0].cells.isEmpty }
      guard rows.contains(where: { blocks[$0].cells.contains { $0.span > 1 } }) else { continue }
      var isStart = Array(repeating: false, count: tables[table].columnCount + 1)
      for row in self.rows(ofTable: table) {
        var column = 0
        let cells = blocks[row].cells
        if cells.isEmpty {
          for cell in 0..<blocks[row].cellRanges.count where cell < isStart.count { isStart[cell] = true }
        }
        for cell in cells {
          if column < isStart.count { isStart[column] = true }
          column += cell.span
        }
      }
      // The number of columns before each one.
      var places: [Int] = [0]
      for start in isStart { places.append(places[places.count - 1] + (start ? 1 : 0)) }
      let count = places[places.count - 2]
      guard count > 0, count < tables[table].columnCount else { continue }
      for row in rows {
        var column = 0
        blocks[row].cells = blocks[row].cells.map { cell in
          let end = min(column + cell.span, tables[table].columnCount)
          var new = cell
          new.span = max(1, places[end] - places[min(column, end)])
          column += cell.span
          return new
        }
      }
      tables[table].columnCount = count
    }
  }
}
