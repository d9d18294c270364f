import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// Animated edits: the painted rows pass from the old state to the new one, and nothing else moves.
@Suite("Animated edits", .serialized, .needsDisplay)
struct EditAnimationTests {
  private let fixture = ListFixture([ListFixture.rows(0..<60)])
  private var settings: OpaquePointer { gtk_settings_get_default()! }

  init() {
    ObjectProperty.set("gtk-enable-animations", of: gtk_settings_get_default()!, to: true)
    _ = fixture.finishPrecache()
    fixture.settle()
  }

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  /// Where rows are painted, by key.
  private func painted() -> [String: Int] {
    var found: [String: Int] = [:]
    for element in fixture.list.pool.boundElements {
      guard case .row(let path) = element else { continue }
      found[fixture.sections[0][path.row].key] = fixture.list.paintedY(of: element)
    }
    return found
  }

  private func insert(_ numbers: Range<Int>, at index: Int) {
    fixture.insert(ListFixture.rows(numbers), at: index)
  }

  /// The painted rows of each frame until the animation ends.
  private func frames(_ edit: () -> Void) throws -> [[String: Int]] {
    var frames: [[String: Int]] = []
    fixture.observeFrames({ frames.append(painted()) }) {
      edit()
      expect(Display.settle { fixture.list.editMotion.animation != nil })
      expect(Display.settle { fixture.list.editMotion.animation == nil })
      fixture.settle()
    }
    return frames
  }

  @Test func rowsSlideFromOldToNewPositions() throws {
    defer { fixture.close() }
    let before = painted()
    let frames = try frames { insert(900..<901, at: 1) }
    let first = try require(frames.first)
    // The first frame shows the old state: nothing jumps.
    for (key, y) in before where first[key] != nil { expect(first[key], equals: y, "\(key)") }
    expect(frames.last, equals: fixture.picture.mapValues { $0 })
    let height = fixture.height(of: .row(row(1)))
    expect(frames.last?["key-1"], equals: before["key-1"]! + height)
    for (one, next) in zip(frames, frames.dropFirst()) { expect(one["key-1"]! <= next["key-1"]!) }
    expect(fixture.list.editMotion.ticks == nil)
  }

  @Test func positionsAreExactFromTheFirstFrame() throws {
    defer { fixture.close() }
    let second = try require(fixture.y(of: .row(row(1))))
    insert(900..<901, at: 1)
    expect(Display.settle { fixture.list.editMotion.animation != nil })
    // The pointer and assistive tools find rows at their new positions.
    expect(fixture.y(of: .row(row(1))), equals: second)
    expect(fixture.list.row(atY: Double(second + 1)), equals: row(1))
    expect(fixture.y(of: .row(row(2))), equals: second + fixture.height(of: .row(row(1))))
    expect(fixture.list.editMotion.animation?.appearing, equals: [.row(row(1))])
  }

  @Test func deletedRowFadesInPlace() throws {
    defer { fixture.close() }
    let second = try require(fixture.y(of: .row(row(1))))
    let painter = fixture.list.pool.view(of: .row(row(1)))?.painter
    fixture.delete(1..<2)
    expect(Display.settle { fixture.list.editMotion.animation != nil })
    let ghosts = try require(fixture.list.editMotion.animation).ghosts
    expect(ghosts.count == 1 && ghosts.first?.y == second && ghosts.first?.painter === painter)
    expect(Display.settle { fixture.list.editMotion.animation == nil })
  }

  @Test func scrollingDuringAnEditAnimationMovesTheContentExactly() throws {
    defer { fixture.close() }
    fixture.show(.row(row(20)))
    insert(900..<901, at: 22)
    expect(Display.settle { fixture.list.editMotion.animation != nil })
    let animation = try require(fixture.list.editMotion.animation)
    let key = fixture.sections[0][20].key
    let before = try require(fixture.picture[key])
    fixture.scroll(by: 17)
    expect(fixture.picture[key], equals: before - 17)
    expect(animation.displacements[.row(row(20))] == nil)
  }

  @Test func editDuringAnAnimationContinuesFromTheCurrentFrame() throws {
    defer { fixture.close() }
    // A machine that is busy for longer than the animation takes has to begin again.
    for number in 910..<930 {
      insert(number..<number + 1, at: 1)
      expect(Display.settle { fixture.list.editMotion.animation != nil })
      Display.settle { fixture.list.editMotion.animation.map { $0.progress > 0.3 } ?? true }
      if fixture.list.editMotion.animation != nil { break }
      fixture.settle()
    }
    expect(fixture.list.editMotion.animation != nil)
    let onTheWay = painted()
    let frames = try frames { insert(901..<902, at: 1) }
    let first = try require(frames.first { $0["key-901"] != nil })
    for key in ["key-0", "key-1"] { expect(first[key], equals: onTheWay[key], "\(key)") }
  }

  @Test func editsAreNotAnimatedWhenAnimationsAreDisabled() throws {
    defer { fixture.close() }
    ObjectProperty.set("gtk-enable-animations", of: settings, to: false)
    defer { ObjectProperty.set("gtk-enable-animations", of: settings, to: true) }
    insert(900..<901, at: 1)
    fixture.settle()
    expect(fixture.list.editMotion.animation == nil && fixture.list.editMotion.ticks == nil)
    expect(painted(), equals: fixture.picture)
  }

  @Test func offscreenEditsAreNotAnimated() throws {
    defer { fixture.close() }
    fixture.show(.row(row(30)))
    insert(900..<905, at: 2)
    fixture.settle()
    expect(fixture.list.editMotion.animation == nil)
    // Everything on screen was deleted: the new rows appear without animation.
    fixture.sections = [ListFixture.rows(500..<540)]
    fixture.list.reloadSections([0])
    fixture.settle()
    expect(fixture.list.editMotion.animation?.displacements.isEmpty != false)
    fixture.list.reloadData()
    fixture.settle()
    expect(fixture.list.editMotion.animation == nil)
  }

  @Test func resizingEndsAnEditAnimation() throws {
    defer { fixture.close() }
    insert(900..<901, at: 1)
    expect(Display.settle { fixture.list.editMotion.animation != nil })
    fixture.resize(to: 700)
    expect(fixture.list.editMotion.animation == nil)
    expect(painted(), equals: fixture.picture)
  }
}
