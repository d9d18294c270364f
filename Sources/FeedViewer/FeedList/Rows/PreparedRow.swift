import LayoutCore

/// What decides the height of an entry's row: its texts, shaped once, and what else stands in the row. At any
/// width the height is arithmetic.
nonisolated struct PreparedRow: Sendable {
  /// nil where the row has no such text.
  var title: PreparedText? { titleLines.text }
  var preview: PreparedText? { previewLines.text }
  var metadata: PreparedText? { metadataLines.text }

  private let titleLines: Lines
  private let previewLines: Lines
  private let metadataLines: Lines
  /// Of the item that was prepared.
  let revision: UInt64
  private let accessoryWidth: Float
  private let hasThumbnail: Bool

  /// - Parameters:
  ///   - revision: The item's.
  ///   - prepare: Prepares a text that is not empty; nil where arithmetic can't tell it.
  /// - Returns: nil if one of the texts can't be told by arithmetic.
  init?(
    _ content: RowContent, revision: UInt64, prepare: (_ string: String, _ style: TextStyle) -> PreparedText?
  ) {
    var isComplete = true
    func prepared(_ string: String, _ style: TextStyle) -> PreparedText? {
      guard !string.isEmpty, isComplete else { return nil }
      let text = prepare(string, style)
      isComplete = text != nil
      return text
    }
    titleLines = Lines(prepared(content.title, .title))
    previewLines = Lines(prepared(content.preview, .preview))
    metadataLines = Lines(prepared(content.metadata, .metadata))
    guard isComplete else { return nil }
    self.revision = revision
    accessoryWidth = Float(content.accessory.width)
    hasThumbnail = content.thumbnail != .none
  }

  /// Stands where no row is prepared.
  init() {
    titleLines = Lines(nil)
    previewLines = Lines(nil)
    metadataLines = Lines(nil)
    revision = 0
    accessoryWidth = 0
    hasThumbnail = false
  }

  /// The height of the row with its separator in device pixels: the one that `EntryTemplate`'s layout has.
  ///
  /// - Parameters:
  ///   - width: The list's, less a section index, in whole logical pixels.
  ///   - grid: The display's pixels.
  /// - Returns: nil where arithmetic can't tell, as where texts are narrower than a word.
  /// - Complexity: O(lines).
  func height(width: Int, grid: PixelGrid) -> Int? {
    let insets = EntryTemplate.insets
    let room = max(
      Double(width) - Double(accessoryWidth) - EntryTemplate.widthAroundTexts(hasThumbnail: hasThumbnail),
      EntryTemplate.minimumTextWidth)
    let wrapWidth = PangoUnits((room * 1024).rounded(.down))
    let title = titleLines.height(width: wrapWidth, maximumLineCount: EntryTemplate.maximumTitleLineCount)
    let preview = previewLines.height(
      width: wrapWidth, maximumLineCount: EntryTemplate.maximumPreviewLineCount)
    let metadata = metadataLines.height(
      width: wrapWidth, maximumLineCount: EntryTemplate.maximumMetadataLineCount)
    guard title != Lines.unknown, preview != Lines.unknown, metadata != Lines.unknown else { return nil }
    var column = 0.0
    var count = 0.0
    func add(_ height: Int) {
      guard height != Lines.absent else { return }
      column += grid.ceil(Double(height) / 1024)
      count += 1
    }
    add(title)
    add(preview)
    add(metadata)
    column += EntryTemplate.lineGap * max(count - 1, 0)
    let content = max(column, hasThumbnail ? EntryTemplate.thumbnailSide : 0)
    return grid.devicePixels(grid.ceil(content + insets.top + insets.bottom)) + 1
  }

  /// A prepared text, and its size where it fits into one line: most titles and dates are never looked into.
  ///
  /// Nothing is an optional or an enum here, so that no text's references are counted before it is looked into: in a
  /// long list each of them is far away in memory.
  private struct Lines: Sendable {
    static let absent = -1
    static let unknown = -2

    /// nil where the row has no such text.
    let text: PreparedText?
    /// Pango units; at this width and above the text is one line. `Int32.max` if it never is.
    private let singleLineWidth: Int32
    /// Pango units; `absent` where there is no text.
    private let singleLineHeight: Int32

    init(_ text: PreparedText?) {
      self.text = text
      guard let text else {
        (singleLineWidth, singleLineHeight) = (0, Int32(Self.absent))
        return
      }
      let extents = LineBreaker.extents(of: text, in: LineConstraint(width: nil))
      if let extents, extents.lineCount == 1, extents.width < Int32.max, extents.height < Int32.max {
        (singleLineWidth, singleLineHeight) = (Int32(extents.width), Int32(extents.height))
      } else {
        (singleLineWidth, singleLineHeight) = (.max, 0)
      }
    }

    /// The text's height at a width of 1 or more and less than `Int32.max`, both in Pango units; `absent` if there
    /// is no text, `unknown` if arithmetic can't tell.
    func height(width: PangoUnits, maximumLineCount: Int) -> Int {
      if width >= singleLineWidth { return Int(singleLineHeight) }
      guard let text else { return Self.absent }
      let constraint = LineConstraint(width: width, maximumLineCount: maximumLineCount)
      return LineBreaker.extents(of: text, in: constraint)?.height ?? Self.unknown
    }
  }
}
