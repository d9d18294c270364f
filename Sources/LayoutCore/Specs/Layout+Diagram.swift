/// Describes the tree in one line for each element, so that a failing test shows which box moved:
///
/// ```
/// 320×68 at 0,0
///   48×48 at 16,10 tag 4
///   text 220×58 at 78,10 tag 1, 3 lines
/// ```
extension Layout: CustomStringConvertible {
  public var description: String { diagram(indentedBy: 0).joined(separator: "\n") }

  private func diagram(indentedBy depth: Int) -> [String] {
    var line = String(repeating: "  ", count: depth)
    if text != nil { line += "text " }
    line += "\(Self.number(size.width))×\(Self.number(size.height))"
    line += " at \(Self.number(position.x)),\(Self.number(position.y))"
    if let tag { line += " tag \(tag.rawValue)" }
    if let extents = text?.extents {
      line += extents.lineCount == 1 ? ", 1 line" : ", \(extents.lineCount) lines"
      if extents.isTruncated { line += ", truncated" }
    }
    return [line] + children.flatMap { $0.diagram(indentedBy: depth + 1) }
  }

  /// At most three decimals, none if they would be zeros.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
