import Expectations
import Testing

@testable import LayoutCore

@Suite("Template registry")
struct TemplateRegistryTests {
  /// Records its calls; its item is a text.
  private final class SpyTemplate: LayoutTemplate {
    var calls: [String] = []
    var accessory = Accessory.none
    var enforcesFrameLayout = false
    var minimumHeight = 0.0
    var minimumWidth = 1.0
    var direction: LayoutDirection?
    var makesElement = true
    var manualHeight: Double?
    private var item: String?

    func prepareForReuse() {
      calls.append("reset")
      item = nil
    }

    func configure(for item: String) {
      calls.append("configure")
      self.item = item
    }

    func makeElement() -> LayoutElement? {
      guard makesElement, let item else { return nil }
      calls.append("measure")
      return .text(FixedTextMeasurer.text(item))
    }

    func heightThatFits(width: Double) -> Double? {
      calls.append("fits \(Int(width))")
      return manualHeight
    }
  }

  private let context = FixedTextMeasurer().context()

  private func registry(_ template: SpyTemplate) -> TemplateRegistry<String> {
    let registry = TemplateRegistry<String>()
    registry.register("row") { template }
    return registry
  }

  private func height(
    _ template: SpyTemplate, _ item: String = "x", separator: SeparatorStyle = .none, scale: Double = 1
  ) throws -> Int {
    try registry(template).layout(
      "row", for: item, metrics: RowMetrics(width: 100, separator: separator),
      in: FixedTextMeasurer().context(scale: scale)
    ).height
  }

  @Test func oneTemplateServesAllRows() throws {
    let registry = TemplateRegistry<String>()
    var made = 0
    for identifier in ["a", "b"] as [TemplateIdentifier] {
      registry.register(identifier) {
        made += 1
        return SpyTemplate()
      }
    }
    for index in 0..<10_000 {
      _ = try registry.layout(
        index % 2 == 0 ? "a" : "b", for: "item", metrics: RowMetrics(width: 100), in: context)
    }
    expect(made, equals: 2)
    expect(registry.templateCount, equals: 2)
  }

  @Test func anotherTemplateUnderTheSameIdentifierReplacesTheFirst() throws {
    let registry = registry(SpyTemplate())
    let first = try registry.template("row")
    try expect(registry.template("row") === first)
    let second = SpyTemplate()
    registry.register("row") { second }
    try expect(registry.template("row") === second)
    expect(registry.templateCount, equals: 1)
  }

  @Test func aTallItemDoesNotAffectTheNextItem() throws {
    let long = String(repeating: "x", count: 200)
    let used = registry(SpyTemplate())
    for item in [long, "x"] {
      _ = try used.layout("row", for: item, metrics: RowMetrics(width: 100), in: context)
    }
    for item in ["x", long, "xx"] {
      let metrics = RowMetrics(width: 100)
      let fresh = try registry(SpyTemplate()).layout("row", for: item, metrics: metrics, in: context)
      try expect(used.layout("row", for: item, metrics: metrics, in: context).height, equals: fresh.height)
    }
  }

  @Test func anUnknownTemplateIsReportedWithTheRegisteredOnes() {
    let registry = registry(SpyTemplate())
    registry.register("header") { SpyTemplate() }
    #expect(throws: TemplateError.unknownIdentifier("cell", known: ["header", "row"])) {
      try registry.layout("cell", for: "", metrics: RowMetrics(width: 100), in: context)
    }
    expect("\(TemplateError.unknownIdentifier("cell", known: ["header", "row"]))".contains("header, row"))
  }

  @Test func everyMeasurementResetsConfiguresAndMeasures() throws {
    let template = SpyTemplate()
    let registry = registry(template)
    let long = String(repeating: "x", count: 200)
    var heights: [Int] = []
    for item in [long, "x", long, "x"] {
      heights.append(
        try registry.layout("row", for: item, metrics: RowMetrics(width: 100), in: context).height)
    }
    expect(heights, equals: [401, 21, 401, 21])
    expect(
      template.calls, equals: Array(repeating: ["reset", "configure", "measure"], count: 4).flatMap { $0 })
  }

  @Test(arguments: [
    (Accessory.none, 414.0), (.disclosure, 380), (.detailDisclosure, 346), (.checkmark, 374), (.detail, 366),
    (.custom(width: 20), 378),
  ])
  func accessoriesNarrowTheContent(accessory: Accessory, width: Double) throws {
    let template = SpyTemplate()
    template.accessory = accessory
    let metrics = RowMetrics(width: 414)
    let left = try registry(template).layout(
      "row", for: "x", metrics: metrics, in: FixedTextMeasurer().context(scale: 3))
    expect(left.contentFrame, equals: Rect(x: 0, y: 0, width: width, height: 20))
    expect(left.content?.size.width, equals: width)
    expect(left.accessoryFrame, equals: Rect(x: width, y: 0, width: 414 - width, height: 20))
    let right = try registry(template).layout(
      "row", for: "x", metrics: metrics, in: FixedTextMeasurer().context(direction: .rightToLeft))
    expect(right.contentFrame.minX, equals: 414 - width)
    expect(right.accessoryFrame.minX, equals: 0)
    expect(right.height, equals: 21)
  }

  @Test func aSectionIndexNarrowsTheContentAndMovesTheAccessory() throws {
    let template = SpyTemplate()
    template.accessory = .disclosure
    let metrics = RowMetrics(width: 300, sectionIndexWidth: 15)
    let left = try registry(template).layout("row", for: "x", metrics: metrics, in: context)
    expect(left.contentFrame.size.width, equals: 251)
    expect(left.accessoryFrame.maxX, equals: 285)
    let right = try registry(template).layout(
      "row", for: "x", metrics: metrics, in: FixedTextMeasurer().context(direction: .rightToLeft))
    expect(right.accessoryFrame.minX, equals: 15)
    expect(right.contentFrame.minX, equals: 49)
  }

  @Test func aRowThatRunsTheOtherWayIsMirroredBesideTheSectionIndex() throws {
    let template = SpyTemplate()
    template.accessory = .disclosure
    let metrics = RowMetrics(width: 300, sectionIndexWidth: 15)
    func layout(_ row: LayoutDirection?, in interface: LayoutDirection) throws -> TemplateLayout {
      template.direction = row
      return try registry(template).layout(
        "row", for: "x", metrics: metrics, in: FixedTextMeasurer().context(direction: interface))
    }
    let usual = try layout(nil, in: .leftToRight)
    expect(usual.direction, equals: .leftToRight)
    let mirrored = try layout(.rightToLeft, in: .leftToRight)
    expect(mirrored.direction, equals: .rightToLeft)
    expect(mirrored.height, equals: usual.height)
    expect(mirrored.accessoryFrame.minX, equals: 0)
    expect(mirrored.contentFrame.minX == 34 && mirrored.contentFrame.maxX == 285)
    let other = try layout(.leftToRight, in: .rightToLeft)
    expect(other.contentFrame.minX, equals: 15)
    expect(other.accessoryFrame.minX == 266 && other.accessoryFrame.maxX == 300)
    expect(other.height, equals: usual.height)
  }

  @Test func narrowRowsAreLaidOutAtTheTemplatesMinimumWidth() throws {
    let template = SpyTemplate()
    template.accessory = .disclosure
    template.minimumWidth = 20
    func layout(_ width: Double) throws -> TemplateLayout {
      try registry(template).layout("row", for: "x", metrics: RowMetrics(width: width), in: context)
    }
    let narrowest = try layout(54)
    expect(narrowest.contentFrame.size.width, equals: 20)
    for width in [-1_000_000, -5, 0, 1, 34, 53.9] {
      let layout = try layout(width)
      expect(layout.contentFrame.size.width, equals: 20)
      expect(layout.height, equals: narrowest.height)
    }
    try expect(layout(55).contentFrame.size.width, equals: 21)
  }

  @Test func aTemplateWithoutElementComputesItsHeight() throws {
    let template = SpyTemplate()
    template.makesElement = false
    template.manualHeight = 33.2
    try expect(height(template), equals: 34)
    expect(template.calls, equals: ["reset", "configure", "fits 100"])
  }

  @Test func enforcedFrameLayoutNeverMakesTheElement() throws {
    let template = SpyTemplate()
    template.enforcesFrameLayout = true
    template.manualHeight = 30
    try expect(height(template), equals: 30)
    expect(template.calls, equals: ["reset", "configure", "fits 100"])
  }

  @Test func aTemplateWithoutElementAndHeightIs44HighAndWarnsOnce() throws {
    let template = SpyTemplate()
    template.makesElement = false
    let registry = registry(template)
    var warnings = 0
    registry.onEvent = { if case .warning = $0 { warnings += 1 } }
    for _ in 0..<3 {
      let metrics = RowMetrics(width: 100, separator: .none)
      try expect(registry.layout("row", for: "x", metrics: metrics, in: context).height, equals: 44)
    }
    expect(warnings, equals: 1)
  }

  @Test func aRowOfZeroHeightHasNoSeparator() throws {
    let template = SpyTemplate()
    template.enforcesFrameLayout = true
    template.manualHeight = 0
    try expect(height(template, separator: .singleLine), equals: 0)
  }

  @Test func theMinimumHeightExcludesTheSeparator() throws {
    let template = SpyTemplate()
    template.minimumHeight = 44
    try expect(height(template), equals: 44)
    try expect(height(template, separator: .singleLine), equals: 45)
    try expect(height(template, String(repeating: "x", count: 30)), equals: 60)
  }

  @Test(arguments: [1.0, 1.5, 2, 3])
  func aSeparatorIsOneDevicePixel(scale: Double) throws {
    let layout = try registry(SpyTemplate()).layout(
      "row", for: "x", metrics: RowMetrics(width: 100), in: FixedTextMeasurer().context(scale: scale))
    expect(layout.separatorHeight, equals: 1 / scale)
    expect(layout.height, equals: Int(20 * scale) + 1)
  }

  @Test func theRegistryReportsItsEvents() throws {
    let template = SpyTemplate()
    template.manualHeight = 12
    let registry = registry(template)
    var events: [TemplateEvent] = []
    registry.onEvent = { events.append($0) }
    _ = try registry.layout("row", for: "x", metrics: RowMetrics(width: 100), in: context)
    template.makesElement = false
    _ = try registry.layout("row", for: "x", metrics: RowMetrics(width: 100), in: context)
    expect(events, equals: [.created("row"), .calculatedBySpec(20), .calculatedByManualSizing(12)])
  }
}
