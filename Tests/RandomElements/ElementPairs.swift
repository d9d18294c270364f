import LayoutCore

/// All pairs of a parent and a child element, with every style that affects either.
package enum ElementPairs {
  /// All parents with all children in all styles: several thousand trees of two or three elements.
  package static func all() -> [LayoutElement] {
    let (children, styles) = (children, styles)
    return parents.flatMap { parent in
      children.flatMap { child in
        styles.map { style in
          var styled = child
          style(&styled.style)
          return parent(styled)
        }
      }
    }
  }

  private static let sibling = LayoutElement(.box(Size(width: 30, height: 12.5)))

  private static func text(_ length: Int, _ tag: UInt16, lines: Int = 0) -> LayoutElement {
    .text(
      TextElement(
        String(repeating: "x", count: length), style: TextStyleID(rawValue: lines == 0 ? 3 : 0),
        maximumLineCount: lines),
      tag: ElementTag(rawValue: tag))
  }

  private static let children: [LayoutElement] = [
    text(0, 1), text(30, 1), text(30, 1, lines: 2), .box(width: 41.3, height: 27),
    .stack(Stack(direction: .vertical, spacing: 3), [text(12, 1), .box(width: 5, height: 5)]),
    .stack(Stack(alignItems: .baselineLast, wraps: true), [text(12, 1), text(5, 2)]),
    .inset(EdgeInsets(top: 4, leading: .infinity, bottom: .infinity, trailing: 3), text(9, 1)),
    .overlay(text(9, 1), with: text(90, 2)), .background(text(9, 1), with: text(90, 2)),
    .ratio(0.5, text(9, 1)), .center(text(9, 1)),
    .relative(RelativePlacement(horizontal: .end, sizing: .minimumSize), text(9, 1)),
    .corner(
      CornerPlacement(.topTrailing, offset: Point(x: 3, y: -5), includesCornerInSize: true), text(9, 1),
      corner: .box(width: 20, height: 20)),
    .absolute([text(9, 1).styled { $0.position = Point(x: 7, y: 4.5) }], sizing: .sizeToFit),
    .absolute([text(9, 1)]), .wrapper([text(9, 1), .box(width: 60, height: 3)]), .wrapper([]),
  ]

  private static var parents: [(LayoutElement) -> LayoutElement] {
    stacks.map { stack in { .stack(stack, [sibling, $0, text(14, 3)]) } } + [
      { .stack(Stack(), [$0]) }, { .inset(EdgeInsets(5.5), $0) },
      { .inset(EdgeInsets(top: .infinity, leading: 1, bottom: 2, trailing: .infinity), $0) },
      { .overlay($0, with: sibling) }, { .overlay(sibling, with: $0) }, { .background($0, with: sibling) },
      { .background(sibling, with: $0) }, { .ratio(0.75, $0) }, { .center($0) },
      { .center($0, axes: .vertical, sizing: .minimumHeight) },
      { .relative(RelativePlacement(vertical: .end), $0) },
      { .corner(CornerPlacement(.bottomLeading, includesCornerInSize: true), $0, corner: sibling) },
      { .corner(CornerPlacement(.bottomTrailing, includesCornerInSize: true), sibling, corner: $0) },
      { .corner(CornerPlacement(.topLeading), sibling, corner: $0) }, { .absolute([$0, sibling]) },
      { .absolute([sibling, $0], sizing: .sizeToFit) }, { .wrapper([$0, sibling]) },
      { .wrapper([sibling, $0]) },
    ]
  }

  private static let stacks: [Stack] = {
    let alignments: [Stack.Alignment] = [.stretch, .start, .center, .end, .baselineFirst, .baselineLast]
    let justifications: [Stack.Justification] = [.center, .end, .spaceBetween, .spaceAround]
    let lineAlignments: [Stack.LineAlignment] = [
      .start, .center, .end, .spaceBetween, .spaceAround, .stretch,
    ]
    return [Axis.horizontal, .vertical].flatMap { axis in
      alignments.map { Stack(direction: axis, spacing: 4, alignItems: $0) }
        + justifications.map {
          Stack(direction: axis, spacing: -2, justifyContent: $0, alignItems: .baselineFirst)
        }
        + lineAlignments.map {
          Stack(direction: axis, alignItems: .center, wraps: true, alignContent: $0, lineSpacing: 3)
        }
    }
  }()

  private static var styles: [(inout LayoutStyle) -> Void] {
    [
      { _ in }, { $0.width = .points(25.4) }, { $0.width = .fraction(0.5) }, { $0.height = .points(33) },
      { $0.height = .fraction(0.25) }, { $0.minWidth = .points(70) }, { $0.maxWidth = .points(22) },
      { $0.minHeight = .points(70) }, { $0.maxHeight = .points(10) }, { $0.maxWidth = .fraction(0.3) },
      { $0.minHeight = .fraction(0.8) }, { $0.flexGrow = 1 }, { $0.flexShrink = 1 },
      {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }, { $0.flexBasis = .points(61) }, { $0.flexBasis = .fraction(0.4) }, { $0.alignSelf = .stretch },
      { $0.alignSelf = .end }, { $0.alignSelf = .baselineLast }, { $0.spacingBefore = 6 },
      { $0.spacingAfter = -3 }, { $0.ascender = 8 }, { $0.descender = -2.5 },
      { $0.position = Point(x: 11, y: 6.3) }, { $0.isHidden = true },
    ]
  }
}
