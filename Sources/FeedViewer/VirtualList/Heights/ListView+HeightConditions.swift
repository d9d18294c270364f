import LayoutCore

/// Heights that are known from an earlier run of the program.
extension ListView {
  /// Everything that heights depend on besides contents and templates, as a text that is the same in every run in which
  /// rows of equal content have equal heights; nil before the list has a width.
  ///
  /// A data source can keep heights under this text, and tell them later in its estimates (`RowEstimate.knownHeight`).
  /// - Complexity: O(1), after the first call under the present conditions.
  package var heightConditions: String? {
    guard let conditions else { return nil }
    if let known = describedConditions, known.conditions == conditions { return known.text }
    let text = """
      width \(conditions.width) \(conditions.sectionIndexWidth)
      boxes \(conditions.boxes)
      separator \(conditions.separator)
      scale \(conditions.environment.scale) direction \(conditions.environment.direction)
      \(self.text.environment.conditions)
      """
    describedConditions = (conditions, text)
    return text
  }
}
