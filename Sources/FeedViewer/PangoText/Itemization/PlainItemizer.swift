import CGtk

/// Itemizes text without attributes like Pango 1.50 to 1.56 (itemize.c, pango-script.c; `PangoVersion` tells them apart)
/// at a tenth of the cost, because it caches the properties of characters.
///
/// Text with emoji, or with characters that change direction or layout, is left to Pango. Belongs to one context, and
/// to the thread that made it.
nonisolated final class PlainItemizer {
  private let context: OpaquePointer
  private let table: CharacterTable
  private var language: OpaquePointer?
  /// Languages by script.
  private var derivedLanguages = [OpaquePointer?](repeating: nil, count: 256)
  /// Font choices by font description; nil for descriptions that are left to Pango.
  private var choices: [OpaquePointer: FontChoice?] = [:]

  private var count = 0
  private var capacity = 0
  private var characters = UnsafeMutablePointer<UInt32>.allocate(capacity: 0)
  private var facts = UnsafeMutablePointer<CharacterTable.Facts>.allocate(capacity: 0)
  /// Byte offsets; one more than there are characters.
  private var starts = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
  private var drafts: [Draft] = []
  private var brackets: [(number: Int, script: UInt8)] = []

  private struct Draft {
    var first: Int
    var count: Int
    var font: UnsafeMutablePointer<PangoFont>?
    let level: UInt8
    let script: UInt8
    let language: OpaquePointer?
  }

  /// - Parameter context: Must outlive this object.
  init(context: OpaquePointer, table: CharacterTable) {
    self.context = context
    self.table = table
  }

  deinit {
    characters.deallocate()
    facts.deallocate()
    starts.deallocate()
  }

  /// - Parameters:
  ///   - direction: The direction of the paragraph.
  ///   - font: A font description that outlives this object.
  /// - Returns: The items in logical order, owned by the caller; nil if Pango must itemize the text.
  func items(
    of text: PieceShaper.Text, direction: PangoDirection, font: OpaquePointer
  ) -> [UnsafeMutablePointer<PangoItem>]? {
    guard let choice = choice(of: font), read(text) else { return nil }
    var base = direction
    let needsLevels =
      direction == PANGO_DIRECTION_RTL || direction == PANGO_DIRECTION_WEAK_RTL || mayRaiseLevel
    let levels =
      needsLevels ? pango_log2vis_get_embedding_levels(text.bytes, Int32(text.length), &base) : nil
    defer { g_free(levels) }
    makeDrafts(levels: levels, choice: choice)
    if drafts.contains(where: { $0.font == nil }) { return nil }
    return drafts.map(makeItem)
  }

  private func choice(of font: OpaquePointer) -> FontChoice? {
    let now = pango_context_get_language(context) ?? pango_language_get_default()
    if now != language {
      language = now
      derivedLanguages = derivedLanguages.map { _ in nil }
    }
    if let known = choices[font] { return known }
    let made = FontChoice(font, context: context)
    choices[font] = .some(made)
    return made
  }

  private var mayRaiseLevel = false

  private func reserve(_ needed: Int) {
    if needed <= capacity { return }
    capacity = needed * 2
    characters.deallocate()
    facts.deallocate()
    starts.deallocate()
    characters = .allocate(capacity: capacity)
    facts = .allocate(capacity: capacity)
    starts = .allocate(capacity: capacity)
  }

  /// - Returns: False if a character must be left to Pango.
  private func read(_ text: PieceShaper.Text) -> Bool {
    reserve(text.length + 1)
    let (characters, facts, starts, table) = (characters, facts, starts, table)
    var all: CharacterTable.Flags = []
    var position = 0
    var count = 0
    while position < text.length {
      starts[count] = Int32(truncatingIfNeeded: position)
      let character = text.character(at: position)
      guard character < 0x11_0000 else { return false }
      let found = table[character]
      all = CharacterTable.Flags(rawValue: all.rawValue | found.flags.rawValue)
      characters[count] = character
      facts[count] = found
      count &+= 1
      position &+= character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x1_0000 ? 3 : 4
    }
    starts[count] = Int32(truncatingIfNeeded: position)
    self.count = count
    mayRaiseLevel = all.contains(.mayRaiseLevel)
    return !all.contains(.isSpecial) && position == text.length
  }

  /// Does what `itemize_state_process_run` does for every run of one level and script.
  private func makeDrafts(levels: UnsafeMutablePointer<UInt8>?, choice: FontChoice) {
    drafts.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    var scriptRun = (end: 0, script: UInt8(0))
    var levelEnd = 0
    var start = 0
    var spaces = Spaces()
    while start < count {
      if start == scriptRun.end { scriptRun = nextScriptRun(from: start) }
      if start == levelEnd {
        levelEnd = count
        if let levels {
          levelEnd = start
          while levelEnd < count, levels[levelEnd] == levels[start] { levelEnd += 1 }
        }
      }
      let end = min(scriptRun.end, levelEnd)
      let language = derivedLanguage(scriptRun.script)
      let sample = Draft(
        first: start, count: 0, font: nil, level: levels?[start] ?? 0, script: scriptRun.script,
        language: language)
      append(start..<end, like: sample, fonts: choice.fonts(for: language), &spaces)
      start = end
    }
  }

  /// State that carries over from run to run, as in Pango.
  private struct Spaces {
    /// The first of the spaces before the current character, or -1.
    var first = -1
    /// The position of the last font in its fontset.
    var position = Int32(0xFFFF)
  }

  /// Does what `itemize_state_add_character` does for every character of a run.
  private func append(_ run: Range<Int>, like sample: Draft, fonts: FontsetTable, _ spaces: inout Spaces) {
    let (characters, facts) = (characters, facts)
    var draft = sample
    var firstSpace = spaces.first
    var index = run.lowerBound
    while index < run.upperBound {
      if facts[index].flags.contains(.isSpace) {
        // The character takes the font of the preceding one, or else of the following one.
        if firstSpace < 0 { firstSpace = index }
        if draft.count == 0 { spaces.position = 0xFFFF }
        draft.count &+= 1
        index &+= 1
        continue
      }
      let (font, position) = fonts.font(of: characters[index])
      let earlierSpace = firstSpace
      firstSpace = -1
      if draft.font == font, font != nil {
        draft.count &+= 1
      } else if draft.font == nil {
        draft.font = font
        draft.count &+= 1
        spaces.position = position
      } else {
        // Spaces take the font that is earlier in the fontset.
        var first = index
        if draft.first < earlierSpace, position < spaces.position {
          draft.count &-= index &- earlierSpace
          first = earlierSpace
        }
        drafts.append(draft)
        draft.first = first
        draft.count = index &+ 1 &- first
        draft.font = font
        spaces.position = position
      }
      index &+= 1
    }
    spaces.first = firstSpace
    if draft.font == nil { draft.font = fonts.font(of: 0x20).font }
    drafts.append(draft)
  }

  private func derivedLanguage(_ script: UInt8) -> OpaquePointer? {
    if let known = derivedLanguages[Int(script)] { return known }
    let pangoScript = PangoScript(rawValue: Int32(script))
    var found = language
    if language == nil || pango_language_includes_script(language, pangoScript) == 0 {
      found = pango_script_get_sample_language(pangoScript) ?? pango_language_from_string("xx")
    }
    derivedLanguages[Int(script)] = found
    return found
  }

  /// Does what `pango_script_iter_next` does. Brackets stay open across runs.
  private func nextScriptRun(from start: Int) -> (end: Int, script: UInt8) {
    let common = UInt8(G_UNICODE_SCRIPT_COMMON.rawValue)
    let inherited = UInt8(G_UNICODE_SCRIPT_INHERITED.rawValue)
    let unknown = UInt8(G_UNICODE_SCRIPT_UNKNOWN.rawValue)
    func isReal(_ script: UInt8) -> Bool { script > inherited && script != unknown }
    var known = brackets.count
    var run = common
    var index = start
    let (facts, count) = (facts, count)
    while index < count {
      var script = facts[index].script
      if script == run, !facts[index].flags.contains(.isPaired) {
        index &+= 1
        continue
      }
      let pair =
        facts[index].flags.contains(.isPaired) ? PairedPunctuation.number(of: characters[index]) : nil
      if let pair {
        if pair & 1 == 0 {
          // Pango's stack wraps around when it is full.
          if brackets.count == Self.bracketLimit { brackets.removeAll(keepingCapacity: true) }
          brackets.append((pair, run))
        } else if !brackets.isEmpty {
          while let last = brackets.last, last.number != pair - 1 { brackets.removeLast() }
          known = min(known, brackets.count)
          if let opening = brackets.last { script = opening.script }
        }
      }
      guard !isReal(run) || !isReal(script) || run == script || facts[index].flags.contains(.extendsCluster)
      else { break }
      if !isReal(run), isReal(script) {
        run = script
        while known < brackets.count {
          brackets[known].script = run
          known += 1
        }
      }
      if let pair, pair & 1 == 1, !brackets.isEmpty {
        brackets.removeLast()
        known = min(known, brackets.count)
      }
      index &+= 1
    }
    return (index, run)
  }

  private static let bracketLimit = 128

  private func makeItem(_ draft: Draft) -> UnsafeMutablePointer<PangoItem> {
    let item = pango_item_new()!
    let start = starts[draft.first]
    item.pointee.offset = start
    item.pointee.length = starts[draft.first + draft.count] - start
    item.pointee.num_chars = Int32(draft.count)
    item.pointee.analysis.font = draft.font
    if let font = draft.font { g_object_ref(font) }
    item.pointee.analysis.level = draft.level
    item.pointee.analysis.script = draft.script
    item.pointee.analysis.language = draft.language
    return item
  }
}
