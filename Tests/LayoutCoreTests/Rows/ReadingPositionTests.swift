import Expectations
import Testing

@testable import LayoutCore

/// A heading of one line over a text of 400 characters, each 10 by 20 pixels.
@Suite("Reading position")
struct ReadingPositionTests {
  private static let headingHeight = 20.0
  private static let gap = 8.0

  /// The row at a width, with 12 pixels above its texts.
  private func row(width: Double, texts: [String]) throws -> TemplateLayout {
    let element = LayoutElement.stack(
      Stack(direction: .vertical, spacing: Self.gap), texts.map { .text(FixedTextMeasurer.text($0)) })
    let content = element.layout(
      fitting: SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity)),
      in: FixedTextMeasurer().context())
    return TemplateLayout(
      direction: .leftToRight, content: content,
      contentFrame: Rect(x: 0, y: 12, width: width, height: content.size.height),
      accessory: .none, accessoryFrame: Rect(x: width, y: 0, width: 0, height: 0), separatorHeight: 0,
      height: Int(content.size.height) + 12)
  }

  private func row(width: Double) throws -> TemplateLayout {
    try row(width: width, texts: ["Heading", String(repeating: "x", count: 400)])
  }

  /// The starts of the lines of monospaced text.
  private func lines(_ text: Layout.MeasuredText) -> [LinePlacement] {
    let perLine = (text.wrapWidth ?? 0) / (FixedTextMeasurer.characterWidth * 1024)
    return (0..<text.extents.lineCount).map {
      LinePlacement(firstByte: $0 * perLine, top: Double($0 * FixedTextMeasurer.lineHeight))
    }
  }

  @Test func theLineAtTheViewportsTopStaysThereAtOtherWidths() throws {
    let wide = try row(width: 200)
    // The sixth line begins with character 100; the viewport's top is 7 below the top of that line.
    let y = 12 + Self.headingHeight + Self.gap + 5 * 20 + 7
    let reading = try require(wide.readingPosition(atY: y, lines: lines))
    expect(reading, equals: ReadingPosition(text: 1, byte: 100, offsetInLine: 7))
    // With ten characters in a line, character 100 begins the eleventh line, at 12 + 28 + 200.
    let narrow = try row(width: 100)
    expect(narrow.y(of: reading, lines: lines), equals: 247)
    // With thirty in a line, it is in the fourth line, at 12 + 28 + 60.
    try expect(row(width: 300).y(of: reading, lines: lines), equals: 107)
  }

  @Test(arguments: [0.0, 11, 12, 31, 33, 40, 100, 439])
  func returningToTheFirstWidthRestoresTheOffset(y: Double) throws {
    let first = try row(width: 200)
    let reading = try require(first.readingPosition(atY: y, lines: lines))
    for width in [10.0, 130, 170, 4000] {
      _ = try require(row(width: width).y(of: reading, lines: lines))
    }
    expect(first.y(of: reading, lines: lines), equals: y)
  }

  @Test func spaceAboveATextBelongsToTheTextBelow() throws {
    let row = try row(width: 200)
    expect(
      row.readingPosition(atY: 3, lines: lines), equals: ReadingPosition(text: 0, byte: 0, offsetInLine: -9))
    expect(
      row.readingPosition(atY: 34, lines: lines), equals: ReadingPosition(text: 1, byte: 0, offsetInLine: -6))
  }

  @Test func thereIsNoPositionBelowAllTextsOrInARemovedText() throws {
    let row = try row(width: 200)
    expect(row.readingPosition(atY: 12 + 28 + 400, lines: lines) == nil)
    let other = try self.row(width: 200, texts: ["Heading"])
    expect(other.y(of: ReadingPosition(text: 1, byte: 0, offsetInLine: 0), lines: lines) == nil)
  }
}
