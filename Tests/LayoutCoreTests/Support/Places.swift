import LayoutCore

extension RowIndexPath {
  init(_ section: Int, _ row: Int) { self.init(section: section, row: row) }
}

extension ListElement {
  static func row(_ section: Int, _ row: Int) -> ListElement {
    .row(RowIndexPath(section: section, row: row))
  }
}

extension RowGeometry {
  /// A section of rows of 40 pixels, of which some are measured.
  init(rows: Int, measured: Range<Int> = 0..<0) {
    self.init()
    rebuild(sections: [SectionShape(rowCount: rows)]) { element in
      if case .row(let row) = element, measured.contains(row.row) { .measured(40) } else { .estimated(40) }
    }
  }
}
