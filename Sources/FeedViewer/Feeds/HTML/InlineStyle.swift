/// The declarations of a `style` attribute that decide what a browser shows of an element, and how it breaks lines.
///
/// Reads the syntax of CSS Style Attributes, section 3: of equal properties the last one counts, unless an earlier one is
/// `!important`. Style sheets are not read.
struct InlineStyle {
  enum Display {
    case none
    /// A box that starts and ends lines (CSS Display 3, section 2.1).
    case block
    /// Such a box with a marker, as items of lists are (section 2.4).
    case listItem
    /// No box, or one that stands in a line, whatever is inside it (sections 2.1 and 2.5).
    case inline
    case other
  }

  /// Which white space of the source is kept (CSS Text 3, section 3).
  enum WhiteSpace {
    case collapsed, kept
    /// Only line feeds.
    case lines
  }

  /// Whether boxes and text can be seen. Elements inherit both from the one around (CSS 2.2, section 11.2; CSS Fonts 4, section 2.5).
  struct Visibility {
    /// Whether the box is drawn.
    var isVisible = true
    /// Whether the font has a size: letters of no size are not seen, pictures among them are.
    var hasTextSize = true

    var showsText: Bool { isVisible && hasTextSize }

    /// What an element has that declares some of it, and inherits the rest.
    func with(_ declared: DeclaredVisibility?) -> Visibility {
      Visibility(
        isVisible: declared?.isVisible ?? isVisible, hasTextSize: declared?.hasTextSize ?? hasTextSize)
    }
  }

  /// What is declared of a visibility; nil for what is inherited.
  struct DeclaredVisibility {
    var isVisible: Bool?
    var hasTextSize: Bool?
  }

  private(set) var display: Display?
  /// Whether the box is declared to start and end lines.
  var startsLines: Bool { display == .block || display == .listItem }
  /// False for `visibility: hidden`, which elements inside may revoke (CSS 2.2, section 11.2).
  private(set) var isVisible: Bool?
  /// False for a font of no size, which elements inside may revoke; nil for a size that depends on that of the text around.
  private(set) var hasTextSize: Bool?
  private(set) var whiteSpace: WhiteSpace?
  /// The word for the markers of list items: the last one of `list-style` that names a kind (CSS Lists 3, section 3.4).
  private(set) var listStyle: String?
  /// The value of `text-align`, which matters in tables only.
  private(set) var textAlignment: String?
  /// In CSS pixels; nil for percentages and the like.
  private(set) var width: Int?
  private(set) var height: Int?
  private var hidesOverflow = false
  private var hasNoExtent = false
  private var skipsContent = false
  /// Whether the element is an inline box; nil if its name decides.
  private var isInlineBox: Bool?
  /// Whether it is taken out of its line, which makes it a block (CSS 2.2, section 9.7).
  private var isOutOfFlow = false

  init() {}

  /// - Complexity: O(length).
  init(_ text: String) {
    var important: Set<String> = []
    for declaration in Self.declarations(text) {
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = Self.word(declaration[..<colon])
      var value = Self.word(declaration[(colon + 1)...])
      let isImportant = value.hasSuffix("important") && value.contains("!")
      if isImportant { value = Self.word(Array(value.utf8).prefix { $0 != UInt8(ascii: "!") }) }
      if isImportant { important.insert(name) } else if important.contains(name) { continue }
      set(name, value)
    }
  }

  /// Whether the content of a block is cut off at nothing: no room, and overflow is hidden (CSS 2.2, section 10.7; CSS
  /// Overflow 3, section 3.1), as mails hide their teasers; or it is skipped (CSS Containment 2, section 4.1).
  /// Inline boxes have neither sizes nor overflow (CSS 2.2, sections 10.2 and 10.5).
  ///
  /// - Parameter isInline: Whether the element is inline content where no style says otherwise.
  func showsNothing(isInline: Bool) -> Bool {
    guard hidesOverflow && hasNoExtent || skipsContent else { return false }
    return isOutOfFlow || !(isInlineBox ?? isInline)
  }

  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "display":
      isInlineBox = ["inline", "contents"].contains(value)
      switch value.split(separator: " ").first {
      case "none": display = Display.none
      case "block", "flex", "grid", "flow-root", "table": display = .block
      case "list-item": display = .listItem
      case "inline", "contents", "inline-block", "inline-flex", "inline-grid", "inline-table":
        display = .inline
      case nil: break
      default: display = .other
      }
    case "float": isOutOfFlow = isOutOfFlow || ["left", "right"].contains(value)
    case "position": isOutOfFlow = isOutOfFlow || ["absolute", "fixed"].contains(value)
    case "visibility":
      switch value {
      case "hidden", "collapse": isVisible = false
      case "visible": isVisible = true
      default: break
      }
    case "font-size": if let size = FontSize(value) { hasTextSize = size.isSeen }
    case "font":
      // Weights are numbers without unit as well, but not zero.
      let sizes = value.split(separator: " ").lazy.compactMap {
        FontSize(String($0.prefix { $0 != "/" }))
      }
      if let size = sizes.first { hasTextSize = size.isSeen }
    case "white-space", "white-space-collapse":
      switch value.split(separator: " ").first {
      case "pre", "pre-wrap", "break-spaces", "preserve": whiteSpace = .kept
      case "pre-line", "preserve-breaks": whiteSpace = .lines
      case "normal", "nowrap", "collapse": whiteSpace = .collapsed
      default: break
      }
    case "content-visibility": skipsContent = value == "hidden"
    case "list-style", "list-style-type":
      if let word = value.split(separator: " ").last(where: { !["inside", "outside"].contains($0) }) {
        listStyle = String(word)
      }
    case "text-align": textAlignment = value.isEmpty ? nil : value
    case "overflow", "overflow-y", "overflow-x":
      hidesOverflow = value.hasPrefix("hidden") || value.hasPrefix("clip")
    case "height", "max-height":
      if name == "height" { height = Self.pixels(value) }
      if Self.isZero(value) { hasNoExtent = true }
    case "width", "max-width":
      if name == "width" { width = Self.pixels(value) }
      if Self.isZero(value) { hasNoExtent = true }
    default: break
    }
  }

  /// A size of a font (CSS Fonts 4, section 2.5; CSS Values 4, sections 6 and 10).
  private enum FontSize {
    case zero, relative, absolute

    /// Nil for what is no size.
    init?(_ value: String) {
      let number = value.prefix { "0123456789.".contains($0) }
      let unit = value.dropFirst(number.count)
      if !number.isEmpty {
        guard let amount = Double(number) else { return nil }
        if amount == 0 {
          self = .zero
        } else if ["%", "em", "ex", "ch", "cap", "ic", "lh"].contains(unit) {
          self = .relative
        } else if unit.isEmpty {
          return nil
        } else {
          self = .absolute
        }
        return
      }
      switch value {
      case "smaller", "larger", "inherit", "unset", "revert", "revert-layer": self = .relative
      case "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "initial":
        self = .absolute
      // Whatever is calculated is hardly nothing.
      case _ where value.hasSuffix(")"): self = .absolute
      default: return nil
      }
    }

    var isSeen: Bool? {
      switch self {
      case .zero: false
      case .relative: nil
      case .absolute: true
      }
    }
  }

  /// Whether declarations as written may have any of those that decide what is shown. Most do not, and need not be read: of
  /// the sizes of fonts only those that begin with a zero do.
  /// O(length).
  static func mayDecide(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in text.enumerated() {
      let word: StaticString
      switch ASCII.lowercased(byte) {
      case UInt8(ascii: "d"): word = "display"
      case UInt8(ascii: "v"): word = "visibility"
      case UInt8(ascii: "o"): word = "overflow"
      case UInt8(ascii: "w"): word = "white-space"
      case UInt8(ascii: "f"):
        if mayBeFontOfNoSize(UnsafeBufferPointer(rebasing: text[index...])) { return true }
        continue
      // A reference may hide any of them.
      case UInt8(ascii: "&"): return true
      default: continue
      }
      if UnsafeBufferPointer(rebasing: text[index...]).startsIgnoringCase(word) { return true }
    }
    return false
  }

  private static func mayBeFontOfNoSize(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.startsIgnoringCase("font") else { return false }
    let isShort = !text.startsIgnoringCase("font-size")
    var before: UInt8 = 0
    for byte in text.dropFirst(isShort ? 4 : 9).prefix(64) {
      if byte == UInt8(ascii: ";") { return false }
      let startsValue = before == UInt8(ascii: ":") || ASCII.isSpace(before)
      if startsValue, byte == UInt8(ascii: "0") || byte == UInt8(ascii: ".") { return true }
      // The size is not always the first word of `font`.
      if !isShort, startsValue, byte != UInt8(ascii: ":"), !ASCII.isSpace(byte) { return false }
      before = byte
    }
    return false
  }

  /// A length in CSS pixels, with those of the ordinary text for the units of fonts (CSS Values 4, section 6).
  private static func pixels(_ value: String) -> Int? {
    if value == "0" || value.hasSuffix("px") { return WrittenNumber.pixels(value) }
    guard let (unit, pixels) = units.first(where: { value.hasSuffix($0.unit) }),
      let number = Double(value.dropLast(unit.count)),
      (0...Double(WrittenNumber.largestLength)).contains(number)
    else { return nil }
    return Int((number * pixels).rounded())
  }

  private static let units: [(unit: String, pixels: Double)] = [
    ("rem", 16), ("em", 16), ("ex", 8), ("ch", 8), ("pt", 4 / 3),
  ]

  private static func isZero(_ value: String) -> Bool {
    let number = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return !number.isEmpty && number.allSatisfy { $0 == "0" || $0 == "." }
  }

  /// The text between the semicolons that are in no string, bracket or comment.
  private static func declarations(_ text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var result: [ArraySlice<UInt8>] = []
    var start = 0
    var position = 0
    var quote: UInt8 = 0
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      if quote != 0 {
        if byte == UInt8(ascii: "\\") { position += 1 } else if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth = max(0, depth - 1)
        case UInt8(ascii: ";") where depth == 0:
          result.append(bytes[start..<position])
          start = position + 1
        default: break
        }
      }
      position += 1
    }
    result.append(bytes[min(start, bytes.count)...])
    return result
  }

  /// A name or value in lower case, without comments and the white space around it.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "/"), rest.dropFirst().first == UInt8(ascii: "*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !(rest.first == UInt8(ascii: "*") && rest.dropFirst().first == UInt8(ascii: "/"))
        {
          rest = rest.dropFirst()
        }
        rest = rest.dropFirst(2)
        continue
      }
      result.append(ASCII.isSpace(byte) ? 0x20 : ASCII.lowercased(byte))
      rest = rest.dropFirst()
    }
    return String(decoding: result, as: UTF8.self).trimmingSpaces
  }
}
