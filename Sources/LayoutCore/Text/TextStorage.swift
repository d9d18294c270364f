/// The immutable memory of a prepared text: one allocation.
///
/// The packed words, or the arrays of all paragraphs, are after the header. Queries read them through `TextContents`,
/// which counts no references.
struct TextStorage: @unchecked Sendable {
  /// A buffer whose elements are aligned to eight bytes.
  typealias Buffer = ManagedBuffer<TextHeader, UInt64>

  private let buffer: Buffer

  /// - Parameter byteCount: The size of the contents after the header.
  fileprivate init(
    _ header: TextHeader, byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    buffer = .create(minimumCapacity: (byteCount + 7) / 8) { _ in header }
    buffer.withUnsafeMutablePointerToElements {
      fill(UnsafeMutableRawBufferPointer(start: $0, count: (byteCount + 7) & ~7))
    }
  }

  var header: TextHeader { buffer.header }

  /// - Precondition: No other thread knows the text yet.
  func setLineSpacing(_ spacing: Int16) { buffer.header.lineSpacing = spacing }

  /// The size of the allocation in bytes.
  var byteCount: Int {
    let object = 16 + MemoryLayout<TextHeader>.stride
    let tail = withContents { (contents: TextContents) -> Int in
      switch contents.header.pointee.form {
      case .pixels: PackedWords<UInt16>.byteCount(words: Int(contents.header.pointee.count))
      case .units: PackedWords<UInt32>.byteCount(words: Int(contents.header.pointee.count))
      case .paragraphs: contents.paragraphs.byteCount
      }
    }
    return (object + tail + 8 + 15) & ~15
  }

  func withContents<Result>(_ body: (TextContents) -> Result) -> Result {
    withExtendedLifetime(buffer) { body(TextContents(of: buffer)) }
  }
}

/// The header of a prepared text, with the form in which it is stored.
struct TextHeader: BitwiseCopyable {
  enum Form: Int16, BitwiseCopyable {
    /// Packed words of 16 bits, in whole pixels.
    case pixels
    /// Packed words of 32 bits, in Pango units.
    case units
    /// Paragraphs of any kind.
    case paragraphs
  }

  let form: Form
  /// The space between lines in Pango units, in addition to that of constraints.
  var lineSpacing: Int16 = 0
  /// The number of packed words, or of paragraphs.
  let count: Int32
  /// For packed words: the width of the white space that is dropped at the end of a line, in their unit.
  var space: Int32 = 0
  /// For packed words: the height class of all lines.
  var top: Int32 = 0
  var height: Int32 = 0
  var fontHeight: Int32 = 0
}

extension TextStorage {
  /// The distances of the header and of the tail from the address of the object, in bytes.
  struct Offsets: BitwiseCopyable {
    let header: Int
    let tail: Int
  }

  /// The same for all texts.
  static let offsets: Offsets = {
    let buffer = Buffer.create(minimumCapacity: 1) { _ in TextHeader(form: .units, count: 0) }
    return withExtendedLifetime(buffer) {
      let contents = TextContents(of: buffer)
      let object = Int(bitPattern: ObjectIdentifier(buffer))
      return Offsets(
        header: Int(bitPattern: contents.header) - object, tail: Int(bitPattern: contents.tail) - object)
    }
  }()
}

/// The address of a prepared text's memory; valid as long as its storage.
struct TextContents: BitwiseCopyable {
  let header: UnsafePointer<TextHeader>
  let tail: UnsafeRawPointer

  @inline(__always)
  init(of buffer: TextStorage.Buffer) {
    (header, tail) = buffer.withUnsafeMutablePointers { (UnsafePointer($0), UnsafeRawPointer($1)) }
  }

  /// - Parameters:
  ///   - storage: The address of the object that a `TextStorage` refers to, which must stay alive.
  ///   - offsets: `TextStorage.offsets`.
  @inline(__always)
  init(at storage: UnsafeRawPointer, _ offsets: TextStorage.Offsets) {
    header = (storage + offsets.header).assumingMemoryBound(to: TextHeader.self)
    tail = storage + offsets.tail
  }

  /// The contents of a text that is not packed.
  var paragraphs: ParagraphTable { tail.assumingMemoryBound(to: ParagraphTable.self).pointee }

  /// The words of a packed text.
  @inline(__always)
  func words<Word>(_: Word.Type) -> PackedWords<Word> {
    PackedWords(header: header, words: tail.assumingMemoryBound(to: Word.self))
  }
}

/// The paragraphs of a text that is not packed.
struct ParagraphTable: BitwiseCopyable {
  /// A paragraph, whose pointers are valid as long as the storage.
  struct Paragraph: BitwiseCopyable {
    let pointers: ParagraphPointers
    let words: WordPointers?
    let emptyClass: Int
  }

  let text: TextPointers
  let paragraphs: UnsafeBufferPointer<Paragraph>
  /// The size of the paragraphs and of this table in bytes.
  let byteCount: Int
}

extension TextStorage {
  init(paragraphs: [PreparedParagraph], words: [WordEnds?], classes: [LineHeightClass], tabWidth: Int) {
    let arrays = zip(paragraphs, words).reduce(Rest.size(of: classes)) {
      $0 + $1.0.byteCount + ($1.1?.byteCount ?? 0)
    }
    let byteCount =
      MemoryLayout<ParagraphTable>.stride + paragraphs.count * MemoryLayout<ParagraphTable.Paragraph>.stride
      + arrays
    self.init(TextHeader(form: .paragraphs, count: Int32(paragraphs.count)), byteCount: byteCount) { block in
      var rest = Rest(block)
      let table = rest.reserve(ParagraphTable.self, count: 1)
      let places = rest.reserve(ParagraphTable.Paragraph.self, count: paragraphs.count)
      let text = TextPointers(
        classes: rest.copy(classes).baseAddress!, hasFlatBaselines: LineHeightClass.areFlat(classes),
        knowsFontHeights: classes.allSatisfy { $0.fontHeight >= 0 },
        tabWidth: tabWidth)
      for (index, paragraph) in paragraphs.enumerated() {
        let stored = ParagraphTable.Paragraph(
          pointers: ParagraphPointers(paragraph, in: &rest),
          words: words[index].map { WordPointers($0, in: &rest) },
          emptyClass: paragraph.emptyClass)
        (places + index).initialize(to: stored)
      }
      table.initialize(
        to: ParagraphTable(
          text: text, paragraphs: UnsafeBufferPointer(start: places, count: paragraphs.count),
          byteCount: byteCount))
    }
  }

  /// - Parameters:
  ///   - header: The header.
  ///   - count: The number of packed words, with the sentinel after the last one.
  ///   - fill: Initializes the words.
  init<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ header: TextHeader, count: Int, fill: (UnsafeMutablePointer<Word>) -> Void
  ) {
    self.init(header, byteCount: count * MemoryLayout<Word>.stride) { block in
      fill(block.baseAddress!.bindMemory(to: Word.self, capacity: count))
    }
  }

  /// The unused part of a block of memory while it is filled.
  struct Rest {
    private let block: UnsafeMutableRawBufferPointer
    private var used = 0

    init(_ block: UnsafeMutableRawBufferPointer) { self.block = block }

    /// Uninitialized memory for values that need an alignment of at most eight bytes.
    mutating func reserve<Element: BitwiseCopyable>(
      _: Element.Type, count: Int
    ) -> UnsafeMutablePointer<Element> {
      let size = Self.size(of: Element.self, count: count)
      precondition(used + size <= block.count, "The arrays of a prepared text must fit into its block.")
      defer { used += size }
      return (block.baseAddress! + used).bindMemory(to: Element.self, capacity: count)
    }

    /// Copies an array.
    mutating func copy<Element: BitwiseCopyable>(_ array: [Element]) -> UnsafeBufferPointer<Element> {
      let place = reserve(Element.self, count: array.count)
      array.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { place.initialize(from: base, count: source.count) }
      }
      return UnsafeBufferPointer(start: place, count: array.count)
    }

    static func size<Element>(of array: [Element]) -> Int { size(of: Element.self, count: array.count) }

    private static func size<Element>(of: Element.Type, count: Int) -> Int {
      (count * MemoryLayout<Element>.stride + 7) & ~7
    }
  }
}
