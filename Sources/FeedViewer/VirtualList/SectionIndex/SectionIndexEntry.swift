import LayoutCore
import PangoText

/// An entry of a list's section index.
public nonisolated struct SectionIndexEntry: Equatable, Sendable {
  /// The maximum numbers of Unicode scalars of a label and of a title.
  private static let maximumLabelLength = 40
  private static let maximumTitleLength = 200

  /// The drawn label, such as a letter or a year; nil for a dot.
  public var label: String?
  /// The full name of the place, which is shown while the user drags on the index, and given to assistive tools.
  public var title: String
  /// The row or header to which the entry leads.
  public var element: ListElement
  /// Whether it begins a period, such as a year among months: its label is drawn before those of others, without which they
  /// would seem to belong to the period before.
  public var beginsPeriod: Bool

  /// Creates an entry. A label is cut to 40 characters, a title to 200.
  public init(label: String?, title: String, element: ListElement, beginsPeriod: Bool = false) {
    self.beginsPeriod = beginsPeriod
    self.label = label.map { RowText.paragraph($0, maximumLength: Self.maximumLabelLength) }
    self.title = RowText.label(title, maximumLength: Self.maximumTitleLength)
    self.element = element
  }
}

/// The positions of the entries of a section index, and which of them fit.
struct SectionIndexLayout: Equatable {
  /// An entry that is drawn.
  struct Mark: Equatable {
    let entry: Int
    /// The position of its centre from the index's top, in logical pixels.
    let y: Double
    /// Whether it is drawn as a label; if not, as a dot.
    let isLabel: Bool
  }

  private static let margin = 6.0
  /// The least distance between two marks, in logical pixels.
  private static let leastDistance = 14.0

  let marks: [Mark]
  private let count: Int
  private let top: Double
  private let pitch: Double

  /// - Parameters:
  ///   - hasLabel: For each entry, whether it has a label.
  ///   - beginsPeriod: For each entry, whether its label is drawn before those of others.
  ///   - lineHeight: The height of a label in logical pixels; positive.
  ///   - height: The height of the index in logical pixels.
  init(hasLabel: [Bool], beginsPeriod: [Bool], lineHeight: Double, height: Double) {
    count = hasLabel.count
    let room = max(height - 2 * Self.margin, 1)
    let distance = max(lineHeight, Self.leastDistance)
    let pitch =
      hasLabel.isEmpty ? lineHeight : min(max(lineHeight * 1.15, distance), room / Double(hasLabel.count))
    // A few entries are placed close together in the middle, within reach of a thumb.
    let top = (height - pitch * Double(hasLabel.count)) / 2
    (self.pitch, self.top) = (pitch, top)
    var marks: [Mark] = []
    func mark(_ entry: Int) -> Mark {
      Mark(entry: entry, y: top + (Double(entry) + 0.5) * pitch, isLabel: true)
    }
    func hasRoom(_ one: Mark?, _ next: Mark?) -> Bool {
      guard let one, let next else { return true }
      return next.y - one.y >= distance - 0.01
    }
    var periods: [Mark] = []
    for entry in hasLabel.indices where hasLabel[entry] && beginsPeriod[entry] {
      if hasRoom(periods.last, mark(entry)) { periods.append(mark(entry)) }
    }
    var nextPeriod = 0
    for entry in hasLabel.indices where hasLabel[entry] {
      let period = nextPeriod < periods.count ? periods[nextPeriod] : nil
      if period?.entry == entry {
        nextPeriod += 1
        marks.append(mark(entry))
      } else if hasRoom(marks.last, mark(entry)), hasRoom(mark(entry), period) {
        marks.append(mark(entry))
      }
    }
    let labels = marks.map(\.y)
    var nextLabel = 0
    var lastDot = -Double.infinity
    for entry in hasLabel.indices {
      let y = top + (Double(entry) + 0.5) * pitch
      while nextLabel < labels.count, labels[nextLabel] < y { nextLabel += 1 }
      let toLabel = min(
        nextLabel < labels.count ? labels[nextLabel] - y : .infinity,
        nextLabel > 0 ? y - labels[nextLabel - 1] : .infinity)
      guard min(toLabel, y - lastDot) >= Self.leastDistance - 0.01 else { continue }
      marks.append(Mark(entry: entry, y: y, isLabel: false))
      lastDot = y
    }
    self.marks = marks.sorted { $0.entry < $1.entry }
  }

  /// The entry at a point, which may be one that is not drawn; nil if there are no entries.
  func entry(atY y: Double) -> Int? {
    guard count > 0 else { return nil }
    return min(max(Int(((y - top) / pitch).rounded(.down)), 0), count - 1)
  }

  /// The position of an entry's centre, drawn or not, in logical pixels.
  func y(of entry: Int) -> Double { top + (Double(entry) + 0.5) * pitch }

  /// The mark that represents an entry: its own, or the nearest one before it.
  func mark(of entry: Int) -> Mark? { marks.last { $0.entry <= entry } ?? marks.first }
}
