import CGtk

/// Proves that a font's space takes no part in shaping: then the text on each side of a space is shaped as it would
/// be alone, and the widths of words can be cached across texts.
///
/// HarfBuzz's own flags do not tell (HarfBuzz 6 never sets UNSAFE_TO_CONCAT on the last glyph of a buffer). The proof
/// is that no lookup that the shaping plan may run can match, move or skip the space:
///
/// - no lookup with neighbours names the glyph (its coverages, classes and sequences; OpenType 1.9, "GSUB", "GPOS");
/// - no class based context names class 0, "all other glyphs", which HarfBuzz's collection leaves out;
/// - no lookup flag makes a lookup skip glyphs of the space's class, so that it sees from word to word;
/// - no kern, kerx, morx, mort or trak table is used instead of GSUB and GPOS.
nonisolated enum SpaceShapingAnalysis {
  static func isInert(in font: FontFeatures, script: Script, direction: hb_direction_t) -> Bool {
    let native = hb_script_get_horizontal_direction(script.script)
    guard native == HB_DIRECTION_INVALID || native == direction else { return false }
    let face = hb_font_get_face(font.hbFont)!
    var space: hb_codepoint_t = 0
    guard hb_font_get_nominal_glyph(font.hbFont, 0x20, &space) != 0 else { return false }
    return !hasOtherKerning(face, script)
      && [.substitution, .positioning].allSatisfy {
        Table($0, of: face).leavesAlone(space, in: font, script: script, direction: direction)
      }
  }

  /// Whether HarfBuzz would apply other tables than GSUB and GPOS; a `kern` table only counts if GPOS has no kerning.
  private static func hasOtherKerning(_ face: OpaquePointer, _ script: Script) -> Bool {
    if ["kerx", "morx", "mort", "trak"].contains(where: { hasTable($0, face) }) { return true }
    guard hasTable("kern", face) else { return false }
    let tags = script.openTypeTags
    var scriptIndex: UInt32 = 0
    var languageIndex: UInt32 = 0
    var feature: UInt32 = 0
    var chosen: hb_tag_t = 0
    hb_ot_layout_table_select_script(
      face, tag("GPOS"), UInt32(tags.scripts.count), tags.scripts, &scriptIndex, &chosen)
    hb_ot_layout_script_select_language(
      face, tag("GPOS"), scriptIndex, UInt32(tags.languages.count), tags.languages, &languageIndex)
    return hb_ot_layout_language_find_feature(
      face, tag("GPOS"), scriptIndex, languageIndex, tag("kern"), &feature) == 0
  }

  private static func hasTable(_ name: StaticString, _ face: OpaquePointer) -> Bool {
    let blob = hb_face_reference_table(face, tag(name))
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  fileprivate static func tag(_ name: StaticString) -> hb_tag_t {
    name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | hb_tag_t($1) } }
  }

  /// The lookups of one table.
  private struct Table: ~Copyable {
    enum Kind {
      case substitution, positioning

      /// The types of lookups that see one glyph at a time, or that attach a mark to the preceding base, which no cut
      /// before a letter separates.
      var singleGlyphTypes: Set<Int> { self == .substitution ? [1, 2, 3] : [1, 4, 5, 6] }
      var extensionType: Int { self == .substitution ? 7 : 9 }
      var contextType: Int { self == .substitution ? 5 : 7 }
      var chainedContextType: Int { self == .substitution ? 6 : 8 }
      var tag: hb_tag_t { SpaceShapingAnalysis.tag(self == .substitution ? "GSUB" : "GPOS") }
    }

    private let kind: Kind
    private let face: OpaquePointer
    private let blob: OpaquePointer
    private let bytes: BigEndianBytes

    init(_ kind: Kind, of face: OpaquePointer) {
      self.kind = kind
      self.face = face
      blob = hb_face_reference_table(face, kind.tag)
      var length: UInt32 = 0
      let data = hb_blob_get_data(blob, &length)
      bytes = BigEndianBytes(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }

    deinit { hb_blob_destroy(blob) }

    func leavesAlone(
      _ glyph: hb_codepoint_t, in font: FontFeatures, script: Script, direction: hb_direction_t
    ) -> Bool {
      guard bytes.count > 0 else { return true }
      guard let planned = plannedLookups(font, script, direction) else { return false }
      guard let lookups = try? lookups() else { return false }
      var hasContexts = false
      for number in planned {
        guard number < lookups.count else { return false }
        let lookup = lookups[number]
        if !kind.singleGlyphTypes.contains(lookup.type), names(glyph, number) { return false }
        guard (try? ignoresGlyph(lookup, to: glyph)) == true else { return false }
        hasContexts = hasContexts || isContext(lookup.type)
      }
      // A contextual lookup may call any other lookup of the table.
      return !hasContexts || lookups.allSatisfy { (try? ignoresGlyph($0, to: glyph)) == true }
    }

    /// Nil if another shaper than OpenType's would be used.
    private func plannedLookups(_ font: FontFeatures, _ script: Script, _ direction: hb_direction_t) -> [Int]?
    {
      var properties = hb_segment_properties_t()
      properties.direction = direction
      properties.script = script.script
      properties.language = script.language
      let plan = hb_shape_plan_create(face, &properties, font.features, font.featureCount, nil)
      defer { hb_shape_plan_destroy(plan) }
      guard String(cString: hb_shape_plan_get_shaper(plan)) == "ot" else { return nil }
      let set = hb_set_create()!
      defer { hb_set_destroy(set) }
      hb_ot_shape_plan_collect_lookups(plan, kind.tag, set)
      var found: [Int] = []
      var next = hb_codepoint_t.max
      while hb_set_next(set, &next) != 0 { found.append(Int(next)) }
      return found
    }

    /// Whether a lookup, or one that it calls, refers to the glyph anywhere.
    private func names(_ glyph: hb_codepoint_t, _ lookup: Int) -> Bool {
      let set = hb_set_create()!
      defer { hb_set_destroy(set) }
      hb_ot_layout_lookup_collect_glyphs(face, kind.tag, UInt32(lookup), set, set, set, set)
      return hb_set_has(set, glyph) != 0
    }

    private struct Lookup {
      var type: Int
      let flags: Int
      /// The offsets of its subtables, with extensions resolved.
      var subtables: [Int]
    }

    private func isContext(_ type: Int) -> Bool {
      type == kind.contextType || type == kind.chainedContextType
    }

    private func lookups() throws(BigEndianBytes.OutOfBounds) -> [Lookup] {
      let list = try bytes.uint16(8)
      var lookups: [Lookup] = []
      for index in 0..<(try bytes.uint16(list)) {
        let start = list + (try bytes.uint16(list + 2 + 2 * index))
        var lookup = Lookup(type: try bytes.uint16(start), flags: try bytes.uint16(start + 2), subtables: [])
        for number in 0..<(try bytes.uint16(start + 4)) {
          var subtable = start + (try bytes.uint16(start + 6 + 2 * number))
          if try bytes.uint16(start) == kind.extensionType {
            lookup.type = try bytes.uint16(subtable + 2)
            subtable += try bytes.uint32(subtable + 4)
          }
          lookup.subtables.append(subtable)
        }
        lookups.append(lookup)
      }
      return lookups
    }

    /// Whether a lookup can't skip the glyph and has no context that uses class 0.
    private func ignoresGlyph(_ lookup: Lookup, to glyph: hb_codepoint_t) throws(BigEndianBytes.OutOfBounds)
      -> Bool
    {
      let skips =
        switch hb_ot_layout_get_glyph_class(face, glyph) {
        case HB_OT_LAYOUT_GLYPH_CLASS_BASE_GLYPH: lookup.flags & 2 != 0
        case HB_OT_LAYOUT_GLYPH_CLASS_LIGATURE: lookup.flags & 4 != 0
        case HB_OT_LAYOUT_GLYPH_CLASS_MARK: lookup.flags & 0xFF18 != 0
        default: false
        }
      if skips { return false }
      guard isContext(lookup.type) else { return true }
      for subtable in lookup.subtables where try bytes.uint16(subtable) == 2 {
        if try usesClassZero(subtable, isChained: lookup.type == kind.chainedContextType) { return false }
      }
      return true
    }

    /// Contexts of format 2 describe their glyphs by classes.
    private func usesClassZero(
      _ subtable: Int, isChained: Bool
    ) throws(BigEndianBytes.OutOfBounds) -> Bool {
      let sets = subtable + (isChained ? 10 : 6)
      for input in 0..<(try bytes.uint16(sets)) {
        let offset = try bytes.uint16(sets + 2 + 2 * input)
        if offset == 0 { continue }
        if input == 0 { return true }
        let set = subtable + offset
        for number in 0..<(try bytes.uint16(set)) {
          let rule = set + (try bytes.uint16(set + 2 + 2 * number))
          let hasZero = isChained ? try chainedRuleHasZero(rule) : try ruleHasZero(rule)
          if hasZero { return true }
        }
      }
      return false
    }

    private func ruleHasZero(_ rule: Int) throws(BigEndianBytes.OutOfBounds) -> Bool {
      // The first glyph's class is the set's; the counts of classes and lookups precede the others.
      try hasZero(from: rule + 4, count: try bytes.uint16(rule) - 1)
    }

    private func chainedRuleHasZero(_ rule: Int) throws(BigEndianBytes.OutOfBounds) -> Bool {
      var place = rule
      for isInput in [false, true, false] {
        let count = try bytes.uint16(place) - (isInput ? 1 : 0)
        if try hasZero(from: place + 2, count: count) { return true }
        place += 2 + 2 * max(count, 0)
      }
      return false
    }

    private func hasZero(from start: Int, count: Int) throws(BigEndianBytes.OutOfBounds) -> Bool {
      for index in 0..<max(count, 0) where try bytes.uint16(start + 2 * index) == 0 { return true }
      return false
    }
  }
}

/// Reads integers from a font table.
private nonisolated struct BigEndianBytes {
  struct OutOfBounds: Error {}

  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  func uint16(_ offset: Int) throws(OutOfBounds) -> Int {
    guard offset >= 0, offset + 2 <= bytes.count else { throw OutOfBounds() }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func uint32(_ offset: Int) throws(OutOfBounds) -> Int { try uint16(offset) << 16 | uint16(offset + 2) }
}
