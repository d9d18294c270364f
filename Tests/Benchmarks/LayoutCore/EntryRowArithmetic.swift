import FeedViewerRows
import LayoutCore
import PangoText
import VirtualList

/// The same entry rows in two forms whose heights are arithmetic: compiled from the template, and written by hand with
/// the template's numbers. The benchmark compares their cost.
final class EntryRowArithmetic {
  private var rows: [HandWrittenRow] = []
  private var compiled: [CompiledLayout] = []
  private let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)

  /// Leaves out rows whose texts can't be measured by arithmetic.
  init(of contents: [RowContent], text: TextSystem) {
    let appearance = EntryAppearance(in: text)
    let layouts = TemplateHeights(EntryTemplate(appearance), text: text).compile(contents)
    for (content, layout) in zip(contents, layouts) {
      guard let layout else { continue }
      rows.append(HandWrittenRow(layout, content, measure: appearance.measure))
      compiled.append(layout)
    }
  }

  var rowCount: Int { rows.count }

  /// Writes the rows' heights by the arithmetic written by hand, in device pixels; -1 if it gives none.
  func measureByHand(width: Int, into heights: UnsafeMutablePointer<Int32>) {
    let grid = PixelGrid(scale: 1)
    rows.withUnsafeBufferPointer { rows in
      for index in rows.indices {
        heights[index] = Int32((rows.baseAddress! + index).pointee.height(width: width, grid: grid) ?? -1)
      }
    }
  }

  /// Writes the rows' heights by their compiled form, in device pixels; -1 if it gives none.
  func measureCompiled(width: Int, into heights: UnsafeMutablePointer<Int32>) {
    evaluator.update(metrics: RowMetrics(width: Double(width)), scale: 1)
    compiled.withUnsafeBufferPointer { rows in
      for index in rows.indices {
        heights[index] = Int32(evaluator.height(at: rows.baseAddress! + index) ?? -1)
      }
    }
  }
}

/// `EntryTemplate`'s layout written out by hand, with its numbers copied.
private struct HandWrittenRow {
  private static let pictureSide = 40.0
  /// The distance from the picture to the insets, above and below it.
  private static let pictureInset = 2.0
  private static let insets = EdgeInsets(top: 8, leading: 24, bottom: 8, trailing: 12)
  private static let spacing = 12.0
  private static let lineGap = 2.0

  private let title: Lines
  private let preview: Lines
  private let metadata: Lines
  private let hasPicture: Bool
  private let measure: Double

  /// - Parameters:
  ///   - layout: Has the prepared texts: those of title, preview and metadata that exist.
  ///   - measure: The widest column of texts, in logical pixels.
  init(_ layout: CompiledLayout, _ content: RowContent, measure: Double) {
    self.measure = measure
    var next = 0
    func lines(_ string: String) -> Lines {
      guard !string.isEmpty else { return Lines(nil) }
      defer { next += 1 }
      return Lines(layout.preparedText(next))
    }
    title = lines(content.title)
    preview = lines(content.preview)
    metadata = lines(content.metadata)
    hasPicture = content.thumbnail != .none
  }

  func height(width: Int, grid: PixelGrid) -> Int? {
    let picture = hasPicture ? Self.pictureSide + Self.spacing : 0
    let around = Self.insets.leading + Self.insets.trailing + picture
    let room = min(max(Double(width) - around, 1), measure)
    let wrapWidth = PangoUnits((room * 1024).rounded(.down))
    let title = title.height(width: wrapWidth, maximumLineCount: 2)
    let preview = preview.height(width: wrapWidth, maximumLineCount: 1)
    let metadata = metadata.height(width: wrapWidth, maximumLineCount: 1)
    guard title != Lines.unknown, preview != Lines.unknown, metadata != Lines.unknown else { return nil }
    var column = 0.0
    var count = 0.0
    func add(_ height: Int) {
      guard height != Lines.absent else { return }
      column += grid.ceil(Double(height) / 1024)
      count += 1
    }
    add(title)
    add(preview)
    add(metadata)
    column += Self.lineGap * max(count - 1, 0)
    let content = max(column, hasPicture ? Self.pictureSide + 2 * Self.pictureInset : 0)
    return grid.devicePixels(grid.ceil(content + Self.insets.top + Self.insets.bottom)) + 1
  }

  /// A prepared text and its size on one line: most titles and dates are never broken into lines.
  ///
  /// There are no optionals or enums, so that no references are counted before a text is used: in a
  /// long list each text is far away in memory.
  private struct Lines: Sendable {
    static let absent = -1
    static let unknown = -2

    /// Nil if the row has no such text.
    let text: PreparedText?
    /// The smallest width at which the text is one line, in Pango units; `Int32.max` if it never is.
    private let singleLineWidth: Int32
    /// The height of the line in Pango units; `absent` if there is no text.
    private let singleLineHeight: Int32

    init(_ text: PreparedText?) {
      self.text = text
      guard let text else {
        (singleLineWidth, singleLineHeight) = (0, Int32(Self.absent))
        return
      }
      let extents = LineBreaker.extents(of: text, in: LineConstraint(width: nil))
      if let extents, extents.lineCount == 1, extents.width < Int32.max, extents.height < Int32.max {
        (singleLineWidth, singleLineHeight) = (Int32(extents.width), Int32(extents.height))
      } else {
        (singleLineWidth, singleLineHeight) = (.max, 0)
      }
    }

    /// The text's height at a width of 1 or more and less than `Int32.max`, both in Pango units; `absent` if there
    /// is no text, `unknown` if arithmetic gives none.
    func height(width: PangoUnits, maximumLineCount: Int) -> Int {
      if width >= singleLineWidth { return Int(singleLineHeight) }
      guard let text else { return Self.absent }
      let constraint = LineConstraint(width: width, maximumLineCount: maximumLineCount)
      return LineBreaker.extents(of: text, in: constraint)?.height ?? Self.unknown
    }
  }
}
