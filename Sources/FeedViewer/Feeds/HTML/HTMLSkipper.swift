import Glibc

/// Finds the ends of HTML elements that are removed with their content.
struct HTMLSkipper {
  /// Names whose end tag was not found before. Without this memory, a text of nothing but `<form>` tags would be
  /// searched to its end for each of them.
  private var unclosed: [UInt64?] = []

  mutating func reset() {
    if !unclosed.isEmpty { unclosed.removeAll(keepingCapacity: true) }
  }

  /// The position after the end tag of a removed element; if there is none, only the start tag is removed.
  ///
  /// - Parameter found: Called with each tag inside, if given.
  /// - Complexity: O(length of the content).
  mutating func end(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>, found: ((HTMLTag) -> Void)? = nil
  ) -> UnsafePointer<UInt8> {
    let key = HTMLElement.key(tag.name)
    if unclosed.contains(key) { return tag.end }
    var position = tag.end
    while position < end, let bracket = memchr(position, 0x3C, end - position) {
      position = UnsafePointer(bracket.assumingMemoryBound(to: UInt8.self))
      guard position + 1 < end else { break }
      if position[1] == 0x2F {
        let name = UnsafeBufferPointer(start: position + 2, count: end - position - 2)
        if name.count >= tag.name.count, HTMLTag.sameName(name.baseAddress, tag.name) {
          return HTMLTag.read(at: position, before: end)?.end ?? position + 2
        }
      } else if let found, let inner = HTMLTag.read(at: position, before: end), inner.kind == .start {
        found(inner)
      }
      position += 1
    }
    unclosed.append(key)
    return tag.end
  }
}
