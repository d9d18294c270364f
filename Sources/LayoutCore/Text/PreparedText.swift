/// A text shaped once: its lines at any width are then sums and comparisons.
///
/// It is made by a text system that can shape (from `PreparedParagraph`s) and asked through `LineBreaker`. What
/// can't be told exactly from it is not told: the answer is then nil, and a full text layout must be asked.
public struct PreparedText: Sendable {
  let storage: Storage

  /// - Parameters:
  ///   - paragraphs: At least one; an empty text has one empty paragraph.
  ///   - classes: What the paragraphs' height classes stand for.
  ///   - tabWidth: The distance of tab stops in Pango units; 0 if the text has no tabs.
  public init(paragraphs: [PreparedParagraph], classes: [LineHeightClass], tabWidth: PangoUnits = 0) {
    precondition(!paragraphs.isEmpty, "A prepared text has at least one paragraph, be it empty.")
    precondition((1...Int(Int16.max)).contains(classes.count), "Height classes are numbered in 16 bits.")
    storage = Storage(paragraphs: paragraphs, classes: classes, tabWidth: tabWidth)
  }

  final class Storage: Sendable {
    let paragraphs: [PreparedParagraph]
    let words: [WordEnds?]
    let classes: [LineHeightClass]
    let hasFlatBaselines: Bool
    let tabWidth: Int

    init(paragraphs: [PreparedParagraph], classes: [LineHeightClass], tabWidth: Int) {
      self.paragraphs = paragraphs
      self.classes = classes
      self.tabWidth = tabWidth
      words = paragraphs.map { WordEnds($0) }
      hasFlatBaselines = LineHeightClass.areFlat(classes)
    }
  }
}
