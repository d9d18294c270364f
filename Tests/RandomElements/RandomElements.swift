import LayoutCore
import RandomNumbers

/// Makes random trees of all elements with all styles.
///
/// Lengths are small whole numbers, halves, and values between device pixels, so that limits are often equal.
package struct RandomElements {
  package var random: SplitMix64
  /// The maximum number of elements of a tree.
  package var maximumCount = 20
  /// Makes a prepared text; nil for texts that only `SyntheticTexts` measures.
  package var prepare: ((inout SplitMix64) -> PreparedText)?
  private var left = 0
  private var textCount: UInt16 = 0

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A tree of at most five levels.
  package mutating func tree() -> LayoutElement {
    left = random.chance(0.05) ? 1 : Int.random(in: 3...maximumCount, using: &random)
    textCount = 0
    return element(depth: 5)
  }

  package mutating func row() -> RowConstraints {
    let accessories: [Accessory] = [
      .none, .none, .disclosure, .detailDisclosure, .checkmark, .detail, .custom(width: 12.5),
    ]
    return RowConstraints(
      accessory: pick(accessories), minimumWidth: pick([1, 1, 0.3, 24, 130.7]),
      minimumHeight: pick([0, 0, 0, 20, 44.4]))
  }

  /// A range of sizes for a root: mostly one width and any height.
  package mutating func range(width: Double) -> SizeRange {
    if random.chance(0.6) {
      return SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
    }
    func bounds() -> ClosedRange<Double> {
      let high = random.chance(0.3) ? Double.infinity : length()
      let low = random.chance(0.5) ? 0 : min(length(), high)
      return random.chance(0.4) && high.isFinite ? high...high : low...high
    }
    return SizeRange(width: random.chance(0.5) ? width...width : bounds(), height: bounds())
  }

  /// A width from 1 to 4,000 pixels, more often narrow, half of them with a fraction.
  package mutating func width() -> Double {
    let greatest: Double = pick([40, 300, 1000, 4000])
    let width = Double.random(in: 1...greatest, using: &random)
    return random.chance(0.5) ? width.rounded() : width
  }

  /// The same tree with texts of other lengths.
  package mutating func withOtherTexts(_ element: LayoutElement) -> LayoutElement {
    var result = element
    switch element.content {
    case .text(var text):
      let other = self.text()
      text.string = other.string
      text.prepared = other.prepared
      result.content = .text(text)
    case .box: break
    case .stack(let stack, let children): result.content = .stack(stack, children.map { withOtherTexts($0) })
    case .absolute(let sizing, let children):
      result.content = .absolute(sizing, children.map { withOtherTexts($0) })
    case .wrapper(let children): result.content = .wrapper(children.map { withOtherTexts($0) })
    case .inset(let insets, let child): result.content = .inset(insets, withOtherTexts(child))
    case .ratio(let ratio, let child): result.content = .ratio(ratio, withOtherTexts(child))
    case .relative(let placement, let child): result.content = .relative(placement, withOtherTexts(child))
    case .overlay(let first, let second):
      result.content = .overlay(withOtherTexts(first), withOtherTexts(second))
    case .background(let first, let second):
      result.content = .background(withOtherTexts(first), withOtherTexts(second))
    case .corner(let placement, let first, let second):
      result.content = .corner(placement, withOtherTexts(first), withOtherTexts(second))
    }
    return result
  }

  package mutating func parentSize() -> ParentSize? {
    guard random.chance(0.2) else { return nil }
    return ParentSize(
      width: random.chance(0.5) ? length() : nil, height: random.chance(0.5) ? length() : nil)
  }

  private mutating func element(depth: Int) -> LayoutElement {
    left -= 1
    let isRoot = depth == 5 && left > 0
    let isLeaf = depth == 0 || left <= 0
    let kinds = isRoot ? 5...20 : isLeaf ? 0...4 : 0...20
    var element = LayoutElement(content(Int.random(in: kinds, using: &random), depth))
    if random.chance(0.6) { element.style = style() }
    if case .text = element.content {
      element.tag = ElementTag(rawValue: textCount)
      textCount += 1
    }
    return element
  }

  /// Stacks are as frequent as all other containers.
  private mutating func content(_ kind: Int, _ depth: Int) -> LayoutElement.Content {
    switch kind {
    case 0...2: return .text(text())
    case 3, 4: return .box(Size(width: length(), height: length()))
    case 5...12: return .stack(stack(), children(depth))
    case 13: return .inset(insets(), element(depth: depth - 1))
    case 14: return .overlay(element(depth: depth - 1), element(depth: depth - 1))
    case 15: return .background(element(depth: depth - 1), element(depth: depth - 1))
    case 16: return .ratio(pick([1, 0.5, 0.5625, 1.7, 3]), element(depth: depth - 1))
    case 17: return .relative(relative(), element(depth: depth - 1))
    case 18:
      let offset = Point(x: pick([0, 3, -7.3]), y: pick([0, -4, 5.7]))
      let location: CornerPlacement.Location = pick([
        .topLeading, .topTrailing, .bottomLeading, .bottomTrailing,
      ])
      return .corner(
        CornerPlacement(location, offset: offset, includesCornerInSize: random.chance(0.6)),
        element(depth: depth - 1), element(depth: depth - 1))
    case 19: return .absolute(random.chance(0.5) ? .default : .sizeToFit, children(depth))
    default: return .wrapper(children(depth))
    }
  }

  private mutating func children(_ depth: Int) -> [LayoutElement] {
    (0..<pick([0, 1, 2, 2, 3, 3, 3, 4, 4, 5])).map { _ in element(depth: depth - 1) }
  }

  private mutating func text() -> TextElement {
    let length = pick([0, 1, 3, 8, 14, 40, 120, 300])
    return TextElement(
      String(repeating: "x", count: length), style: TextStyleID(rawValue: UInt8(pick([0, 1, 2, 3]))),
      maximumLineCount: pick([0, 0, 1, 2, 3]), prepared: prepare?(&random))
  }

  package mutating func stack() -> Stack {
    Stack(
      direction: random.chance(0.5) ? .horizontal : .vertical, spacing: pick([0, 0, 4, 7.3, -3]),
      justifyContent: pick([.start, .start, .center, .end, .spaceBetween, .spaceAround]),
      alignItems: alignment(), wraps: random.chance(0.25),
      alignContent: pick([.start, .center, .end, .spaceBetween, .spaceAround, .stretch]),
      lineSpacing: pick([0, 0, 5, 2.7]))
  }

  private mutating func alignment() -> Stack.Alignment {
    pick([.stretch, .stretch, .start, .center, .end, .baselineFirst, .baselineLast])
  }

  private mutating func insets() -> EdgeInsets {
    func inset() -> Double { pick([0, 4, 12, 2.6, .infinity]) }
    return EdgeInsets(top: inset(), leading: inset(), bottom: inset(), trailing: inset())
  }

  private mutating func relative() -> RelativePlacement {
    func position() -> RelativePlacement.Position { pick([.none, .start, .center, .end]) }
    return RelativePlacement(
      horizontal: position(), vertical: position(),
      sizing: pick([.default, .minimumWidth, .minimumHeight, .minimumSize]))
  }

  /// Each property is set now and then.
  package mutating func style() -> LayoutStyle {
    var style = LayoutStyle()
    if random.chance(0.2) { style.width = dimension() }
    if random.chance(0.2) { style.height = dimension() }
    if random.chance(0.15) { style.minWidth = dimension() }
    if random.chance(0.15) { style.maxWidth = dimension() }
    if random.chance(0.15) { style.minHeight = dimension() }
    if random.chance(0.15) { style.maxHeight = dimension() }
    if random.chance(0.45) { style.flexGrow = pick([1, 2, 0.5]) }
    if random.chance(0.45) { style.flexShrink = pick([1, 3, 0.7]) }
    if random.chance(0.2) { style.flexBasis = dimension() }
    if random.chance(0.3) { style.alignSelf = alignment() }
    if random.chance(0.15) { style.spacingBefore = pick([5, -4, 1.3]) }
    if random.chance(0.15) { style.spacingAfter = pick([6, -2, 0.7]) }
    if random.chance(0.1) { style.ascender = pick([10, 3.4]) }
    if random.chance(0.1) { style.descender = pick([-4, -2.2, 1]) }
    if random.chance(0.4) { style.position = Point(x: pick([0, 6, -5, 9.1]), y: pick([0, 8, -3, 4.4])) }
    style.isHidden = random.chance(0.06)
    return style
  }

  private mutating func dimension() -> Dimension {
    switch Int.random(in: 0...5, using: &random) {
    case 0: .auto
    case 1, 2: .fraction(pick([0, 0.25, 1.0 / 3, 0.5, 1]))
    default: .points(length())
    }
  }

  private mutating func length() -> Double {
    pick([0, 1, 10, 16.5, 20, 33.3, 48, 77.7, 100, 240, 512.25])
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
}

/// Text of a fixed pitch by style, measured from its length alone: a stand-in for a text system.
///
/// Style 3 has no lines: it covers the same area at each width, so that every change of its width changes its height.
package struct SyntheticTexts: TextExtentsSource {
  private var lengths: [Int] = []
  private var styles: [TextStyleID] = []

  /// - Parameter shape: Made from `element`, whose texts are tagged by their order.
  package init(_ element: LayoutElement, shape: LayoutShape) {
    var texts: [ElementTag: TextElement] = [:]
    Self.collect(element, into: &texts)
    for text in shape.texts {
      guard let element = text.tag.flatMap({ texts[$0] }) else { continue }
      lengths.append(element.string.utf8.count)
      styles.append(element.style)
    }
  }

  package func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents? {
    Self.extents(
      length: lengths[index], style: styles[index], width: width, maximumLineCount: maximumLineCount)
  }

  package static func extents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    extents(
      length: text.string.utf8.count, style: text.style, width: width,
      maximumLineCount: text.maximumLineCount)
  }

  private static func extents(
    length: Int, style: TextStyleID, width: PangoUnits?, maximumLineCount: Int
  ) -> TextExtents {
    let pitch = 7_000 + 1_300 * Int(style.rawValue)
    let lineHeight = 17_408 + 2_600 * Int(style.rawValue)
    if style.rawValue == 3 {
      let width = width.map { max($0, 1024) } ?? (length + 1) * pitch
      let height = (length + 1) * pitch * lineHeight / width
      return TextExtents(
        width: width, height: height, lineCount: 1, firstBaseline: height / 3, lastBaseline: height / 2)
    }
    let perLine = max(width.map { $0 / pitch } ?? Int.max, 1)
    let wanted = max(length / perLine + (length % perLine > 0 ? 1 : 0), 1)
    let isTruncated = maximumLineCount > 0 && wanted > maximumLineCount
    let lines = isTruncated ? maximumLineCount : wanted
    return TextExtents(
      width: isTruncated ? width ?? 0 : min(length, perLine) * pitch, height: lines * lineHeight,
      lineCount: lines, isTruncated: isTruncated, firstBaseline: lineHeight * 3 / 4,
      lastBaseline: (lines - 1) * lineHeight + lineHeight * 3 / 4)
  }

  private static func collect(_ element: LayoutElement, into texts: inout [ElementTag: TextElement]) {
    switch element.content {
    case .text(let text): if let tag = element.tag { texts[tag] = text }
    case .box: break
    case .stack(_, let children), .absolute(_, let children), .wrapper(let children):
      for child in children { collect(child, into: &texts) }
    case .inset(_, let child), .ratio(_, let child), .relative(_, let child): collect(child, into: &texts)
    case .overlay(let first, let second), .background(let first, let second),
      .corner(_, let first, let second):
      collect(first, into: &texts)
      collect(second, into: &texts)
    }
  }
}
