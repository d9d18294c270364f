import Glibc
import LayoutCore

/// A text to prepare: everything that determines its shape, except the environment.
///
/// Requests are equal if their bytes are: canonically equivalent strings, which are equal in Swift, may have
/// different widths and line breaks.
package nonisolated struct TextRequest: Hashable, Sendable {
  package var string: String
  package var style: TextStyle
  /// The ranges that differ from `style`.
  package var attributes: [TextAttributeRun]

  package init(_ string: String, style: TextStyle, attributes: [TextAttributeRun] = []) {
    self.string = string
    self.style = style
    self.attributes = attributes
  }

  init(_ text: TextElement) {
    self.init(text.string, style: TextStyle(text.style), attributes: text.attributes)
  }

  /// The memory of the characters and attributes in bytes, with the headers of their allocations.
  var byteCount: Int {
    let characters = string.utf8.count
    let runs = attributes.count * MemoryLayout<TextAttributeRun>.stride
    return (characters > Self.inlineLength ? characters + Self.allocationHeader : 0)
      + (runs > 0 ? runs + Self.allocationHeader : 0)
  }

  /// Shorter strings are stored in the value.
  private static let inlineLength = 15
  /// Of an object with its length and capacity, and of the allocation itself.
  private static let allocationHeader = 48

  /// Whether all paragraphs run from right to left; nil if their first strong characters decide.
  var isRightToLeft: Bool? {
    for case .baseDirection(let isRightToLeft) in attributes.lazy.map(\.kind) { return isRightToLeft }
    return nil
  }

  /// Where short lines stand; nil if the direction of each paragraph decides.
  var alignment: TextAlignment? {
    for case .alignment(let alignment) in attributes.lazy.map(\.kind) { return alignment }
    return nil
  }

  package static func == (one: TextRequest, other: TextRequest) -> Bool {
    guard one.style == other.style, one.string.utf8.count == other.string.utf8.count else { return false }
    let hasSameBytes = one.withBytes { bytes in
      other.withBytes { bytes.isEmpty || memcmp(bytes.baseAddress!, $0.baseAddress!, bytes.count) == 0 }
    }
    return hasSameBytes && one.attributes == other.attributes
  }

  package func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: $0) }
    hasher.combine(style)
    if !attributes.isEmpty { hasher.combine(attributes) }
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    string.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(string.utf8).withUnsafeBytes(body)
  }
}
