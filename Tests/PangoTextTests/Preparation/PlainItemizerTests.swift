import CGtk
import Expectations
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Text is itemized like Pango does it.
@Suite struct PlainItemizerTests {
  private struct Item: Equatable, CustomStringConvertible {
    let range: Range<Int32>
    let count: Int32
    let font: UnsafeMutablePointer<PangoFont>?
    let level: UInt8
    let script: UInt8
    let language: OpaquePointer?
    let flags: UInt8

    init(_ item: PangoItem) {
      range = item.offset..<item.offset + item.length
      count = item.num_chars
      font = item.analysis.font
      level = item.analysis.level
      script = item.analysis.script
      language = item.analysis.language
      flags = item.analysis.flags
    }

    var description: String {
      let name = pango_font_describe(font)
      defer { pango_font_description_free(name) }
      return
        "\(range) \(count) \(String(cString: pango_font_description_to_string(name))) \(level) \(script) "
        + String(cString: pango_language_to_string(language))
    }
  }

  private func compare(_ strings: [String], font: String, language: String? = nil) -> (
    told: Int, differences: [String]
  ) {
    let system = TextSystem(font: font)
    let context = system.preparationContext.context
    let description = system.preparationContext.scaled(.preview).description.pointer
    let attributes = pango_attr_list_new()!
    pango_attr_list_insert_before(attributes, pango_attr_font_desc_new(description))
    defer { pango_attr_list_unref(attributes) }
    let itemizer = PlainItemizer(context: context, table: CharacterTable())
    pango_context_set_language(context, language.map { pango_language_from_string($0) })
    var told = 0
    var differences: [String] = []
    for string in strings {
      for direction in [PANGO_DIRECTION_LTR, PANGO_DIRECTION_RTL, PANGO_DIRECTION_WEAK_LTR] {
        string.withCString { bytes in
          let text = PieceShaper.Text(bytes: bytes, length: string.utf8.count)
          guard text.length > 0,
            let found = itemizer.items(of: text, direction: direction, font: description)
          else { return }
          told += 1
          var list = pango_itemize_with_base_dir(
            context, direction, bytes, 0, Int32(text.length), attributes, nil)
          var truth: [Item] = []
          while let node = list {
            let item = node.pointee.data.assumingMemoryBound(to: PangoItem.self)
            truth.append(Item(item.pointee))
            pango_item_free(item)
            list = g_list_delete_link(list, node)
          }
          let ours = found.map { Item($0.pointee) }
          if ours != truth {
            differences.append("\(string.debugDescription) \(direction)\n\(ours)\n\(truth)")
          }
          for item in found { pango_item_free(item) }
        }
      }
    }
    return (told, differences)
  }

  private nonisolated static let fonts = [
    "Sans 11", "Noto Sans CJK JP 11", "DejaVu Sans Mono 9", "Noto Serif Italic 12",
  ]

  @Test(arguments: fonts) func realTextIsItemizedLikePango(font: String) {
    let strings = TextCorpus.samples + TextCorpus.shared(limit: 20)
    for language in [nil, "en-us", "ja", "ar"] {
      let (told, differences) = compare(strings, font: font, language: language)
      expect(told > strings.count)
      expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
    }
  }

  @Test(arguments: fonts) func adversarialTextIsItemizedLikePango(font: String) {
    var texts = AdversarialText(seed: 3)
    let (told, differences) = compare((0..<600).map { _ in texts.next() }, font: font)
    expect(told > 0)
    expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }

  /// Spaces between fonts, brackets that take the script of their opening one, digits against the direction.
  @Test(arguments: fonts) func smallTextIsItemizedLikePango(font: String) {
    var random = SeededRandom(seed: 9)
    let units = [
      "a", "bc", " ", "  ", "(", ")", "[", "]", "«", "»", "“", "”", "「", "」", "1", "23", ".", "-", "한", "す",
      "漢", "。",
      "।", "स", "ा", "ن", "س", "א", "ב", "ก", "ា", "ក", "၀", "မ", "é", "e\u{301}", "\u{A0}", "\u{3000}", "₁",
      "\u{E000}",
    ]
    let strings = (0..<4_000).map { _ in
      (0..<1 + random.below(9)).map { _ in units[random.below(units.count)] }.joined()
    }
    let (told, differences) = compare(strings, font: font)
    expect(told > strings.count)
    expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }
}
