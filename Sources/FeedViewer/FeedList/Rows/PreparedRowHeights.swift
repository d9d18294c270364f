import LayoutCore
import PangoText

/// Rows whose texts are prepared once, on all cores, to be measured at any width after.
public final class PreparedRowHeights {
  private let contents: [RowContent]
  private let rows: [PreparedRow?]
  private let text: TextSystem
  /// Rows whose texts are prepared in one go; few enough that the text system keeps all of them.
  private static let sliceLength = 2048

  /// - Parameter text: Measures with a widget's settings, or with GTK's own where there is no display.
  public init(of contents: [RowContent], text: TextSystem) {
    self.contents = contents
    self.text = text
    var rows: [PreparedRow?] = []
    rows.reserveCapacity(contents.count)
    for start in stride(from: 0, to: contents.count, by: Self.sliceLength) {
      let slice = contents[start..<min(start + Self.sliceLength, contents.count)]
      text.prepareAndWait(slice.flatMap(\.entryTexts))
      rows += slice.map {
        PreparedRow($0, revision: 0) { text.element($0, style: $1, keepsPrepared: $1 == .metadata).prepared }
      }
    }
    self.rows = rows
  }

  /// The heights in pixels, separators included: by arithmetic, wherever that can tell.
  ///
  /// - Parameter width: Of the list, in pixels; positive.
  public func heights(width: Int) -> [Int] {
    let single = RowHeights(width: width, text: text)
    let grid = PixelGrid(scale: 1)
    return contents.indices.map { index in
      rows[index]?.height(width: width, grid: grid) ?? single.height(of: contents[index])
    }
  }
}
