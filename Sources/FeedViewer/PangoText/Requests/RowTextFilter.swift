/// Decides for each character of a row's text whether it is kept.
nonisolated struct RowTextFilter {
  enum Verdict {
    case keep, space, drop
    /// The text has reached its maximum length.
    case end
  }

  private let maximumLength: Int
  private var length = 0
  /// The number of extending characters in a row so far.
  private var run = 0
  private var previous = Kind.start
  private var hasOddRegionalIndicator = false
  /// The number of joiners in the current chain of letters, and whether the last character was one.
  private var linkCount = 0
  private var isLinked = false
  /// Whether the preceding characters are a pictograph with its extending characters.
  private var followsPictograph = false
  private var endsWithCarriageReturn = false
  /// Whether the last character starts a grapheme.
  private(set) var isAtGrapheme = true
  private var rareKinds = CharacterMemo(unused: Kind.other)

  private enum Kind {
    case start, other, attached, joiner, linker, prepended, pictograph, regionalIndicator, separator,
      carriageReturn
    case leadingJamo, vowelJamo, trailingJamo, syllable, closedSyllable
  }

  init(maximumLength: Int) { self.maximumLength = maximumLength }

  mutating func take(_ scalar: Unicode.Scalar) -> Verdict {
    let kind = kind(of: scalar)
    if scalar == "\n", endsWithCarriageReturn {
      endsWithCarriageReturn = false
      return .drop
    }
    endsWithCarriageReturn = kind == .carriageReturn
    let attaches = attaches(kind)
    // Without the joiner before it, a pictograph is a grapheme of its own.
    if attaches, run >= RowText.maximumRun, kind != .pictograph { return .drop }
    if kind == .linker, linkCount >= RowText.maximumLinkCount { return .drop }
    isAtGrapheme = (!attaches || kind == .prepended) && !continuesGrapheme(kind)
    if length >= maximumLength { return .end }
    length += 1
    run = attaches ? run + 1 : 0
    if kind == .linker {
      linkCount += 1
      isLinked = true
    } else if kind != .joiner {
      if !attaches, !isLinked { linkCount = 0 }
      isLinked = false
    }
    followsPictograph = kind == .pictograph || followsPictograph && (kind == .attached || kind == .joiner)
    hasOddRegionalIndicator = kind == .regionalIndicator && !hasOddRegionalIndicator
    if kind == .separator || kind == .carriageReturn {
      previous = .other
      return .space
    }
    previous = kind
    return .keep
  }

  /// Whether a character counts in the run of extending characters.
  private func attaches(_ kind: Kind) -> Bool {
    switch kind {
    case .attached, .joiner, .linker, .prepended: true
    // A chain of joined emoji is one grapheme.
    case .pictograph: previous == .joiner && followsPictograph
    case .leadingJamo, .vowelJamo, .trailingJamo: kind == previous
    case .start, .other, .syllable, .closedSyllable, .regionalIndicator, .separator, .carriageReturn: false
    }
  }

  /// The rules for grapheme boundaries (UAX #29) that depend on the preceding character.
  private func continuesGrapheme(_ kind: Kind) -> Bool {
    switch (previous, kind) {
    case (.prepended, _), (.linker, .other): true
    case (.regionalIndicator, .regionalIndicator): hasOddRegionalIndicator
    case (.leadingJamo, .leadingJamo), (.leadingJamo, .vowelJamo), (.leadingJamo, .syllable),
      (.leadingJamo, .closedSyllable), (.syllable, .vowelJamo), (.syllable, .trailingJamo),
      (.vowelJamo, .vowelJamo), (.vowelJamo, .trailingJamo), (.closedSyllable, .trailingJamo),
      (.trailingJamo, .trailingJamo):
      true
    default: false
    }
  }

  private mutating func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: return .separator
    case 0x0D: return .carriageReturn
    case 0xAD: return .attached
    // Letters and punctuation of the most common scripts, which are the most frequent characters here.
    case ..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x5D0..<0x5EB, 0x620..<0x64B, 0x904..<0x93A,
      0xE01..<0xE31, 0x1E00..<0x2000, 0x2010..<0x2028, 0x2030..<0x203C, 0x3000..<0x302A, 0x3041..<0x3097,
      0x30A0..<0x3100, 0x4E00..<0xA000, 0xFF01..<0xFF61:
      return .other
    case 0x1100..<0x1160: return .leadingJamo
    case 0x1160..<0x11A8: return .vowelJamo
    case 0x11A8..<0x1200: return .trailingJamo
    case 0xAC00..<0xD7A4: return (scalar.value - 0xAC00).isMultiple(of: 28) ? .syllable : .closedSyllable
    case 0xA960..<0xA97D: return .leadingJamo
    case 0xD7B0..<0xD7C7: return .vowelJamo
    case 0xD7CB..<0xD7FC: return .trailingJamo
    // Vowels of Thai and Lao that are letters but extend the preceding character.
    case 0xE33, 0xEB3: return .attached
    case 0x200D: return .joiner
    case 0x1F1E6...0x1F1FF: return .regionalIndicator
    case 0x1F3FB...0x1F3FF: return .attached
    // Number signs and the like, which belong to the following character (Grapheme_Cluster_Break=Prepend).
    case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD, 0x111C2, 0x111C3, 0x1193F,
      0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      return .prepended
    // The blocks of pictographs; other symbols in them never follow a joiner.
    case 0x203C, 0x2049, 0x2122, 0x2139, 0x2190..<0x2C00, 0x3030, 0x303D, 0x3297, 0x3299, 0x1F000..<0x1FB00:
      return .pictograph
    default: return rareKinds.value(of: scalar, find: Self.kindByProperties)
    }
  }

  private static func kindByProperties(of scalar: Unicode.Scalar) -> Kind {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format:
      return properties.canonicalCombiningClass.rawValue == 9 ? .linker : .attached
    default:
      return properties.isDefaultIgnorableCodePoint || properties.isGraphemeExtend ? .attached : .other
    }
  }
}
