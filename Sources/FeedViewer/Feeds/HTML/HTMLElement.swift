/// What an HTML element means for plain text (formats.md, section 15).
enum HTMLElement: UInt8 {
  /// Only its text matters; unknown elements too.
  case phrasing
  case lineBreak
  /// Begins and ends a line.
  case block
  /// Begins and ends a paragraph.
  case paragraph
  case preformatted
  case cell
  case image
  /// Dropped with its content.
  case dropped
  /// Dropped with its content except for the pictures in it.
  case container

  static func named(_ name: UnsafeBufferPointer<UInt8>) -> HTMLElement {
    key(name).flatMap(HTMLElement.of(key:)) ?? .phrasing
  }

  /// Whether HTML has an element of that name: the test for titles that may or may not be HTML.
  static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    key(name).flatMap(HTMLElement.of(key:)) != nil
  }

  /// Up to ten lower-case letters and digits in one word, for a table look-up without a String.
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

  private static let slotCount = 512

  /// The keys and elements by a hash of the key: open addressing, since a dictionary takes longer than all the rest of
  /// reading a tag.
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

  private static let table: [UInt64: HTMLElement] = {
    let names: [(HTMLElement, String)] = [
      (.lineBreak, "br"),
      (
        .block,
        "address article aside center dd details dir div dl dt fieldset figcaption figure footer header"
      ),
      (.block, "hr li main menu nav section summary tr caption tbody tfoot thead body html"),
      (.paragraph, "p h1 h2 h3 h4 h5 h6 blockquote ul ol table"),
      (.preformatted, "pre"),
      (.cell, "td th"),
      (.image, "img"),
      (
        .dropped, "script style template head object embed applet svg math form select button textarea iframe"
      ),
      (.dropped, "frame"),
      (.container, "noscript"),
      (
        .phrasing,
        "a abbr acronym area audio b base basefont bdi bdo big blink canvas cite code col colgroup data"
      ),
      (
        .phrasing,
        "datalist del dfn em font hgroup i input ins kbd label legend link map mark marquee meta meter"
      ),
      (
        .phrasing,
        "nobr option optgroup output param picture progress q rp rt ruby s samp small source span strike"
      ),
      (.phrasing, "strong sub sup time title track tt u var video wbr"),
    ]
    var table: [UInt64: HTMLElement] = [:]
    for (element, list) in names {
      for name in list.split(separator: " ") {
        let bytes = Array(name.utf8)
        if let key = bytes.withUnsafeBufferPointer({ key($0) }) { table[key] = element }
      }
    }
    return table
  }()
}
