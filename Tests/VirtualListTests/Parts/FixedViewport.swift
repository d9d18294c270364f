import LayoutCore

@testable import VirtualList

/// A viewport over rows whose exact heights are fixed; they are estimated until they are measured.
final class FixedViewport: MeasuredViewport {
  struct Section {
    var header: Int?
    var rows: [Int]
    var footer: Int?
  }

  private(set) var geometry = RowGeometry()
  var contentOffset = 0
  let pageHeight: Int
  let scale: Double
  /// The elements that were measured, in order.
  private(set) var measured: [ListElement] = []
  private let sections: [Section]

  /// - Parameters:
  ///   - pageHeight: In device pixels.
  ///   - estimate: The height of rows that are not measured yet; nil if all are measured.
  init(_ sections: [Section], pageHeight: Int = 300, scale: Double = 1, estimate: Int? = nil) {
    self.sections = sections
    self.pageHeight = pageHeight
    self.scale = scale
    geometry.rebuild(
      sections: sections.map {
        SectionShape(rowCount: $0.rows.count, hasHeader: $0.header != nil, hasFooter: $0.footer != nil)
      }
    ) { element in
      let height = Self.height(of: element, in: sections)
      guard element.isRow, let estimate else { return .measured(height) }
      return .estimated(estimate)
    }
  }

  convenience init(rows: [Int], pageHeight: Int = 300, estimate: Int? = nil) {
    self.init([Section(rows: rows)], pageHeight: pageHeight, estimate: estimate)
  }

  func measuredHeight(of element: ListElement) -> Int {
    let height = Self.height(of: element, in: sections)
    if case .estimated = geometry.height(of: element) {
      measured.append(element)
      _ = geometry.setHeight(.measured(height), of: element)
    }
    return height
  }

  private static func height(of element: ListElement, in sections: [Section]) -> Int {
    switch element {
    case .row(let row): sections[row.section].rows[row.row]
    case .header(let section): sections[section].header ?? 0
    case .footer(let section): sections[section].footer ?? 0
    }
  }
}
