import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore

/// A row of an article as it is printed: lines, and what is drawn behind them. Lengths are in points, from the left of the
/// column and the top of the line, unless they say otherwise.
struct PrintedRow {
  /// Something on a line.
  enum Content {
    /// A line of a layout, which it is part of. Its place is the start of its baseline.
    case text(UnsafeMutablePointer<PangoLayoutLine>, of: GObjectReference<OpaquePointer>, gray: Double)
    case picture(path: FilePath, Size)
  }

  struct Part {
    var content: Content
    var x: Double
    var y: Double
  }

  struct Line {
    /// In Pango units.
    var height: Int
    var parts: [Part]
    /// The footnotes that it refers to.
    var notes: [Int] = []
    /// The byte of the row's text without numbers at which the line begins.
    var start = 0
    /// Whether it goes on with the line before, a line of code that was too long.
    var continuesLine = false
  }

  /// What is behind the lines, from left to right.
  enum Background {
    /// A grey panel behind code.
    case panel(ClosedRange<Double>)
    /// A frame around words that stand for something that can't be printed.
    case frame(ClosedRange<Double>)
    /// A line below the row of a table.
    case rowLine(ClosedRange<Double>, isHeader: Bool)
    /// A horizontal rule.
    case rule(ClosedRange<Double>)
  }

  var lines: [Line]
  var background: Background?
  /// The places of the bars beside quotations, and how many of them the row before has, too.
  var quoteBars: [Double] = []
  var continuedQuoteDepth = 0
}
