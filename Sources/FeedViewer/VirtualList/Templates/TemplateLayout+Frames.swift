import LayoutCore

/// Where the elements of a row are.
extension TemplateLayout {
  /// The frame of the first element with a tag in the row's logical pixels; nil if there is none.
  package func frame(of tag: ElementTag) -> Rect? { frames(of: [tag])[tag] }

  /// The frames of the first elements with some tags in the row's logical pixels, by their tags.
  ///
  /// - Complexity: O(elements), however many tags there are.
  func frames(of tags: Set<ElementTag>) -> [ElementTag: Rect] {
    var frames: [ElementTag: Rect] = [:]
    for element in content?.flattened() ?? [] {
      guard let tag = element.tag, tags.contains(tag), frames[tag] == nil else { continue }
      var frame = element.frame
      frame.origin.x += contentFrame.origin.x
      frame.origin.y += contentFrame.origin.y
      frames[tag] = frame
    }
    return frames
  }
}
