import FeedViewerRows
import LayoutCore
import RandomEdits
import RandomNumbers
import VirtualList

/// One random step of a thrash run.
nonisolated enum ThrashAction: CustomStringConvertible {
  /// Edits of one batch, and the list after them.
  case edits([ListEdit], ThrashContent)
  case reload(ThrashContent, invalidatesHeights: Bool)
  /// Logical pixels.
  case scroll(by: Int)
  /// As by dragging the thumb: to a fraction of the range.
  case thumb(Double)
  case jump(ListElement, ScrollAlignment)
  /// Logical pixels a second.
  case fling(Int)
  case frames(Int)
  case animate(ListElement, ScrollAlignment)
  /// Remembers what is at the top of the viewport.
  case keepPlace
  /// Back to what was remembered: to the line, or to the position by items' keys.
  case restorePlace
  case restorePosition
  /// Hides the list, to the end of the step.
  case hide
  case selectAll
  case select(RowIndexPath?)
  case resize(width: Int, height: Int)
  case font(String)
  case textScale(Double)
  case scale(Int)
  case dark(Bool)
  case rightToLeft(Bool)
  case cacheMode(HeightCacheMode)
  case pausesPrecache(Bool)
  case handleMemoryPressure
  case finishPrecache

  var description: String {
    switch self {
    case .edits(let edits, let after):
      "\(edits.count) edits to \(after.list.counts): \(edits.map { "\($0)" }.joined(separator: ", "))"
    case .reload(let content, let invalidates): "reload(\(content.list.counts), invalidating: \(invalidates))"
    case .scroll(let distance): "scroll(\(distance))"
    case .thumb(let fraction): "thumb(\(fraction))"
    case .jump(let element, let alignment): "jump(\(element), \(alignment))"
    case .fling(let velocity): "fling(\(velocity))"
    case .frames(let count): "frames(\(count))"
    case .animate(let element, let alignment): "animate(\(element), \(alignment))"
    case .keepPlace: "keepPlace"
    case .restorePlace: "restorePlace"
    case .restorePosition: "restorePosition"
    case .hide: "hide"
    case .selectAll: "selectAll"
    case .select(let row): "select(\(row.map { "\($0)" } ?? "nothing"))"
    case .resize(let width, let height): "resize(\(width), \(height))"
    case .font(let font): "font(\(font))"
    case .textScale(let scale): "textScale(\(scale))"
    case .scale(let scale): "scale(\(scale))"
    case .dark(let isDark): "dark(\(isDark))"
    case .rightToLeft(let isRightToLeft): "rightToLeft(\(isRightToLeft))"
    case .cacheMode(let mode): "cacheMode(\(mode))"
    case .pausesPrecache(let isPaused): "pausesPrecache(\(isPaused))"
    case .handleMemoryPressure: "handleMemoryPressure"
    case .finishPrecache: "finishPrecache"
    }
  }
}

/// An endless sequence of steps, the same for the same seed whatever the list does.
nonisolated struct ThrashScript {
  /// The list after all steps so far.
  private(set) var content: ThrashContent
  private var random: SplitMix64
  private var nextIdentity = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    content = ThrashContent(
      list: .random(sections: 1...12, rows: 0...40, using: &random, next: &nextIdentity))
  }

  /// The actions before the list is checked again.
  mutating func nextStep() -> [ThrashAction] {
    let count = [1, 1, 1, 1, 1, 2, 2, 2, 3, 4].randomElement(using: &random)!
    return (0..<count).map { _ in nextAction() }
  }

  private mutating func nextAction() -> ThrashAction {
    let rowCount = content.list.counts.reduce(0, +)
    if rowCount < 15, random.chance(0.5) { return reload() }
    if random.chance(0.15) { return placeAction() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: return edits()
    case 30..<50: return .scroll(by: Int.random(in: -1_500...1_500, using: &random))
    case 50..<54: return .thumb(Double(Int.random(in: 0...100, using: &random)) / 100)
    case 54..<60: return jump()
    case 60..<68: return .fling(Int.random(in: -8_000...8_000, using: &random))
    case 68..<71: return .frames(Int.random(in: 1...6, using: &random))
    case 71..<74: return .select(randomRow())
    case 74..<80:
      return .resize(
        width: Int.random(in: 220...900, using: &random), height: Int.random(in: 200...800, using: &random))
    case 80..<82:
      return .font(["Sans 10", "Sans 13", "Serif 11", "Monospace 9"].randomElement(using: &random)!)
    case 82..<84: return .textScale([1, 1.25, 1.5, 2].randomElement(using: &random)!)
    case 84..<86: return .dark(random.chance(0.5))
    case 86..<88: return .rightToLeft(random.chance(0.5))
    case 88..<90: return .scale(Int.random(in: 1...2, using: &random))
    case 90..<92: return .cacheMode(HeightCacheMode.allCases.randomElement(using: &random)!)
    case 92..<94: return reload()
    case 94..<95: return .pausesPrecache(random.chance(0.3))
    case 95..<97: return .handleMemoryPressure
    default: return .finishPrecache
    }
  }

  /// Leaves places and comes back to them.
  private mutating func placeAction() -> ThrashAction {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: return .keepPlace
    case 3..<5: return .restorePlace
    case 5: return .restorePosition
    case 6..<8: return .hide
    case 8: return .selectAll
    default:
      guard case .jump(let element, let alignment) = jump() else { return .frames(1) }
      return .animate(element, alignment)
    }
  }

  /// From one edit in a long list to a batch that changes every section.
  private mutating func edits() -> ThrashAction {
    let batch = RandomBatch(
      content.list, intensity: [0.02, 0.1, 0.3, 1].randomElement(using: &random)!, rows: 0...40,
      newRows: random.chance(0.3) ? Int.random(in: 0...40, using: &random) : 0, using: &random,
      next: &nextIdentity)
    content.list = batch.after
    for row in batch.reloadedRows { content.revisions[row, default: 0] += 1 }
    return .edits(batch.edits, content)
  }

  /// All other rows, some more rows, or the same rows again.
  private mutating func reload() -> ThrashAction {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      content.list = .random(sections: 0...12, rows: 0...40, using: &random, next: &nextIdentity)
    case 1:
      guard !content.list.sections.isEmpty else { break }
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        content.list.sections[content.list.sections.count - 1].rows.append(
          NaiveList.row(using: &random, next: &nextIdentity))
      }
      return .reload(content, invalidatesHeights: false)
    default: break
    }
    return .reload(content, invalidatesHeights: true)
  }

  private mutating func jump() -> ThrashAction {
    let alignment = [ScrollAlignment.top, .bottom, .nearest].randomElement(using: &random)!
    guard let row = randomRow() else { return .frames(1) }
    return .jump(random.chance(0.1) ? .header(row.section) : .row(row), alignment)
  }

  private mutating func randomRow() -> RowIndexPath? {
    let filled = content.list.sections.indices.filter { !content.list.sections[$0].rows.isEmpty }
    guard let section = filled.randomElement(using: &random) else { return nil }
    return RowIndexPath(
      section: section, row: Int.random(in: 0..<content.list.sections[section].rows.count, using: &random))
  }
}
