/// How an HTML element affects plain text (formats.md, section 15).
enum HTMLElement: UInt8 {
  /// Inline content; also unknown elements.
  case phrasing
  case lineBreak
  /// Starts and ends a line.
  case block
  /// Starts and ends a paragraph.
  case paragraph
  case preformatted
  case cell
  case image
  /// Never shown, with a content without markup (HTML Living Standard, section 13.1.2: raw text, and `title`).
  case rawText
  /// Never shown: `display: none` in the style sheet of browsers (section 15.3.1).
  case hidden
  /// Shown if it is open.
  case dialog
  /// A video, a sound or an object: its content is for programs that can't show it.
  case embedded
  /// Removed with its content, except for the images in it.
  case container
  case mathematics
  /// A drawing, of which only the texts are words.
  case drawing
  case select, textArea, control, gauge
  /// Without markup, and preformatted.
  case rawPreformatted

  static func named(_ name: UnsafeBufferPointer<UInt8>) -> HTMLElement {
    // `p` is the only one with a single letter that is no inline content.
    if name.count == 1 { return name[0] | 0x20 == 0x70 ? .paragraph : .phrasing }
    return key(name).flatMap(HTMLElement.of(key:)) ?? .phrasing
  }

  /// Whether HTML defines an element of this name. Used to decide whether titles are HTML.
  static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    key(name).flatMap(HTMLElement.of(key:)) != nil
  }

  /// Up to ten lower-case letters and digits packed into one word, for table look-up without a String.
  static func key(_ name: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard name.count <= 10 else { return nil }
    var key: UInt64 = 0
    for byte in name {
      let lowered = ASCII.lowercased(byte)
      guard ASCII.isLetter(lowered) || ASCII.isDigit(lowered) else { return nil }
      key = key << 6 | UInt64(lowered & 0x3F ^ (lowered & 0x40) >> 1)
    }
    return key
  }

  /// Whether an element is special: an end tag of ordinary inline content does not reach over it (HTML Living Standard,
  /// sections 13.2.4.2 and 13.2.6.4.7).
  static func isSpecial(_ identity: UInt64) -> Bool { specials.contains(identity) }

  private static let specials = identities(
    """
    address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details \
    dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr \
    html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param \
    plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr \
    track ul wbr xmp
    """)

  /// Whether an element formats text, and can be ended without those that were opened inside it (section 13.2.4.2).
  static func isFormatting(_ identity: UInt64) -> Bool { formatting.contains(identity) }

  private static let formatting = identities("a b big code em font i nobr s small strike strong tt u")

  /// Whether a start tag ends a drawing or a formula that it stands in (section 13.2.6.5).
  static func endsForeignContent(_ identity: UInt64) -> Bool { breakouts.contains(identity) }

  private static let breakouts = identities(
    """
    b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p \
    pre ruby s small span strong strike sub sup table tt u ul var
    """)

  /// A number for every name, in any case: equal names have equal numbers.
  static func identity(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if let key = key(name) { return key }
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in name { hash = (hash ^ UInt64(ASCII.lowercased(byte))) &* 1_099_511_628_211 }
    // Keys have 60 bits.
    return hash | 1 << 63
  }

  static func identity(_ name: StaticString) -> UInt64 {
    identity(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Whether elements of a name never have content (HTML Living Standard, section 13.1.2, and obsolete ones).
  static func isVoid(_ identity: UInt64) -> Bool { voids.contains(identity) }

  private static let voids = identities(
    "area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr"
  )

  static func identities(_ names: String) -> Set<UInt64> {
    Set(
      names.split(separator: " ").map { name in
        Array(name.utf8).withUnsafeBufferPointer { HTMLElement.identity($0) }
      })
  }

  private static let slotCount = 512

  /// A hash table with open addressing. A dictionary look-up would take longer than everything else done for a tag.
  private static let slots: [(key: UInt64, element: HTMLElement)?] = {
    var slots = [(key: UInt64, element: HTMLElement)?](repeating: nil, count: slotCount)
    for (key, element) in table {
      var slot = hash(key)
      while slots[slot] != nil { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = (key, element)
    }
    return slots
  }()

  private static func hash(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 55)
  }

  private static func of(key: UInt64) -> HTMLElement? {
    var slot = hash(key)
    while let found = slots[slot] {
      if found.key == key { return found.element }
      slot = (slot + 1) & (slotCount - 1)
    }
    return nil
  }

  private static let table: [UInt64: HTMLElement] = HTMLElement.table([
    (.lineBreak, "br"),
    (
      .block,
      """
      address article aside body caption center dd details dir div dl dt fieldset figcaption figure footer form head header \
      hgroup hr html legend li main menu nav optgroup option search section summary tbody tfoot thead tr
      """
    ),
    (.paragraph, "p h1 h2 h3 h4 h5 h6 blockquote ul ol table"), (.preformatted, "pre listing"),
    (.cell, "td th"), (.image, "img image"), (.rawPreformatted, "xmp plaintext"),
    (.rawText, "script style iframe noembed noframes title"), (.hidden, "template datalist"),
    (.embedded, "object applet video audio"), (.mathematics, "math"), (.drawing, "svg"),
    (.select, "select"), (.textArea, "textarea"), (.control, "input"), (.gauge, "meter progress"),
    (.dialog, "dialog"), (.container, "noscript"),
    (
      .phrasing,
      """
      a abbr acronym area b base basefont bdi bdo big blink button canvas cite code col colgroup data del dfn em embed font \
      frame i ins kbd label link map mark marquee meta nobr output param picture q rp rt ruby s samp small source span strike \
      strong sub sup time track tt u var wbr
      """
    ),
  ])

  /// What names stand for, which are separated by spaces, by their keys.
  static func table<Meaning>(_ names: [(Meaning, String)]) -> [UInt64: Meaning] {
    var table: [UInt64: Meaning] = [:]
    for (meaning, list) in names { for key in identities(list) { table[key] = meaning } }
    return table
  }
}
