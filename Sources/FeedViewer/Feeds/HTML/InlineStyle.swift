/// The declarations of a `style` attribute that decide what a browser shows of an element, and how it breaks lines.
///
/// Of equal properties the last one with a valid value counts, unless an earlier one is `!important` (CSS 2.2, sections 4.2 and
/// 6.4). Style sheets are not read.
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
  struct DeclaredVisibility: Equatable {
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
  private(set) var width = DeclaredExtent(hasKnownWhole: true)
  private(set) var height = DeclaredExtent(hasKnownWhole: false)
  private var hidesOverflow: (horizontally: Bool, vertically: Bool) = (false, false)
  private var skipsContent = false
  /// How the box takes its size; nil if the element's name decides.
  private var sizing: Sizing?
  private var floats = false
  private var isPositioned = false

  /// How a box takes a declared size.
  enum Sizing {
    /// It has none, and no overflow (CSS 2.2, sections 10.2 and 10.5).
    case inline
    case exact
    /// As the least one, as tables and their rows and cells do (sections 17.5.2 and 17.5.3). They cannot skip their content either (CSS
    /// Containment 2, section 3.1).
    case least
  }

  init() {}

  /// - Complexity: O(length).
  init(_ text: String) {
    var important: Set<String> = []
    for declaration in StyleDeclaration.all(in: text) {
      if declaration.isImportant {
        important.insert(declaration.name)
      } else if important.contains(declaration.name) {
        continue
      }
      set(declaration.name, declaration.value)
    }
  }

  /// Whether the content of a block is cut off at nothing: no room, and overflow is hidden (CSS 2.2, section 10.7; CSS
  /// Overflow 3, section 3.1), as mails hide their teasers; or it is skipped (CSS Containment 2, section 4.1).
  ///
  /// - Parameter otherwise: How the element takes sizes where no style says otherwise.
  func showsNothing(_ otherwise: Sizing) -> Bool {
    let hidesOverflow = hidesOverflow.horizontally || hidesOverflow.vertically
    guard hidesOverflow && (width.isNothing || height.isNothing) || skipsContent else { return false }
    switch sizing ?? otherwise {
    case .exact: return true
    // What is taken out of its line is a block (CSS 2.2, section 9.7).
    case .inline: return floats || isPositioned
    case .least: return false
    }
  }

  /// Takes a value, unless it is none that the property has: then the one before counts (CSS 2.2, section 4.2).
  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "display": setDisplay(value)
    case "float":
      if ["left", "right", "none", "inline-start", "inline-end"].contains(value) { floats = value != "none" }
    case "position":
      if ["static", "relative", "sticky", "absolute", "fixed"].contains(value) {
        isPositioned = ["absolute", "fixed"].contains(value)
      }
    case "visibility":
      switch value {
      case "hidden", "collapse": isVisible = false
      case "visible", "initial": isVisible = true
      case "inherit", "unset": isVisible = nil
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
    case "content-visibility":
      if ["hidden", "visible", "auto"].contains(value) { skipsContent = value == "hidden" }
    case "list-style", "list-style-type":
      if let word = value.split(separator: " ").last(where: { !["inside", "outside"].contains($0) }) {
        listStyle = String(word)
      }
    case "text-align": textAlignment = value.isEmpty ? nil : value
    case "overflow-x": if let hides = Self.hidesOverflow(value) { hidesOverflow.horizontally = hides }
    case "overflow-y": if let hides = Self.hidesOverflow(value) { hidesOverflow.vertically = hides }
    default: if let length = DeclaredExtent.Length(value) { setLength(name, length) }
    }
  }

  private mutating func setLength(_ name: String, _ length: DeclaredExtent.Length) {
    switch name {
    case "width": width.size = length
    case "min-width": width.least = length
    case "max-width": width.most = length
    case "padding-left": width.paddingBefore = length
    case "padding-right": width.paddingAfter = length
    case "height": height.size = length
    case "min-height": height.least = length
    case "max-height": height.most = length
    case "padding-top": height.paddingBefore = length
    case "padding-bottom": height.paddingAfter = length
    default: break
    }
  }

  /// Nil for what is no value of `overflow`.
  private static func hidesOverflow(_ value: String) -> Bool? {
    switch value {
    case "hidden", "clip": true
    case "visible", "auto", "scroll", "overlay", "initial", "unset", "revert": false
    default: nil
    }
  }

  private mutating func setDisplay(_ value: String) {
    let words = value.split(separator: " ")
    guard let word = words.first else { return }
    if words.count > 1 {
      // An outer and an inner display, and perhaps a marker (CSS Display 3, section 2).
      let inner: Set<Substring> = ["flow", "flow-root", "table", "flex", "grid", "ruby"]
      let outer: Set<Substring> = ["block", "inline", "list-item"]
      guard words.allSatisfy({ inner.contains($0) || outer.contains($0) }), Set(words).count == words.count
      else { return }
      display = words.contains("list-item") ? .listItem : words.contains("inline") ? .inline : .block
      sizing =
        words.contains("table")
        ? .least
        : words.contains("inline") && words.allSatisfy { ["inline", "flow"].contains($0) }
          ? .inline : .exact
      return
    }
    switch word {
    case "none": display = Display.none
    case "block", "flex", "grid", "flow-root", "flow", "-webkit-box", "-webkit-flex":
      (display, sizing) = (.block, .exact)
    case "table": (display, sizing) = (.block, .least)
    case "list-item": (display, sizing) = (.listItem, .exact)
    case "inline", "contents", "initial", "unset", "ruby": (display, sizing) = (.inline, .inline)
    case "inline-block", "inline-flex", "inline-grid", "-webkit-inline-box", "-webkit-inline-flex":
      (display, sizing) = (.inline, .exact)
    case "inline-table": (display, sizing) = (.inline, .least)
    case "revert", "revert-layer": (display, sizing) = (nil, nil)
    case "table-caption", "inherit", "run-in", "math": (display, sizing) = (.other, nil)
    case _ where word.hasPrefix("table-"): (display, sizing) = (.other, .least)
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
        guard let amount = Double(number), unit == "%" || unit.utf8.allSatisfy(ASCII.isLetter) else {
          return nil
        }
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
      // A reference or an escape may hide any of them.
      case UInt8(ascii: "&"), UInt8(ascii: "\\"): return true
      default: continue
      }
      if UnsafeBufferPointer(rebasing: text[index...]).startsIgnoringCase(word) { return true }
    }
    return false
  }

  /// Whether declarations as written may have a width or a height.
  /// O(length).
  static func maySize(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in text.enumerated() {
      switch byte | 0x20 {
      case UInt8(ascii: "w"):
        if UnsafeBufferPointer(rebasing: text[index...]).startsIgnoringCase("width") { return true }
      case UInt8(ascii: "h"):
        if UnsafeBufferPointer(rebasing: text[index...]).startsIgnoringCase("height") { return true }
      default: if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") { return true }
      }
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
}
