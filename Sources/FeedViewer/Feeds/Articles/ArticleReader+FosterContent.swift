import Glibc

/// Content of a table outside its cells, which a browser puts before the table (HTML Living Standard, section 13.2.6.1: foster
/// parenting). Here it becomes blocks of their own, above the caption.
extension ArticleReader {
  /// A row whose cells are interrupted by foster content.
  final class InterruptedRow {
    fileprivate var row: RowDraft
    fileprivate var block: ArticleBlock?
    fileprivate var text: ByteBuffer
    fileprivate var textStart: Int
    fileprivate var hasContent: Bool
    fileprivate var images: [InlineImageDraft]
    fileprivate var anchors: [(name: String, offset: Int)]

    /// Takes the row that is being read out of a reader.
    fileprivate init(from reader: inout ArticleReader) {
      row = reader.row
      block = reader.block
      text = ByteBuffer(capacity: 256)
      textStart = reader.textStart
      hasContent = reader.hasContent
      images = reader.inlineImages
      anchors = reader.anchors.placed
      swap(&text, &reader.text)
      reader.row = RowDraft()
      reader.block = nil
      reader.inlineImages.removeAll()
      reader.keptSpace.removeAll()
      reader.anchors.placed.removeAll()
    }

    /// Puts the row back.
    fileprivate func restore(in reader: inout ArticleReader) {
      reader.row = row
      reader.block = block
      swap(&text, &reader.text)
      reader.textStart = textStart
      reader.hasContent = hasContent
      reader.inlineImages = images
      reader.anchors.placed = anchors
    }
  }

  /// Whether what is read now is directly in a table, and not in a cell or caption of it.
  var isOutsideCells: Bool {
    guard !openTables.isEmpty else { return false }
    for element in open.reversed() {
      switch element.element {
      case .cell, .tableCaption: return false
      case .table, .section, .row: return true
      default: continue
      }
    }
    return false
  }

  /// Begins foster content, if there is content outside the cells of a table.
  ///
  /// - Returns: Whether it is foster content.
  /// - Complexity: O(nesting depth).
  mutating func beginFosterContent() -> Bool {
    guard let last = openTables.indices.last else { return false }
    if openTables[last].hasFosterContent { return true }
    guard isOutsideCells else { return false }
    openTables[last].hasFosterContent = true
    openTables[last].parts.append((article.blocks.count, .foster))
    if row.isActive {
      openTables[last].interruptedRow = InterruptedRow(from: &self)
    } else {
      finishBlock()
    }
    return true
  }

  /// Ends the foster content of the innermost table, if there is any: a part of the table begins or ends.
  mutating func endFosterContent() {
    guard let last = openTables.indices.last, openTables[last].hasFosterContent else { return }
    finishBlock()
    openTables[last].hasFosterContent = false
    // The part that it interrupted goes on.
    let part = openTables[last].parts.last { $0.part != .foster }?.part ?? .body
    openTables[last].parts.append((article.blocks.count, part))
    openTables[last].interruptedRow.take()?.restore(in: &self)
    hasSpace = false
    lineBreaks = 0
  }

  /// Whether blocks of an open table that were read are moved, or others may follow that are shown before them.
  ///
  /// - Complexity: O(length of the rest).
  func mayMoveBlocks(after position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
    guard !openTables.isEmpty else { return false }
    for table in openTables {
      guard !table.hasFosterContent, table.parts.last?.part == .body else { return true }
      let order = parts(of: table).map(\.part.rawValue) + [OpenTable.Part.body.rawValue]
      if zip(order, order.dropFirst()).contains(where: >) { return true }
    }
    return Self.mayHaveEarlierParts(position, before: end, isOutsideCells: isOutsideCells)
  }

  /// Whether HTML may have a caption or head, or content outside the cells of a table. Comments count as such.
  private static func mayHaveEarlierParts(
    _ position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isOutsideCells: Bool
  ) -> Bool {
    var position = position
    var isOutsideCells = isOutsideCells
    while position < end {
      if isOutsideCells {
        while position < end, ASCII.isSpace(position.pointee) { position += 1 }
        guard position < end else { return false }
        guard position.pointee == 0x3C else { return true }
      } else {
        guard let found = memchr(position, 0x3C, end - position) else { return false }
        position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      }
      let start = position + 1
      var stop = start
      if stop < end, stop.pointee == 0x2F { stop += 1 }
      while stop < end, ASCII.isLetter(stop.pointee) { stop += 1 }
      let name = HTMLElement.identity(UnsafeBufferPointer(start: start, count: stop - start))
      if earlierParts.contains(name) { return true }
      let isBoundary = boundaries.contains(name)
      if isOutsideCells, !isBoundary, !cells.contains(name) { return true }
      isOutsideCells = isBoundary && name != tableEnd
      guard isOutsideCells else {
        position = stop
        continue
      }
      guard let close = memchr(stop, 0x3E, end - stop) else { return false }
      position = UnsafePointer(close.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }

  private static let earlierParts = HTMLElement.identities("caption thead")
  private static let cells = HTMLElement.identities("td th")
  private static let tableEnd = HTMLElement.identity("/table")
  /// Tags after which there is no content, but cells.
  private static let boundaries = HTMLElement.identities(
    "table tr tbody tfoot colgroup col /td /th /tr /thead /tbody /tfoot /caption /colgroup /table")
}
