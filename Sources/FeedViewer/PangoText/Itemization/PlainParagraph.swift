import CGtk

/// One paragraph without attributes and control characters, itemized without a PangoLayout: the same calls in the
/// same order as in pango-layout.c 1.50 to 1.56 (`pango_layout_check_lines`, `get_items_log_attrs`), except shaping,
/// which a `PieceShaper` does anyway.
nonisolated final class PlainParagraph {
  let text: PieceShaper.Text
  /// In logical order.
  let items: [UnsafeMutablePointer<PangoItem>]
  private let logAttributes: UnsafeMutablePointer<PangoLogAttr>

  /// - Parameters:
  ///   - font: An attribute list that contains only the font description.
  ///   - itemizer: Itemizes the text if it can.
  /// - Returns: Nil if the text is not a plain paragraph.
  init?(
    _ text: PieceShaper.Text, context: OpaquePointer, font: OpaquePointer, description: OpaquePointer,
    itemizer: PlainItemizer
  ) {
    guard text.length > 0 else { return nil }
    self.text = text
    let length = Int32(text.length)
    var direction = ParagraphDirection.asPango.of(text.bytes, length)
    if direction == PANGO_DIRECTION_NEUTRAL { direction = pango_context_get_base_dir(context) }
    if let found = itemizer.items(of: text, direction: direction, font: description) {
      items = found
    } else {
      guard Self.isPlain(text) else { return nil }
      items = Self.items(pango_itemize_with_base_dir(context, direction, text.bytes, 0, length, font, nil))
    }
    let count = items.reduce(1) { $0 + Int($1.pointee.num_chars) }
    logAttributes = .allocate(capacity: count)
    logAttributes.initialize(repeating: PangoLogAttr(), count: count)
    pango_default_break(text.bytes, length, nil, logAttributes, Int32(count))
    var place = 0
    for item in items {
      pango_tailor_break(
        text.bytes + Int(item.pointee.offset), item.pointee.length, &item.pointee.analysis, -1,
        logAttributes + place, item.pointee.num_chars + 1)
      place += Int(item.pointee.num_chars)
    }
  }

  deinit {
    for item in items { pango_item_free(item) }
    logAttributes.deallocate()
  }

  var attributes: LogAttributes { LogAttributes(logAttributes) }

  /// The items of a list. Frees the list.
  private static func items(_ list: UnsafeMutablePointer<GList>?) -> [UnsafeMutablePointer<PangoItem>] {
    defer { g_list_free(list) }
    var found: [UnsafeMutablePointer<PangoItem>] = []
    var node = list
    while let current = node {
      found.append(current.pointee.data.assumingMemoryBound(to: PangoItem.self))
      node = current.pointee.next
    }
    return found
  }

  /// Whether the text has no control characters and no line or paragraph separators (U+2028, U+2029); U+2027, which
  /// is replaced by a hyphen, is excluded too.
  private static func isPlain(_ text: PieceShaper.Text) -> Bool {
    for index in 0..<text.length {
      let byte = UInt8(bitPattern: text.bytes[index])
      if byte < 0x20 { return false }
      if byte == 0xE2, index + 2 < text.length, UInt8(bitPattern: text.bytes[index + 1]) == 0x80,
        (0xA7...0xA9).contains(UInt8(bitPattern: text.bytes[index + 2]))
      {
        return false
      }
      if byte == 0xC2, index + 1 < text.length, UInt8(bitPattern: text.bytes[index + 1]) == 0x85 {
        return false
      }
    }
    return true
  }
}
