import CGtk
import LayoutCore

/// Recognises text of one script in one font without itemizing it: a paragraph that consists only of characters that
/// Pango puts into one item with the script's letters is a single item.
///
/// Pango is asked once for each character, placed between two letters. Characters that act in sequences, and those
/// that PangoLayout treats specially, are excluded.
nonisolated final class SingleRun {
  let script: GUnicodeScript
  let font: ShapingFont
  let level: UInt8
  /// The height of every line, including lines with an ellipsis.
  let height: LineHeightClass

  private let context: OpaquePointer
  private let fontAttributes: OpaquePointer
  private let letter: UInt32
  private let item: UnsafeMutablePointer<PangoItem>
  private enum Membership: UInt8 { case unknown, member, stranger }
  /// Indexed by character; those beyond the array are not in the run.
  private var members = [Membership](repeating: .unknown, count: 0x3000)

  /// - Parameters:
  ///   - letter: A letter of the script that neither joins nor combines.
  ///   - fontAttributes: An attribute list that contains only the font description; must outlive this object.
  /// - Returns: Nil if the heights of lines in this script may differ, or if words can't be shaped separately.
  init?(
    letter: UInt32, context: OpaquePointer, fontAttributes: OpaquePointer, pieces: PieceShaper,
    ellipses: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) {
    guard let item = Self.onlyItem([letter], context, fontAttributes) else { return nil }
    self.item = item
    self.letter = letter
    self.context = context
    self.fontAttributes = fontAttributes
    let analysis = item.pointee.analysis
    level = analysis.level
    script = GUnicodeScript(rawValue: Int32(analysis.script))
    guard analysis.font != nil, analysis.extra_attrs == nil, level % 2 == 0,
      analysis.gravity == UInt8(PANGO_GRAVITY_SOUTH.rawValue),
      analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_CENTERED_BASELINE) == 0
    else {
      pango_item_free(item)
      return nil
    }
    font = pieces.font(of: analysis)
    height = font.properties.ordinary
    guard font.hasInertSpace(atLevel: level), !font.hasMisleadingFlags(atLevel: level), !font.readsContext,
      ellipses.0.heightClass == height, ellipses.1.heightClass == height
    else { return nil }  // the item is freed by deinit: everything is set here
  }

  deinit { pango_item_free(item) }

  @inline(__always)
  func contains(_ character: UInt32) -> Bool {
    guard character < 0x3000 else { return false }
    switch members[Int(character)] {
    case .member: return true
    case .stranger: return false
    case .unknown: return ask(character)
    }
  }

  private func ask(_ character: UInt32) -> Bool {
    let isMember = !Self.isSpecial(character) && joinsLetters(character)
    members[Int(character)] = isMember ? .member : .stranger
    return isMember
  }

  private func joinsLetters(_ character: UInt32) -> Bool {
    guard let found = Self.onlyItem([letter, character, letter], context, fontAttributes) else {
      return false
    }
    defer { pango_item_free(found) }
    let analysis = found.pointee.analysis
    let own = item.pointee.analysis
    return analysis.font == own.font && analysis.level == own.level && analysis.script == own.script
      && analysis.language == own.language && analysis.flags == own.flags && analysis.extra_attrs == nil
  }

  /// Controls, marks, joiners, variation selectors and separators.
  private static func isSpecial(_ character: UInt32) -> Bool {
    if character < 0x20 || character == 0xAD || (0x2027...0x202E).contains(character) { return true }
    switch g_unichar_type(character) {
    case G_UNICODE_CONTROL, G_UNICODE_FORMAT, G_UNICODE_UNASSIGNED, G_UNICODE_PRIVATE_USE,
      G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK,
      G_UNICODE_LINE_SEPARATOR, G_UNICODE_PARAGRAPH_SEPARATOR, G_UNICODE_MODIFIER_SYMBOL:
      // Spacing accents are ordinary symbols.
      return character > 0xFF || g_unichar_type(character) != G_UNICODE_MODIFIER_SYMBOL
    default: return false
    }
  }

  /// The only item of a text, owned by the caller.
  private static func onlyItem(
    _ characters: [UInt32], _ context: OpaquePointer, _ fontAttributes: OpaquePointer
  ) -> UnsafeMutablePointer<PangoItem>? {
    let string = String(String.UnicodeScalarView(characters.compactMap { Unicode.Scalar($0) }))
    let length = Int32(string.utf8.count)
    return string.withCString { bytes in
      var direction = ParagraphDirection.asPango.of(bytes, length)
      if direction == PANGO_DIRECTION_NEUTRAL { direction = pango_context_get_base_dir(context) }
      let list = pango_itemize_with_base_dir(context, direction, bytes, 0, length, fontAttributes, nil)
      defer { g_list_free(list) }
      let first = list?.pointee.data.assumingMemoryBound(to: PangoItem.self)
      var rest = list?.pointee.next
      let isOnly = rest == nil
      while let node = rest {
        pango_item_free(node.pointee.data.assumingMemoryBound(to: PangoItem.self))
        rest = node.pointee.next
      }
      if isOnly { return first }
      pango_item_free(first)
      return nil
    }
  }
}
