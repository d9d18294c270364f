import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Heights are kept in files under the description of the context in which they were measured.
@MainActor
struct MeasurementContextTests {
  @Test func contextsThatDifferAreDescribedDifferently() {
    let context = MeasurementContext(width: 640, environment: LayoutEnvironment())
    let changes: [(inout MeasurementContext) -> Void] = [
      { $0.width = 641 },
      { $0.sectionIndexWidth = 1 },
      { $0.boxes[.row].top = 1 },
      { $0.boxes[.row].bottom = 1 },
      { $0.boxes[.row].horizontal = 1 },
      { $0.boxes[.row].paddingBelow = 1 },
      { $0.boxes[.header].top = 1 },
      { $0.boxes[.footer].top = 1 },
      { $0.separator = .none },
      { $0.environment.scale = 1.25 },
      { $0.environment.direction = .rightToLeft },
    ]
    var descriptions: Set = [context.description]
    for change in changes {
      var changed = context
      change(&changed)
      descriptions.insert(changed.description)
    }
    expect(descriptions.count, equals: changes.count + 1)
  }

  @Test func changesOfOneRunAreNotDescribed() {
    let context = MeasurementContext(width: 640, environment: LayoutEnvironment())
    var later = context
    later.environment.generation = 7
    expect(later.description, equals: context.description)
  }
}
