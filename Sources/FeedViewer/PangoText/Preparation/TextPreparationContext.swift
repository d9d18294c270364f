import CGtk
import LayoutCore

/// The state that one thread needs to prepare and lay out text: a Pango context, the styles' fonts in it, and a
/// preparer.
package nonisolated final class TextPreparationContext {
  let environment: TextEnvironment
  let context: OpaquePointer
  /// The styles used so far, by number.
  private var styles: [ScaledStyle?] = []
  private let preparer: TextPreparer
  private let isForPlainText: Bool
  /// Contexts for texts whose direction is not that of their first strong character, by whether it is from right to left.
  private var directedContexts: [Bool: OpaquePointer] = [:]

  /// - Parameters:
  ///   - context: Used by this thread only. Takes over one reference.
  ///   - environment: The settings of `context`.
  ///   - budget: The memory of the caches of shaping results.
  ///   - isForPlainText: Whether only texts are prepared that need no font metrics, which Pango can compute on one
  ///     thread only.
  init(
    adopting context: OpaquePointer, environment: TextEnvironment, budget: CacheBudget,
    isForPlainText: Bool = false
  ) {
    self.context = context
    self.environment = environment
    self.isForPlainText = isForPlainText
    preparer = TextPreparer(context: context, budget: budget, margins: environment.margins)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    for context in directedContexts.values { g_object_unref(UnsafeMutableRawPointer(context)) }
  }

  /// Drops all cached shaping results.
  func dropCaches() { preparer.dropCaches() }

  /// - Returns: Nil if the text can't be prepared at all, or not in this context.
  func prepare(_ text: TextRequest, depth: PreparationDepth) -> PreparedText? {
    guard let prepared = prepareLines(text, depth: depth) else { return nil }
    let spacing = scaled(text.style).lineSpacing
    if spacing > 0 { prepared.setLineSpacing(spacing) }
    return prepared
  }

  private func prepareLines(_ text: TextRequest, depth: PreparationDepth) -> PreparedText? {
    if !text.attributes.contains(where: \.affectsSize), preparer.readsMetrics || depth != .complete,
      let plain = preparePlain(text, depth: depth),
      preparer.readsMetrics || plain.knowsSearchMargins
    {
      return plain
    }
    if isForPlainText { return nil }
    guard preparer.readsMetrics else {
      preparer.readMetrics()
      return prepareLines(text, depth: depth)
    }
    let layout = makeLayout(text, colors: nil)
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

  /// A text element with its prepared text, if the text can be prepared.
  ///
  /// Long texts with a line limit are excluded, because only their beginnings are ever laid out.
  package func prepared(_ text: TextElement, depth: PreparationDepth = .words) -> PreparedText? {
    if text.maximumLineCount > 0, RowText.isLong(text.string) { return nil }
    return prepare(TextRequest(text), depth: depth)
  }

  /// An unwrapped layout of `text`, owned by the caller.
  ///
  /// - Parameter colors: The colours of links and marked text; nil omits attributes that do not affect sizes.
  func makeLayout(_ text: TextRequest, colors: TextColors?) -> OpaquePointer {
    let layout = makeEmptyLayout(isRightToLeft: text.isRightToLeft)
    pango_layout_set_font_description(layout, scaled(text.style).description.pointer)
    AttributeList.with(text.attributes, colors: colors) { attributes in
      if let attributes { pango_layout_set_attributes(layout, attributes) }
    }
    var string = text.string
    string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty Swift string may have no address, but Pango requires one.
        if let base = characters.baseAddress {
          pango_layout_set_text(layout, base, Int32(clamping: characters.count))
        } else {
          pango_layout_set_text(layout, "", 0)
        }
      }
    }
    return layout
  }

  /// - Parameter isRightToLeft: The direction of all paragraphs; nil if their first strong characters decide.
  private func makeEmptyLayout(isRightToLeft: Bool?) -> OpaquePointer {
    guard let isRightToLeft else { return pango_layout_new(context)! }
    let directed =
      directedContexts[isRightToLeft]
      ?? {
        let made = environment.makeContext()
        pango_context_set_base_dir(made, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        directedContexts[isRightToLeft] = made
        return made
      }()
    let layout = pango_layout_new(directed)!
    pango_layout_set_auto_dir(layout, 0)
    // Without automatic direction, Pango does not turn the alignment around.
    pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
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
