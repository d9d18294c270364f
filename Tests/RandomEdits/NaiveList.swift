import LayoutCore
import RandomNumbers

/// A list as plain arrays: the model that optimised structures are compared with.
package struct NaiveList: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    /// The stable identity of the row; new rows have new numbers.
    package var identity: Int
    package var height: RowHeight

    package init(identity: Int, height: RowHeight) {
      self.identity = identity
      self.height = height
    }
  }

  package struct Section: Equatable, Sendable {
    package var identity: Int
    package var header: RowHeight?
    package var rows: [Row]
    package var footer: RowHeight?

    package init(identity: Int, header: RowHeight?, rows: [Row], footer: RowHeight? = nil) {
      self.identity = identity
      self.header = header
      self.rows = rows
      self.footer = footer
    }
  }

  package var sections: [Section] = []

  package init() {}

  package var counts: [Int] { sections.map(\.rows.count) }

  package var shapes: [SectionShape] {
    sections.map {
      SectionShape(rowCount: $0.rows.count, hasHeader: $0.header != nil, hasFooter: $0.footer != nil)
    }
  }

  /// All elements in order.
  package var elements: [(element: ListElement, height: RowHeight)] {
    sections.enumerated().flatMap { index, section in
      (section.header.map { [(ListElement.header(index), $0)] } ?? [])
        + section.rows.enumerated().map {
          (ListElement.row(RowIndexPath(section: index, row: $0)), $1.height)
        } + (section.footer.map { [(ListElement.footer(index), $0)] } ?? [])
    }
  }

  package func height(of element: ListElement) -> RowHeight? {
    elements.first { $0.element == element }?.height
  }

  package func identity(at row: RowIndexPath) -> Int { sections[row.section].rows[row.row].identity }

  package var placesByIdentity: [Int: RowIndexPath] {
    var places: [Int: RowIndexPath] = [:]
    for case (.row(let row), _) in elements { places[identity(at: row)] = row }
    return places
  }

  package static func random(
    sections: ClosedRange<Int> = 0...4, rows: ClosedRange<Int> = 0...6, using random: inout SplitMix64,
    next identity: inout Int
  ) -> NaiveList {
    var list = NaiveList()
    for _ in 0..<Int.random(in: sections, using: &random) {
      list.sections.append(section(rows: rows, using: &random, next: &identity))
    }
    return list
  }

  package static func section(
    rows count: ClosedRange<Int> = 0...6, using random: inout SplitMix64, next identity: inout Int
  ) -> Section {
    identity += 1
    let section = identity
    var rows: [Row] = []
    for _ in 0..<Int.random(in: count, using: &random) { rows.append(row(using: &random, next: &identity)) }
    return Section(identity: section, header: height(using: &random), rows: rows)
  }

  package static func row(using random: inout SplitMix64, next identity: inout Int) -> Row {
    identity += 1
    return Row(identity: identity, height: height(using: &random))
  }

  /// A random height: often 0, and seldom just below or above 15 bits.
  package static func height(using random: inout SplitMix64) -> RowHeight {
    let isTall = random.chance(0.01)
    let some =
      isTall ? Int.random(in: 32_766...32_769, using: &random) : Int.random(in: 1...90, using: &random)
    let value = random.chance(0.2) ? 0 : some
    return random.chance(0.5) ? .measured(value) : .estimated(value)
  }
}
