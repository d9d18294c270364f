import CGtk
import Expectations
import Foundation
import LayoutCore
import Synchronization
import Testing
import WidgetTesting

@testable import PangoText

@Suite(.serialized) struct TextThreadTests {
  private static var requests: [TextRequest] {
    (TextCorpus.samples + TextCorpus.shared(limit: 3)).flatMap { string in
      TextStyle.ofRows.map { TextRequest(string, style: $0) }
    } + [
      TextRequest("bold italic", style: .preview, attributes: [TextAttributeRun(.bold, bytes: 0..<4)]),
      TextRequest(
        "日本語 language", style: .title, attributes: [TextAttributeRun(.language("ja"), bytes: 0..<9)]),
    ]
  }

  @Test func textPreparedOnOtherThreadsEqualsTheMainThreads() {
    // Other systems of this process may have filled the memory that they share.
    func system() -> TextSystem {
      TextSystem(
        font: "Sans 11", roundsGlyphPositions: true, language: nil,
        budget: CacheBudget(byteCount: CacheBudget.textPreparation.byteCount))
    }
    let other = system()
    other.prepareAndWait(Self.requests)
    let main = system()
    Self.expectEqual(other, main)
    // All texts that are not left to the main thread were ready.
    expect(other.statistics.preparedOnOtherThreads > Set(Self.requests).count / 2)
    expect(other.statistics.prepared, equals: Set(Self.requests).count)
    expect(main.statistics.preparedOnOtherThreads, equals: 0)
  }

  @Test func workersWithFewCachedWordsGiveTheSameAnswers() {
    let system = TextSystem(font: "Sans 11")
    let budget = CacheBudget(byteCount: 60_000)
    let pool = TextPreparationPool(threadCount: 2, budget: budget)
    let requests = Self.requests + Self.requests.reversed()
    for (request, found) in zip(requests, pool.prepared(requests, in: system.environment)) {
      guard let found else { continue }
      let expected = system.element(request.string, style: request.style, attributes: request.attributes)
        .prepared
      for width in [nil, 90, 200, 333] as [PangoUnits?] {
        expect(
          LineBreaker.extents(of: found, width: width.map { $0 * 1024 }),
          equals: expected.flatMap { LineBreaker.extents(of: $0, width: width.map { $0 * 1024 }) },
          "\(request) at \(String(describing: width))")
      }
    }
    expect(0 < budget.usedByteCount && budget.usedByteCount <= budget.byteCount + 4 * 4_000)
  }

  /// Where a line with soft hyphens may end depends on the metrics of its fonts, for which only one thread may ask Pango.
  @Test func workersPrepareTextsWithSoftHyphensOnceTheMainThreadHasReadTheirMetrics() {
    let system = TextSystem(font: "Sans 11")
    let requests = [
      "Die Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrt 面包店五点开门 über", "Пись\u{AD}мо 夜の電車 for Ada",
      "बेकरी पाँच © 2025 夜 un\u{AD}be\u{AD}liev\u{AD}able café",
    ].map { TextRequest($0, style: .preview) }
    let pool = TextPreparationPool(threadCount: 2)
    let before = pool.prepared(requests, in: system.environment)
    expect(before.allSatisfy { $0 == nil })
    let own = requests.map { system.element($0.string, style: $0.style) }
    for (found, text) in zip(pool.prepared(requests, in: system.environment), own) {
      guard let found else {
        Issue.record("“\(text.string)” is left to the main thread.")
        continue
      }
      for pixels in stride(from: 20, to: 400, by: 9) {
        for limit in 0...2 {
          let constraint = LineConstraint(width: pixels * 1024, maximumLineCount: limit)
          let extents = LineBreaker.extents(of: found, in: constraint)
          expect(extents, equals: text.prepared.flatMap { LineBreaker.extents(of: $0, in: constraint) })
          if let extents { expect(extents, equals: system.extentsByPango(of: text, in: constraint)) }
        }
      }
    }
  }

  @Test(arguments: [
    "hint metrics", "hint style", "rounding", "language", "direction", "resolution", "font",
  ]) func contextsOfOtherThreadsHaveAllSettings(setting: String) {
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    let plain = TextEnvironment(of: context)
    let options = cairo_font_options_create()!
    defer { cairo_font_options_destroy(options) }
    switch setting {
    case "hint metrics": cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    case "hint style": cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    case "rounding": pango_context_set_round_glyph_positions(context, 0)
    case "language": pango_context_set_language(context, pango_language_from_string("ja"))
    case "direction": pango_context_set_base_dir(context, PANGO_DIRECTION_RTL)
    case "resolution": pango_cairo_context_set_resolution(context, 144)
    default: FontDescription("DejaVu Serif 13").set(in: context)
    }
    if setting.hasPrefix("hint") { pango_cairo_context_set_font_options(context, options) }
    let changed = TextEnvironment(of: context)
    expect(changed != plain)
    let made = changed.makeContext()
    defer { g_object_unref(UnsafeMutableRawPointer(made)) }
    let copied = TextEnvironment(of: made)
    expect(copied.font, equals: changed.font)
    expect(copied.fontOptions, equals: changed.fontOptions)
    expect(copied.resolution, equals: changed.resolution)
    expect(copied.language, equals: changed.language)
    expect(copied.roundsGlyphPositions, equals: changed.roundsGlyphPositions)
    expect(copied.baseDirection, equals: changed.baseDirection)
    expect(pango_context_get_font_map(made) != pango_context_get_font_map(context))
  }

  @Test func workersSwitchToANewEnvironment() throws {
    let pool = TextPreparationPool(threadCount: 2)
    var heights: [[Int?]] = []
    for font in ["Sans 11", "DejaVu Serif 19", "Sans 11"] {
      let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
      defer { g_object_unref(UnsafeMutableRawPointer(context)) }
      FontDescription(font).set(in: context)
      let results = pool.prepared(Self.requests, in: TextEnvironment(of: context))
      heights.append(results.map { $0.flatMap { LineBreaker.extents(of: $0, width: 333 * 1024)?.height } })
    }
    expect(heights[0], equals: heights[2])
    expect(heights[0] != heights[1])
  }

  @Test func resultsOfAnOldGenerationAreDropped() async {
    let choice = Mutex("Sans 11")
    let system = TextSystem { TextThreadTests.context(font: choice.withLock { $0 }) }
    let request = TextRequest("a text that is asked for too early", style: .preview)
    let wasKept = await withCheckedContinuation { continuation in
      system.prepareAhead([request]) { continuation.resume(returning: $0) }
      choice.withLock { $0 = "Sans 17" }
      expect(system.refreshEnvironment())
    }
    expect(!wasKept)
    expect(system.statistics.preparedOnOtherThreads, equals: 0)
    let isReady = await withCheckedContinuation { continuation in
      system.prepareAhead([request, request]) { continuation.resume(returning: $0) }
    }
    expect(isReady)
    expect(system.statistics.preparedOnOtherThreads, equals: 1)
    let known = system.element(request.string, style: .preview)
    expect(system.statistics.prepared, equals: 1)
    let fresh = TextSystem { Self.context(font: "Sans 17") }.element(request.string, style: .preview)
    expect(
      known.prepared.flatMap { LineBreaker.extents(of: $0, width: 99 * 1024) }?.height,
      equals: fresh.prepared.flatMap { LineBreaker.extents(of: $0, width: 99 * 1024) }?.height)
  }

  @Test func anEmptyRequestCompletesImmediately() async {
    let system = TextSystem(font: "Sans 11")
    system.prepareAndWait([])
    let isReady = await withCheckedContinuation { continuation in
      system.prepareAhead([]) { continuation.resume(returning: $0) }
    }
    expect(isReady)
    expect(system.statistics.prepared, equals: 0)
  }

  @Test func concurrentRequestsAllComplete() async {
    let system = TextSystem(font: "Sans 11")
    var answered = 0
    await withCheckedContinuation { continuation in
      for part in 0..<24 {
        let requests = (0..<20).map { TextRequest("part \(part % 12), text \($0)", style: .title) }
        system.prepareAhead(requests) { isReady in
          expect(isReady)
          answered += 1
          if answered == 24 { continuation.resume() }
        }
      }
    }
    let before = system.statistics.prepared
    for part in 0..<12 {
      for index in 0..<20 { _ = system.element("part \(part), text \(index)", style: .title) }
    }
    expect(system.statistics.prepared, equals: before)
  }

  private nonisolated static func context(font: String) -> OpaquePointer {
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
    FontDescription(font).set(in: context)
    return context
  }

  private static func expectEqual(_ one: TextSystem, _ other: TextSystem) {
    for request in requests {
      let first = one.element(request.string, style: request.style, attributes: request.attributes)
      let second = other.element(request.string, style: request.style, attributes: request.attributes)
      expect(first.prepared == nil, equals: second.prepared == nil)
      expect(first.prepared?.byteCount, equals: second.prepared?.byteCount)
      for width in [nil, 90, 200, 333] {
        for limit in [0, 2] {
          let constraint = LineConstraint(width: width.map { $0 * 1024 }, maximumLineCount: limit)
          let found = first.prepared.flatMap { LineBreaker.extents(of: $0, in: constraint) }
          let expected = second.prepared.flatMap { LineBreaker.extents(of: $0, in: constraint) }
          expect(found, equals: expected, "\(request) at \(constraint)")
        }
      }
    }
  }
}
