import LayoutCore
import PangoText

/// One kind of row, header or footer: what its items look like, how they are drawn, and what assistive tools say of
/// them.
///
/// A template is a value without state: it is used on the main thread and on worker threads. Only `makeElement` must
/// be implemented; everything else has a default.
///
///     struct MessageTemplate: RowTemplate {
///       func makeElement(for message: String) -> LayoutElement? {
///         .inset(EdgeInsets(top: 8, leading: 12, bottom: 8, trailing: 12), .text(message, style: TextStyle()))
///       }
///     }
///
/// The row of an item is laid out by the ancestors' chain: by its element; else, or if `enforcesFrameLayout`, by
/// `heightThatFits`; else it is 44 logical pixels high, which is reported once.
public nonisolated protocol RowTemplate<Content>: Sendable {
  /// What an item shows: what the data source gives for items of this template.
  associatedtype Content: Sendable

  /// The item as elements; nil if the template measures by hand. Texts need not be prepared.
  ///
  /// - Complexity: Called once for each item and revision, and when the item comes near the viewport.
  func makeElement(for content: Content) -> LayoutElement?
  /// What stands at the end of the item's row. A custom accessory is drawn by the row's drawing, in the context's
  /// `accessoryFrame`.
  func accessory(of content: Content) -> Accessory
  /// The least width that the content is laid out at, in logical pixels; positive. In a narrower row it is as high as
  /// at this width, and what does not fit is clipped.
  func minimumWidth(of content: Content) -> Double
  /// The minimum height of the content in logical pixels. An item whose content has height 0 is hidden: neither content
  /// nor separator is drawn, and hit testing and keys skip the row.
  var minimumHeight: Double { get }
  /// The content's height at a width, both in logical pixels and without separator; nil if it can't be told.
  func heightThatFits(width: Double, content: Content) -> Double?
  /// Whether heights come from `heightThatFits` alone, without the element.
  var enforcesFrameLayout: Bool { get }

  /// The element of an item of which only the lengths of texts are known, for an estimate of its height: a text with a
  /// length exists, one without does not. Its strings are ignored. Nil if nothing is known of items: they are
  /// estimated at `ListView.estimatedRowHeight`.
  func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement?
  /// The accessory of a row that is estimated.
  var estimatedAccessory: Accessory { get }
  /// About the least height of a row in logical pixels, which tells how many row widgets are made ahead of scrolling.
  /// No row is made higher by it.
  var typicalMinimumHeight: Double { get }

  /// What draws the item besides its texts, accessory and separator; nil if there is nothing else.
  @MainActor func makeDrawing(of content: Content, in context: RowDrawingContext) -> (any RowDrawing)?
  /// Texts that are drawn besides those of the element, in the order of their tags; the row's height does not depend on them.
  @MainActor func looseTexts(of content: Content, in layout: TemplateLayout) -> [LooseText]
  /// One of the texts that `looseTexts(of:in:)` has placed.
  @MainActor func looseText(tagged tag: ElementTag, of content: Content) -> TextElement
  /// The local picture file that the item's drawing shows, which is read ahead; nil for none.
  func pictureFile(of content: Content) -> String?
  /// The direction in which the item's row runs; nil for that of the user interface. A row that runs the other way is
  /// mirrored as a whole, at the same height.
  func direction(of content: Content) -> LayoutDirection?
  /// Whether all texts begin at the side where the row begins, whatever direction they have themselves.
  var alignsTextsToStart: Bool { get }
  /// How a text is drawn, if not as its style says; the row keeps its lines and its height. Highlights follow the drawn
  /// text. Not for rows of documents, in which text is selected.
  ///
  /// - Parameters:
  ///   - tag: The tag of the text.
  ///   - content: The content of the row.
  func emphasis(ofTextTagged tag: ElementTag?, content: Content) -> TextEmphasis?
  /// The tooltip of a text.
  ///
  /// - Parameters:
  ///   - string: The characters of the text.
  ///   - tag: The tag of the text.
  ///   - isTruncated: Whether the text ends with an ellipsis.
  ///   - content: The content of the row.
  func tooltip(ofText string: String, tag: ElementTag?, isTruncated: Bool, content: Content) -> String?
  /// What assistive tools call the row; the list adds its position.
  func accessibleName(of content: Content) -> String
  /// The accessible role of the template's elements. Nil, the default, for the roles of their kinds: rows are list items,
  /// headers are headings, and footers are groups.
  var accessibleRole: AccessibleRole? { get }
}

nonisolated extension RowTemplate {
  public func accessory(of content: Content) -> Accessory { .none }
  public func minimumWidth(of content: Content) -> Double { 1 }
  public var minimumHeight: Double { 0 }
  public func heightThatFits(width: Double, content: Content) -> Double? { nil }
  public var enforcesFrameLayout: Bool { false }
  public func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? { nil }
  public var estimatedAccessory: Accessory { .none }
  public var typicalMinimumHeight: Double { 32 }
  @MainActor public func makeDrawing(of content: Content, in context: RowDrawingContext) -> (any RowDrawing)?
  {
    nil
  }
  @MainActor public func looseTexts(of content: Content, in layout: TemplateLayout) -> [LooseText] { [] }
  @MainActor public func looseText(tagged tag: ElementTag, of content: Content) -> TextElement {
    preconditionFailure("\(Self.self) places loose texts, but does not say what they are.")
  }
  public func pictureFile(of content: Content) -> String? { nil }
  public func direction(of content: Content) -> LayoutDirection? { nil }
  public var alignsTextsToStart: Bool { false }
  public func emphasis(ofTextTagged tag: ElementTag?, content: Content) -> TextEmphasis? { nil }
  public var accessibleRole: AccessibleRole? { nil }
  public func tooltip(ofText string: String, tag: ElementTag?, isTruncated: Bool, content: Content) -> String?
  {
    isTruncated ? string : nil
  }
  /// All texts of the row, one after the other; nothing of a template that enforces frame layout.
  public func accessibleName(of content: Content) -> String {
    guard !enforcesFrameLayout else { return "" }
    var texts: [String] = []
    makeElement(for: content)?.forEachText { text, _ in texts.append(text.string) }
    return texts.joined(separator: ", ")
  }
}

extension LayoutElement {
  /// A text in a style.
  ///
  /// - Parameters:
  ///   - maximumLineCount: Lines after which the text ends with an ellipsis; 0 means no limit.
  ///   - tag: Names the text for the template; texts that have one of their own are prepared once for measuring and
  ///     drawing.
  public static func text(
    _ string: String, style: TextStyle, maximumLineCount: Int = 0, tag: ElementTag? = nil
  ) -> LayoutElement {
    .text(TextElement(string, style: style.id, maximumLineCount: maximumLineCount), tag: tag)
  }
}
