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
  /// Removed with its content.
  case dropped
  /// Removed with its content, except for the images in it.
  case container

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
