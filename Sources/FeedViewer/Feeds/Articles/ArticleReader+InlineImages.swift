/// A small picture that stands in the text of the current block or row.
struct InlineImageDraft {
  var image: ArticleImage
  /// Where its words are in the text; empty without words.
  var range: Range<Int>
}

/// Small pictures in sentences. A picture is inline content, and its alternative text stands for it where it is not drawn
/// (HTML Living Standard, section 15.4.2).
extension ArticleReader {
  /// The largest width and height of a small picture, in CSS pixels.
  private static let greatestSide = 32

  /// Whether a picture is as small as a letter: by its size, or, if it has none, by its class or its file. Without a declared
  /// size a browser draws a picture in its own (HTML Living Standard, section 15.4.3).
  func isSmall(_ tag: HTMLTag, _ image: ArticleImage) -> Bool {
    // A formula is as wide as its words, which stand for it; one alone in its paragraph is a block.
    if tag.isFormulaPicture { return image.alternative != nil }
    let sides = tag.sides
    if !sides.isEmpty { return sides.allSatisfy { $0 <= Double(Self.greatestSide) } }
    if tag.hasClass("emoji", "smiley", "smilie", "emoticon") { return true }
    guard image.sources.count == 1 else { return false }
    let reference = image.sources[0].reference
    guard let size = PictureHeader.size(inAddress: reference) ?? files?.pictureSize(reference) else {
      return false
    }
    return max(size.width, size.height) <= Self.greatestSide
  }

  /// Puts the words of a small picture into the text.
  mutating func addInline(_ image: ArticleImage) {
    let words = image.alternative ?? image.title ?? ""
    if !openTables.isEmpty { _ = beginFosterContent() }
    if !words.isEmpty { append(words) }
    let end = block == nil ? 0 : text.count
    let start = max(0, end - words.utf8.count)
    inlineImages.append(InlineImageDraft(image: image, range: start..<end))
  }

  /// Gives a finished block its pictures, if it has other text.
  ///
  /// - Parameter range: The bytes of the block in the current text.
  /// - Returns: Whether the block is nothing but pictures, which then become blocks of their own.
  mutating func takeImages(_ range: Range<Int>, into block: inout ArticleBlock) -> Bool {
    guard !inlineImages.isEmpty else { return false }
    if case .preformatted = block.kind {} else if hasOnlyImages(range), !block.isSummary { return true }
    block.inlineImages = inlineImages.map {
      ArticleInlineImage(
        image: $0.image,
        range: $0.range.clamped(to: range).lowerBound - range.lowerBound..<$0.range.clamped(to: range)
          .upperBound - range.lowerBound)
    }
    inlineImages.removeAll()
    return false
  }

  /// The small pictures that are in no text become blocks.
  ///
  /// - Parameter markers: Those of the items that begin with the first one, if their text had taken them.
  mutating func emitInlineImages(markers: [ListMarker] = []) {
    guard !inlineImages.isEmpty else { return }
    let images = inlineImages
    inlineImages.removeAll()
    for (index, draft) in images.enumerated() where hasRoom() {
      var block = placed(.image(draft.image))
      if index > 0 || markers.isEmpty {
        takeMarkers(into: &block)
      } else {
        block.outerMarkers = markers
      }
      emit(block)
    }
  }

  private func hasOnlyImages(_ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    for draft in inlineImages {
      if !isBlank(position..<max(position, min(draft.range.lowerBound, range.upperBound))) { return false }
      position = max(position, draft.range.upperBound)
    }
    return isBlank(min(position, range.upperBound)..<range.upperBound)
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    UnsafeBufferPointer(rebasing: text.view[range]).isBlank
  }
}
