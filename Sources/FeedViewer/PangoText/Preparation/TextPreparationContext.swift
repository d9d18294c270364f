import CGtk
import LayoutCore

/// What one thread needs to prepare and lay out text: a context, the styles' fonts in it, and a preparer.
package nonisolated final class TextPreparationContext {
  let environment: TextEnvironment
  let context: OpaquePointer
  /// Those that were asked for, by their numbers.
  private var styles: [ScaledStyle?] = []
  private let preparer: TextPreparer
  private let isForPlainText: Bool

  /// - Parameters:
  ///   - context: Of this thread alone; a reference to it is taken over.
  ///   - environment: The settings that `context` has.
  ///   - isForPlainText: Whether only texts are prepared that need no metrics of fonts, which Pango must make on
  ///     one thread alone.
  init(adopting context: OpaquePointer, environment: TextEnvironment, isForPlainText: Bool = false) {
    self.context = context
    self.environment = environment
    self.isForPlainText = isForPlainText
    preparer = TextPreparer(context: context)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  /// Forgets what was shaped.
  func dropCaches() { preparer.dropCaches() }

  /// - Returns: Nil if the text holds what is never told by arithmetic, or needs more than this context has.
  func prepare(_ text: TextRequest, depth: PreparationDepth) -> PreparedText? {
    // A plain text's places are Pango's without attributes that take breaks away.
    if text.attributes.isEmpty, GraphemeBreaks.ranges(in: text.string).isEmpty,
      preparer.readsMetrics || depth == .words,
      let plain = preparePlain(text, depth: depth),
      preparer.readsMetrics || plain.needsNoFontMetrics
    {
      return plain
    }
    if isForPlainText { return nil }
    guard preparer.readsMetrics else {
      preparer.readMetrics()
      return prepare(text, depth: depth)
    }
    let layout = makeLayout(text, measuresOnly: true)
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    return preparer.prepare(layout, font: scaled(text.style).description.pointer, depth: depth)
  }

  private func preparePlain(_ text: TextRequest, depth: PreparationDepth) -> PreparedText? {
    var string = text.string
    return string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.flatMap {
          preparer.prepare(
            plain: .init(bytes: $0, length: characters.count), font: scaled(text.style).description.pointer,
            depth: depth)
        }
      }
    }
  }

  /// A text element with its prepared text, if arithmetic can tell it.
  ///
  /// Long texts with a limit of lines are left out: only their beginnings are ever laid out.
  package func prepared(_ text: TextElement) -> PreparedText? {
    if text.maximumLineCount > 0, RowText.isLong(text.string) { return nil }
    return prepare(TextRequest(text), depth: .words)
  }

  /// An unwrapped layout of `text`, owned by the caller.
  ///
  /// - Parameter measuresOnly: Whether what changes no size is left out.
  func makeLayout(_ text: TextRequest, measuresOnly: Bool) -> OpaquePointer {
    let layout = pango_layout_new(context)!
    pango_layout_set_font_description(layout, scaled(text.style).description.pointer)
    AttributeList.with(text.attributes, measuresOnly: measuresOnly) { attributes in
      if let attributes { pango_layout_set_attributes(layout, attributes) }
    }
    var string = text.string
    string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty Swift string has no address; Pango wants one.
        if let base = characters.baseAddress {
          pango_layout_set_text(layout, base, Int32(clamping: characters.count))
        } else {
          pango_layout_set_text(layout, "", 0)
        }
      }
    }
    GraphemeBreaks.remove(GraphemeBreaks.ranges(in: text.string), from: layout)
    return layout
  }

  /// A style in this context's font.
  func scaled(_ style: TextStyle) -> ScaledStyle {
    let number = Int(style.id.rawValue)
    while styles.count <= number { styles.append(nil) }
    if let known = styles[number] { return known }
    let made = ScaledStyle(style, in: context)
    styles[number] = made
    return made
  }
}
