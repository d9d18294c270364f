import CGtk
import Foundation
import LayoutCore
import Synchronization
import Testing

@testable import FeedList

@Suite(.serialized) struct TextThreadTests {
  @Test func textPreparedOnOtherThreadsHasTheSameHeights() {
    let expected = Self.heights(in: pango_cairo_font_map_get_default(), of: TextCorpus.samples)
    let samples = TextCorpus.samples
    let found = Mutex<[[Int]]>([])
    let group = DispatchGroup()
    for _ in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        // Fonts belong to their map, and a map to its thread.
        let map = pango_cairo_font_map_new()!
        let heights = Self.heights(in: map, of: samples)
        g_object_unref(UnsafeMutableRawPointer(map))
        found.withLock { $0.append(heights) }
        group.leave()
      }
    }
    group.wait()
    let all = found.withLock { $0 }
    #expect(all.count == 2)
    #expect(all.allSatisfy { $0 == expected })
    #expect(expected.contains { $0 > 0 })
  }

  /// Heights at a few widths, -1 where there is no answer.
  private nonisolated static func heights(in map: UnsafeMutablePointer<PangoFontMap>?, of strings: [String])
    -> [Int]
  {
    let context = pango_font_map_create_context(map)!
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    let font = pango_font_description_from_string("Sans 11")!
    let preparer = TextPreparer(context: context)
    defer { pango_font_description_free(font) }
    return strings.flatMap { string in
      let layout = pango_layout_new(context)!
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      pango_layout_set_font_description(layout, font)
      pango_layout_set_text(layout, string, Int32(string.utf8.count))
      let prepared = preparer.prepare(layout, font: font, depth: .complete)
      return [90, 200, 333].map { width in
        prepared.flatMap { LineBreaker.extents(of: $0, width: width * 1024)?.height } ?? -1
      }
    }
  }
}
