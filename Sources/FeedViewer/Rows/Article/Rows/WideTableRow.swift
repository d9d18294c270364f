import FeedViewerFeeds
import LayoutCore

/// The cells of a row of a table with very many columns, which have their least widths.
///
/// Only those cells are measured with the row that are likely to be the highest, or the one that is known to be; the others
/// are laid out when they are about to be seen.
nonisolated struct WideTableRow {
  /// The most cells that are measured before the highest one is known.
  private static let measuredLimit = 24

  /// The widths of the cells with the room around their texts, as offsets from the beginning of the first cell; one more
  /// than cells.
  private var starts: [Double] = [0]
  private var ends: [Double] = []
  private let padding: Double
  /// The cells that the row's height depends on.
  private(set) var measured: Set<Int> = []
  /// Of all columns.
  private(set) var width = 0.0

  /// - Parameters:
  ///   - cells: All cells of the row.
  ///   - columns: The widths of the table's columns.
  ///   - highest: The highest cell; nil if it is not known.
  ///   - padding: At both sides of a cell's text, in logical pixels.
  ///   - characterWidth: The average width of a character, in logical pixels.
  /// - Complexity: O(columns + length of the texts).
  init(
    _ cells: [ArticleTableCell], _ columns: TableColumns, highest: Int?, padding: Double,
    characterWidth: Double
  ) {
    self.padding = padding
    var edges = [0.0]
    edges.reserveCapacity(columns.count + 1)
    for least in columns.least { edges.append(edges[edges.count - 1] + least + 2 * padding) }
    width = edges[edges.count - 1]
    starts.removeAll()
    starts.reserveCapacity(cells.count)
    ends.reserveCapacity(cells.count)
    var first = 0
    for (number, cell) in cells.enumerated() {
      // Each of the cells after a wide one has a column of its own.
      let start = min(first, max(columns.count - (cells.count - number), 0))
      let end = min(
        max(start + 1, min(first + cell.span, columns.count - (cells.count - number - 1))), columns.count)
      starts.append(edges[start])
      ends.append(edges[max(end, start)])
      first = end
    }
    measured =
      highest.map { Set([$0].filter(cells.indices.contains)) } ?? likelyHighest(cells, characterWidth)
  }

  /// The left and the right edge of a cell's text, from the left edge of the row.
  func room(ofCell number: Int, isMirrored: Bool) -> Range<Double> {
    let (start, end) =
      isMirrored ? (width - ends[number], width - starts[number]) : (starts[number], ends[number])
    return start + padding..<max(end - padding, start + padding)
  }

  /// The width at which the lines of a cell are broken.
  func wrapWidth(ofCell number: Int) -> PangoUnits {
    let room = room(ofCell: number, isMirrored: false)
    return PangoUnits((max(room.upperBound - room.lowerBound, 1) * 1024).rounded(.down))
  }

  /// The cells that are measured, in a row that is as wide as all columns.
  func element(
    isMirrored: Bool, verticalPadding: Double, text: (Int) -> TextElement
  ) -> LayoutElement {
    var parts: [LayoutElement] = []
    var x = 0.0
    for number in measured.sorted(by: { isMirrored ? $0 > $1 : $0 < $1 }) {
      let room = room(ofCell: number, isMirrored: isMirrored)
      parts.append(.box(width: max(room.lowerBound - x, 0), height: 0, tag: .articleGap))
      parts.append(
        LayoutElement.inset(
          EdgeInsets(top: verticalPadding, leading: 0, bottom: verticalPadding, trailing: 0),
          .text(text(number), tag: .articleCell(number))
        ).styled { $0.width = .points(max(room.upperBound - room.lowerBound, 1)) })
      x = max(room.upperBound, room.lowerBound + 1)
    }
    parts.append(.box(width: max(width - x, 0), height: 0, tag: .articleGap))
    var row = LayoutElement.stack(
      Stack(direction: .horizontal, justifyContent: isMirrored ? .end : .start, alignItems: .start), parts)
    row.tag = .articlePanel
    return row
  }

  /// The cells that are likely to have the most lines, one of each kind among those with a single line, and those whose
  /// fonts or styles may make lines higher.
  private func likelyHighest(_ cells: [ArticleTableCell], _ characterWidth: Double) -> Set<Int> {
    var found: [(number: Int, score: Double)] = []
    var plain: (header: Int?, other: Int?) = (nil, nil)
    for (number, cell) in cells.enumerated() where !cell.text.isEmpty {
      let room = max(ends[number] - starts[number] - 2 * padding, 1)
      let lines = Self.lineCount(of: cell.text, in: room / characterWidth)
      if lines.count == 1, lines.isASCII, cell.runs.isEmpty {
        if cell.isHeader {
          plain.header = plain.header ?? number
        } else {
          plain.other = plain.other ?? number
        }
      } else {
        found.append((number, Double(lines.count) + (lines.isASCII && cell.runs.isEmpty ? 0 : 0.5)))
      }
    }
    found.sort { ($0.score, $1.number) > ($1.score, $0.number) }
    return Set(found.prefix(Self.measuredLimit).map(\.number))
      .union([plain.header, plain.other].compactMap { $0 })
  }

  /// About how many lines a text has.
  ///
  /// - Parameter room: The width of a line in characters of average width.
  private static func lineCount(of text: String, in room: Double) -> (count: Int, isASCII: Bool) {
    var (count, line, word) = (1, 0.0, 0.0)
    var isASCII = true
    for byte in text.utf8 {
      switch byte {
      case 0x0A:
        count += 1
        (line, word) = (0, 0)
      case 0x20:
        line += 1
        word = 0
      case 0x80..<0xC0: break
      default:
        if byte >= 0x80 { isASCII = false }
        let width = byte >= 0xE3 ? 2.0 : 1
        line += width
        word = byte >= 0xE3 ? width : word + width
        if line > room, line > word {
          count += 1
          line = word
        }
      }
    }
    return (count, isASCII)
  }
}
