/// The arrays of a prepared text in one block of memory, so that reading them counts no references. It is immutable.
final class TextStorage: @unchecked Sendable {
  /// A paragraph, whose pointers are valid as long as the storage.
  struct Paragraph {
    let pointers: ParagraphPointers
    let words: WordPointers?
    let emptyClass: Int
  }

  let paragraphs: UnsafeMutableBufferPointer<Paragraph>
  let text: TextPointers
  private let block: UnsafeMutableRawBufferPointer

  init(paragraphs: [PreparedParagraph], words: [WordEnds?], classes: [LineHeightClass], tabWidth: Int) {
    let size = zip(paragraphs, words).reduce(classes.count * MemoryLayout<LineHeightClass>.stride + 16) {
      $0 + $1.0.byteCount + ($1.1?.byteCount ?? 0)
    }
    block = .allocate(byteCount: size, alignment: 16)
    var rest = Rest(block)
    text = TextPointers(
      classes: rest.copy(classes).baseAddress!, hasFlatBaselines: LineHeightClass.areFlat(classes),
      knowsFontHeights: classes.allSatisfy { $0.fontHeight >= 0 },
      tabWidth: tabWidth)
    self.paragraphs = .allocate(capacity: paragraphs.count)
    for (index, paragraph) in paragraphs.enumerated() {
      let stored = Paragraph(
        pointers: ParagraphPointers(paragraph, in: &rest),
        words: words[index].map { WordPointers($0, in: &rest) },
        emptyClass: paragraph.emptyClass)
      self.paragraphs.initializeElement(at: index, to: stored)
    }
  }

  deinit {
    paragraphs.deallocate()
    block.deallocate()
  }

  var byteCount: Int { 80 + paragraphs.count * MemoryLayout<Paragraph>.stride + block.count }

  /// The unused part of the block while it is filled.
  struct Rest {
    private let block: UnsafeMutableRawBufferPointer
    private var used = 0

    init(_ block: UnsafeMutableRawBufferPointer) { self.block = block }

    /// Copies an array whose elements need an alignment of at most eight bytes.
    mutating func copy<Element: BitwiseCopyable>(_ array: [Element]) -> UnsafeBufferPointer<Element> {
      precondition(
        used + Self.size(of: array) <= block.count, "The arrays of a prepared text must fit into its block.")
      let start = block.baseAddress! + used
      let place = start.bindMemory(to: Element.self, capacity: array.count)
      array.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { place.initialize(from: base, count: source.count) }
      }
      used += Self.size(of: array)
      return UnsafeBufferPointer(start: place, count: array.count)
    }

    static func size<Element>(of array: [Element]) -> Int {
      (array.count * MemoryLayout<Element>.stride + 7) & ~7
    }
  }
}
