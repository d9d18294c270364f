import CGtk
import Expectations
import GtkInterop
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .needsDisplay)
struct TextEqualityTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  @Test(arguments: [0, 1, 2, 3])
  func arithmeticHeightsEqualPangoLayout(maximumLineCount: Int) {
    let system = TextSystem(widget: widget.pointer)
    var random = SeededRandom(seed: 20_261)
    var compared = 0
    for string in TextCorpus.samples + TextCorpus.shared(limit: TestRun.count(5, full: 25)) {
      for style in [TextStyle.title, .preview, .metadata] {
        let text = system.element(string, style: style, maximumLineCount: maximumLineCount)
        guard let prepared = text.prepared else { continue }
        for _ in 0..<12 {
          let width = (1 + random.below(900)) * 1024 + random.below(1024)
          guard
            let found = LineBreaker.extents(
              of: prepared, width: width, maximumLineCount: maximumLineCount)
          else { continue }
          let truth = pangoExtents(text, width: width, in: system)
          expect(
            found.height == truth.height && found.lineCount == truth.lineCount
              && found.firstBaseline == truth.firstBaseline && found.lastBaseline == truth.lastBaseline
              && found.isTruncated == truth.isTruncated,
            "\(style) at \(width): \(string.debugDescription)\n\(found)\n\(truth)")
          compared += 1
        }
      }
    }
    expect(compared > 400)
  }

  @Test func unlimitedWidthEqualsPango() {
    let system = TextSystem(widget: widget.pointer)
    for string in TextCorpus.samples {
      let text = system.element(string, style: .preview)
      guard let prepared = text.prepared, let found = LineBreaker.extents(of: prepared, width: nil) else {
        continue
      }
      let truth = pangoExtents(text, width: nil, in: system)
      expect(found.height == truth.height && found.width == truth.width, "\(string.debugDescription)")
    }
  }

  @Test func ordinaryTextNeedsNoPangoLayoutAtReadableWidths() {
    let system = TextSystem(widget: widget.pointer)
    for string in TextCorpus.samples[0...4] + [TextCorpus.samples[8]] {
      let text = system.element(string, style: .preview)
      for width in stride(from: 200, through: 800, by: 50) {
        let before = system.statistics.answeredByPango
        _ = system.extents(of: text, width: width * 1024)
        expect(system.statistics.answeredByPango, equals: before, "\(string) at \(width)")
      }
    }
    expect(system.statistics.answeredByArithmetic > 0)
  }

  @Test func everyHeightEqualsTheDrawnLayouts() {
    let system = TextSystem(widget: widget.pointer)
    for string in TextCorpus.samples {
      let text = system.element(string, style: .title, maximumLineCount: 2)
      for width in [40, 90, 200, 333, 640] {
        let answer = system.extents(of: text, width: width * 1024)
        var drawn = PangoRectangle()
        system.makeLayout(text, width: width * 1024).use {
          pango_layout_get_extents($0, nil, &drawn)
        }
        expect(answer.height, equals: Int(drawn.height), "\(string.debugDescription) at \(width)")
      }
    }
  }

  @Test func changedFontStartsANewTextGeneration() throws {
    let window = gtk_window_new()!
    defer { gtk_window_destroy(window.cast()) }
    gtk_window_set_child(window.cast(), widget.pointer)
    gtk_window_present(window.cast())
    Display.settle { gtk_widget_get_mapped(widget.pointer) != 0 }
    let system = TextSystem(widget: widget.pointer)
    expect(!system.refreshEnvironment())
    let settings = try require(gtk_settings_get_default())
    var name = GValue()
    g_value_init(&name, cgtk_type_string())
    g_object_get_property(settings.cast(), "gtk-font-name", &name)
    var larger = GValue()
    g_value_init(&larger, cgtk_type_string())
    g_value_set_string(&larger, "DejaVu Serif 17")
    g_object_set_property(settings.cast(), "gtk-font-name", &larger)
    defer {
      g_object_set_property(settings.cast(), "gtk-font-name", &name)
      g_value_unset(&name)
      g_value_unset(&larger)
    }
    expect(Display.settle { system.refreshEnvironment() })
    expect(system.generation, equals: 1)
  }

  private func pangoExtents(_ text: TextElement, width: Int?, in system: TextSystem) -> TextExtents {
    var unprepared = text
    unprepared.prepared = nil
    return system.extents(of: unprepared, width: width)
  }
}
