import FeedViewerBase

/// Identifies an entry by what is written in it, whatever stands beside it in the file: for the marks of the reader.
///
/// Both hashes are made of the texts as they are written in the file, with references decoded once. Nothing in them is
/// resolved, cleaned, repaired or parsed, so that better reading never moves a mark. They never change: databases hold them.
public struct EntryIdentity: Hashable, Sendable {
  /// The FNV-1a hash of the identifier, else of the link, else of the title (or the start of the body) and the date.
  public let key: UInt128
  /// A hash of the link, the title (or the start of the body) and the date, which tells entries with the same key apart;
  /// never 0.
  public let check: UInt32

  /// The most Unicode scalars of a body that stand for a missing title.
  static let startLength = 200

  /// The texts of an entry as they are written; nil or empty if it has none.
  struct Texts {
    var identifier: UnsafeBufferPointer<UInt8>?
    var link: UnsafeBufferPointer<UInt8>?
    /// The title, or the start of the body of an entry without one.
    var title: UnsafeBufferPointer<UInt8>?
    var published: UnsafeBufferPointer<UInt8>?
  }

}

extension EntryIdentity {
  /// - Complexity: O(length of the texts).
  init(_ texts: Texts) {
    var key = FNV1a()
    if let identifier = texts.identifier, !identifier.isEmpty {
      key.combine(identifier)
    } else if let link = texts.link, !link.isEmpty {
      key.combine(link)
    } else {
      if let title = texts.title { key.combine(title) }
      key.combine(0x0A)
      if let published = texts.published { key.combine(published) }
    }
    var check = Hash64()
    for text in [texts.link, texts.title, texts.published] {
      if let text { check.combine(text) } else { check.combineNothing() }
    }
    let folded = UInt32(truncatingIfNeeded: check.value ^ check.value >> 32)
    self.init(key: key.value, check: folded == 0 ? 1 : folded)
  }

  /// The identity of an entry that is in no file.
  init(identifier: String?, link: String?, title: String?, published: String?) {
    var bytes = ByteBuffer(capacity: 0)
    let places = [identifier, link, title, published].map { bytes.place(of: $0) }
    let texts = places.map { $0.map { UnsafeBufferPointer(rebasing: bytes.view[$0]) } }
    self.init(Texts(identifier: texts[0], link: texts[1], title: texts[2], published: texts[3]))
  }
}
