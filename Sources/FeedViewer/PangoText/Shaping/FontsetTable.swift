import CGtk

/// Chooses the fonts for characters of texts with one font description.
nonisolated final class FontChoice {
  private let description: OpaquePointer
  private let context: OpaquePointer
  private var fontsets: [OpaquePointer?: FontsetTable] = [:]

  /// - Returns: Nil if the description specifies more than a font.
  init?(_ font: OpaquePointer, context: OpaquePointer) {
    guard pango_context_get_gravity(context) == PANGO_GRAVITY_SOUTH,
      let merged = pango_font_description_copy(pango_context_get_font_description(context))
    else { return nil }
    description = merged
    self.context = context
    pango_font_description_unset_fields(merged, pango_font_description_get_set_fields(font))
    pango_font_description_merge(merged, font, 0)
    let fields = pango_font_description_get_set_fields(merged).rawValue
    guard fields & PANGO_FONT_MASK_GRAVITY.rawValue == 0,
      pango_font_description_get_variant(merged) == PANGO_VARIANT_NORMAL
    else { return nil }
    pango_font_description_set_gravity(merged, PANGO_GRAVITY_SOUTH)
  }

  deinit { pango_font_description_free(description) }

  func fonts(for language: OpaquePointer?) -> FontsetTable {
    if let known = fontsets[language] { return known }
    let made = FontsetTable(description, language, context)
    fontsets[language] = made
    return made
  }
}

/// Finds the first font of a fontset that has a character.
nonisolated final class FontsetTable {
  private let fontset: UnsafeMutablePointer<PangoFontset>
  private let map: UnsafeMutableRawPointer
  private let description: OpaquePointer
  private let context: OpaquePointer
  private var found: [(font: UnsafeMutablePointer<PangoFont>?, position: Int32)] = []
  /// Indices into `found`, counted from 1.
  private let numbers = CharacterPages(unknown: UInt8(0))
  /// The previous answer.
  private var lastNumber: UInt8 = 0
  private var last: (font: UnsafeMutablePointer<PangoFont>?, position: Int32) = (nil, 0)

  init(_ description: OpaquePointer, _ language: OpaquePointer?, _ context: OpaquePointer) {
    // Keeps the font map alive, which fonts and fontsets must not outlive.
    map = UnsafeMutableRawPointer(pango_context_get_font_map(context))
    g_object_ref(map)
    fontset = pango_font_map_load_fontset(
      pango_context_get_font_map(context), context, description, language)
    self.description = description
    self.context = context
  }

  deinit {
    for entry in found { if let font = entry.font { g_object_unref(font) } }
    g_object_unref(fontset)
    g_object_unref(map)
  }

  /// - Returns: The font, owned by this object, and its position in the fontset.
  @inline(__always)
  func font(of character: UInt32) -> (font: UnsafeMutablePointer<PangoFont>?, position: Int32) {
    let number = numbers[character]
    return number != 0 && number == lastNumber ? last : look(character)
  }

  private func look(_ character: UInt32) -> (font: UnsafeMutablePointer<PangoFont>?, position: Int32) {
    if numbers[character] == 0 { numbers[character] = number(of: ask(character)) }
    lastNumber = numbers[character]
    last = found[Int(lastNumber) - 1]
    return last
  }

  /// - Parameter answer: Its font is owned.
  private func number(of answer: (font: UnsafeMutablePointer<PangoFont>?, position: Int32)) -> UInt8 {
    if let index = found.firstIndex(where: { $0.font == answer.font && $0.position == answer.position }) {
      if let font = answer.font { g_object_unref(font) }
      return UInt8(index + 1)
    }
    precondition(found.count < 255, "A fontset can't have more than 255 fonts in use.")
    found.append(answer)
    return UInt8(found.count)
  }

  private struct Question {
    let character: UInt32
    var font: UnsafeMutablePointer<PangoFont>?
    var position: Int32 = 0
  }

  /// Does what `get_font` does: asks the fonts one by one.
  private func ask(_ character: UInt32) -> (font: UnsafeMutablePointer<PangoFont>?, position: Int32) {
    var question = Question(character: character)
    withUnsafeMutablePointer(to: &question) { question in
      pango_fontset_foreach(
        fontset,
        { _, font, data in
          let question = data!.assumingMemoryBound(to: Question.self)
          guard let font else { return 0 }
          if pango_font_has_char(font, question.pointee.character) != 0 {
            question.pointee.font = font
            return 1
          }
          question.pointee.position += 1
          return 0
        }, UnsafeMutableRawPointer(question))
    }
    guard let font = question.font else {
      return (
        pango_font_map_load_font(pango_context_get_font_map(context), context, description),
        question.position
      )
    }
    g_object_ref(font)
    return (font, question.position)
  }
}
