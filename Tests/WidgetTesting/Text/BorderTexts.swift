import CGtk

/// Every pair of kinds of characters, between words of every script that the installed fonts have: letters, marks, spaces,
/// joiners, digits, signs, parts of emoji and formatting characters, as they are at the border between two words, items or
/// graphemes.
///
/// The first texts have all pairs once, each in some script; the texts after them have them in other scripts.
public nonisolated struct BorderTexts: SweptTexts {
  /// A script's characters by kind. A script without one of them has those of Devanagari.
  private struct Script {
    let number: UInt32
    var characters = [[Unicode.Scalar]](repeating: [], count: Kind.allCases.count)

    subscript(kind: Kind) -> [Unicode.Scalar] { characters[kind.rawValue] }
  }

  /// The kinds of characters that belong to a script.
  private enum Kind: Int, CaseIterable {
    case letter, mark, spacingMark, virama, digit, punctuation, sign, format
  }

  /// The kinds of characters that belong to no script, or of which a few of some script are enough.
  private static let common: [String] = [
    "\u{301}\u{308}\u{323}\u{34F}\u{35C}\u{951}\u{1CDA}\u{FE20}\u{302A}\u{3099}\u{64E}",
    "\u{20DD}\u{489}\u{20E0}",
    "\u{200D}", "\u{200C}", " ", "\u{A0}\u{202F}",
    "\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{205F}",
    "\u{3000}",
    "\t", "15", ".,;:!?", "([{\u{AB}\u{300C}", ")]}\u{BB}\u{300D}", "-\u{2010}\u{2011}\u{2014}/\u{2027}",
    "\"'\u{201C}\u{2019}",
    "#=+$%&@\u{20AC}\u{B0}\u{2211}\u{2192}", "aefiV", "\u{E9}\u{DF}\u{3B1}\u{436}", "\u{6F22}\u{4E2D}",
    "\u{304B}\u{30FC}\u{3063}\u{FF8A}\u{FF9E}", "\u{D55C}\u{AE00}",
    "\u{1112}\u{1161}\u{11AB}\u{115F}\u{1160}",
    "\u{1F469}\u{2764}\u{1F3F4}\u{263A}\u{1F525}", "\u{1F3FD}\u{1F3FB}", "\u{1F1E9}\u{1F1EA}", "\u{20E3}",
    "\u{E0067}\u{E007F}",
    "\u{FE0E}\u{FE0F}", "\u{FE00}\u{180B}\u{E0100}", "\u{AD}", "\u{200E}\u{200F}\u{61C}",
    "\u{202A}\u{202B}\u{202D}\u{202E}", "\u{2066}\u{2067}\u{2068}", "\u{202C}\u{2069}",
    "\u{2060}\u{FEFF}\u{2062}",
    "\u{200B}", "\u{600}\u{605}\u{6DD}\u{70F}\u{8E2}\u{D4E}\u{110BD}\u{111C2}", "\u{2028}\u{2029}\n",
    "\u{E123}\u{378}\u{FFFC}",
  ]

  /// What may be at the start of a line before a pair: nothing, a Latin word, a number, a path.
  private static let beginnings = ["", "", "affle ", "14159 ", "q=more#frag", "1000,000 ", "a", "To, "]

  private let kinds: [[Unicode.Scalar]]
  private let scripts: [Script]
  private let rounds = 4_096

  /// The kinds of a script's own characters, of another script's letters and marks, and the others.
  private var kindCount: Int { Kind.allCases.count + 2 + kinds.count }
  /// How many texts have all pairs once.
  public var pairCount: Int { kindCount * kindCount }
  public var count: Int { pairCount * rounds }
  /// The numbers of the scripts, as GLib has them.
  public var scriptNumbers: [UInt32] { scripts.map(\.number) }

  public init() {
    kinds = Self.common.map { Array($0.unicodeScalars) }
    scripts = Self.installedScripts()
  }

  public func text(_ number: Int) -> SweptText {
    var random = SeededRandom(seed: UInt64(number))
    let script = scripts[random.below(scripts.count)]
    let other = scripts[random.below(scripts.count)]
    let pair = number % pairCount
    let first = character(pair / kindCount, script, other, &random)
    let second = character(pair % kindCount, script, other, &random)
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: Self.beginnings[random.below(Self.beginnings.count)].unicodeScalars)
    if random.below(2) == 0 { Self.append(script, to: &scalars, &random) }
    if random.below(4) == 0 { scalars.append(" ") }
    scalars.append(first)
    scalars.append(second)
    if random.below(3) == 0 { scalars.append(character(random.below(kindCount), script, other, &random)) }
    if random.below(8) == 0 { scalars.append(" ") }
    if random.below(3) > 0 { Self.append(random.below(4) == 0 ? other : script, to: &scalars, &random) }
    var text = SweptText(String(scalars))
    if random.below(5) == 0 { text.addAttributes(&random) }
    return text
  }

  /// Adds a word of a script.
  private static func append(
    _ script: Script, to scalars: inout String.UnicodeScalarView, _ random: inout SeededRandom
  ) {
    for _ in 0...random.below(4) {
      scalars.append(script[.letter][random.below(script[.letter].count)])
      let mark = [Kind.mark, .spacingMark, .virama, .letter][random.below(4)]
      if random.below(3) == 0 { scalars.append(script[mark][random.below(script[mark].count)]) }
    }
  }

  private func character(
    _ kind: Int, _ script: Script, _ other: Script, _ random: inout SeededRandom
  ) -> Unicode.Scalar {
    let own = Kind.allCases.count
    let all =
      kind < own
      ? script.characters[kind]
      : kind == own ? other[.letter] : kind == own + 1 ? other[.mark] : kinds[kind - own - 2]
    return all[random.below(all.count)]
  }

  // MARK: Scripts

  private static func installedScripts() -> [Script] {
    var found: [UInt32: Script] = [:]
    for scalar in (UInt32(0x41)..<0x2_0000).lazy.compactMap(Unicode.Scalar.init) {
      guard let kind = kind(of: scalar.value) else { continue }
      let number = UInt32(bitPattern: Int32(g_unichar_get_script(scalar.value).rawValue))
      found[number, default: Script(number: number)].characters[kind.rawValue].append(scalar)
    }
    let fonts = InstalledCharacters()
    let real = found.values.filter { script in
      let isReal = ![G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED, G_UNICODE_SCRIPT_UNKNOWN].contains {
        UInt32(bitPattern: Int32($0.rawValue)) == script.number
      }
      return isReal && script[.letter].first.map(fonts.contain) == true
    }
    let substitute = found[UInt32(bitPattern: Int32(G_UNICODE_SCRIPT_DEVANAGARI.rawValue))]!
    return real.sorted { $0.number < $1.number }.map { script in
      var script = script
      for kind in Kind.allCases.map(\.rawValue) {
        if script.characters[kind].isEmpty { script.characters[kind] = substitute.characters[kind] }
        if script.characters[kind].isEmpty { script.characters[kind] = ["\u{600}", "\u{20AC}"] }
      }
      return script
    }
  }

  private static func kind(of character: UInt32) -> Kind? {
    switch g_unichar_type(character) {
    case G_UNICODE_LOWERCASE_LETTER, G_UNICODE_UPPERCASE_LETTER, G_UNICODE_OTHER_LETTER,
      G_UNICODE_MODIFIER_LETTER:
      .letter
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_SPACING_MARK:
      g_unichar_combining_class(character) == 9
        ? .virama : g_unichar_type(character) == G_UNICODE_SPACING_MARK ? .spacingMark : .mark
    case G_UNICODE_DECIMAL_NUMBER, G_UNICODE_OTHER_NUMBER, G_UNICODE_LETTER_NUMBER: .digit
    case G_UNICODE_OTHER_PUNCTUATION, G_UNICODE_DASH_PUNCTUATION, G_UNICODE_OPEN_PUNCTUATION: .punctuation
    case G_UNICODE_OTHER_SYMBOL, G_UNICODE_CURRENCY_SYMBOL, G_UNICODE_MODIFIER_SYMBOL: .sign
    case G_UNICODE_FORMAT: .format
    default: nil
    }
  }
}

/// The characters of all installed fonts.
private nonisolated struct InstalledCharacters {
  private let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!

  func contain(_ scalar: Unicode.Scalar) -> Bool {
    let string = String(scalar)
    let list = pango_itemize(context, string, 0, Int32(string.utf8.count), pango_attr_list_new(), nil)
    guard let item = list?.pointee.data?.assumingMemoryBound(to: PangoItem.self),
      let font = item.pointee.analysis.font
    else { return false }
    return pango_font_has_char(font, scalar.value) != 0
  }
}
