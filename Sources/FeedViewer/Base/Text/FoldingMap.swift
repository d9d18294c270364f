/// The folded form of each Unicode scalar, from `FoldingTable`: 40 KB, made at the first use in less than a
/// millisecond.
///
/// A pair of stages finds the entry of a scalar: the number of its block of 64 scalars, and the entry in that block.
/// Blocks without folded scalars are one block.
struct FoldingMap: @unchecked Sendable {
  static let shared = FoldingMap(FoldingTable.text)

  /// How one scalar is folded, in 32 bits.
  struct Entry: Equatable {
    let bits: UInt32

    /// The scalar is its own folded form.
    static let unchanged = Entry(bits: 0)
    static let removed = Entry(bits: 0x4000_0000)
    /// White space.
    static let space = Entry(bits: 0x8100_0000)

    /// Up to three bytes of UTF-8, the first one lowest.
    static func bytes(_ bytes: some Sequence<UInt8>) -> Entry {
      var bits: UInt32 = 0
      var length: UInt32 = 0
      for byte in bytes {
        bits |= UInt32(byte) << (8 * length)
        length += 1
      }
      precondition((1...3).contains(length), "An entry holds one to three bytes.")
      return Entry(bits: bits | length << 24)
    }

    /// A combining mark that is not removed, with its canonical combining class.
    static func mark(class: UInt8) -> Entry { Entry(bits: 0x8200_0000 | UInt32(`class`)) }

    /// A sequence of scalars in the pool. If the first one is a mark, so are all of them.
    static func sequence(at index: Int, ofMarks: Bool) -> Entry {
      Entry(bits: (ofMarks ? 0x8400_0000 : 0x8300_0000) | UInt32(index))
    }

    /// Whether the folded form is in `bits`: the number of bytes is `length`, and they are the lowest ones.
    @inline(__always)
    var isPlain: Bool { bits & 0x8000_0000 == 0 }

    @inline(__always)
    var length: Int { Int(bits >> 24 & 3) }

    var isSequence: Bool { bits >> 24 == 0x83 }
    var isMarkSequence: Bool { bits >> 24 == 0x84 }
    var index: Int { Int(bits & 0xFF_FFFF) }

    /// The canonical combining class of a mark that is not removed; 0 for everything else.
    @inline(__always)
    var combiningClass: UInt8 { bits >> 24 == 0x82 ? UInt8(truncatingIfNeeded: bits) : 0 }
  }

  /// The entries of the scalars below U+0800, none of them `unchanged`.
  let firstEntries: UnsafePointer<Entry>
  private let blockNumbers: UnsafePointer<UInt16>
  private let blocks: UnsafePointer<Entry>
  /// Sequences of scalars, each after its length.
  private let pool: [UInt32]

  /// Beyond these planes only the scalars in `ignoredPlane` change.
  private static let scalarLimit: UInt32 = 0x3_0000
  /// Tags and variation selectors, and unassigned scalars that are ignorable like them.
  private static let ignoredPlane: Range<UInt32> = 0xE_0000..<0xE_1000
  private static let blockSize = 64

  init(_ text: StaticString) {
    var table = FoldingTableReader(limit: Int(Self.scalarLimit))
    table.read(text)
    pool = table.pool
    var numbers: [UInt16] = []
    var packed = [Entry](repeating: .unchanged, count: Self.blockSize)
    for start in stride(from: 0, to: table.entries.count, by: Self.blockSize) {
      let block = table.entries[start..<start + Self.blockSize]
      if block.allSatisfy({ $0 == .unchanged }) {
        numbers.append(0)
      } else {
        numbers.append(UInt16(packed.count / Self.blockSize))
        packed += block
      }
    }
    // Never freed: the map is made once.
    blockNumbers = Self.copy(numbers)
    blocks = Self.copy(packed)
    firstEntries = Self.copy(
      (0..<0x800).map { value in
        let entry = table.entries[value]
        guard entry == .unchanged, let scalar = Unicode.Scalar(UInt32(value)) else { return entry }
        return .bytes(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      })
  }

  private static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(fromContentsOf: elements)
    guard let start = memory.baseAddress else { preconditionFailure("The table must not be empty.") }
    return UnsafePointer(start)
  }

  /// The entry of a scalar value from U+0800 to U+FFFF.
  @inline(__always)
  func entry(inFirstPlane value: UInt32) -> Entry {
    blocks[Int(blockNumbers[Int(value >> 6)]) << 6 | Int(value & 63)]
  }

  func entry(for value: UInt32) -> Entry {
    if value < Self.scalarLimit { return entry(inFirstPlane: value) }
    return Self.ignoredPlane.contains(value) ? .removed : .unchanged
  }

  /// The scalars of a sequence.
  func sequence(_ entry: Entry) -> ArraySlice<UInt32> {
    pool[entry.index + 1..<entry.index + 1 + Int(pool[entry.index])]
  }
}

/// Reads the lines of `FoldingTable`.
private struct FoldingTableReader {
  var entries: [FoldingMap.Entry]
  var pool: [UInt32] = []

  init(limit: Int) { entries = Array(repeating: .unchanged, count: limit) }

  /// Reads records that are separated by white space.
  mutating func read(_ text: StaticString) {
    var record: [UInt8] = []
    text.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte > 0x20 {
          record.append(byte)
        } else if !record.isEmpty {
          read(record)
          record.removeAll(keepingCapacity: true)
        }
      }
    }
    if !record.isEmpty { read(record) }
  }

  private mutating func read(_ record: [UInt8]) {
    var position = 0
    func number() -> UInt32 {
      var value: UInt32 = 0
      while position < record.count, let digit = Self.digit(record[position]) {
        value = value << 4 | digit
        position += 1
      }
      return value
    }
    func skip(_ character: Character) -> Bool {
      guard position < record.count, record[position] == character.asciiValue else { return false }
      position += 1
      return true
    }
    let start = number()
    let end = skip("-") ? number() : start
    let step = skip("/") ? number() : 1
    if skip(":") {
      let entry = FoldingMap.Entry.mark(class: UInt8(truncatingIfNeeded: number()))
      for value in stride(from: start, through: end, by: Int(step)) { entries[Int(value)] = entry }
    } else if skip(">") {
      let target = number()
      for value in stride(from: start, through: end, by: Int(step)) {
        entries[Int(value)] = entry(for: [target + value - start])
      }
    } else {
      _ = skip("=")
      var target: [UInt32] = []
      while position < record.count {
        target.append(number())
        _ = skip(".")
      }
      let entry = entry(for: target)
      for value in stride(from: start, through: end, by: Int(step)) { entries[Int(value)] = entry }
    }
  }

  private mutating func entry(for target: [UInt32]) -> FoldingMap.Entry {
    if target.isEmpty { return .removed }
    if target == [0x20] { return .space }
    let bytes = target.flatMap { value in Array(Unicode.Scalar(value).flatMap(UTF8.encode) ?? .init()) }
    // Marks and the parts of Korean syllables may combine with what is before them.
    let isMark = entries[Int(target[0])].combiningClass != 0
    let isPlain = !isMark && !target.contains { $0 == 0x20 || HangulSyllable.isVowelOrTrailing($0) }
    if isPlain, bytes.count <= 3 { return .bytes(bytes) }
    pool.append(UInt32(target.count))
    pool += target
    return .sequence(at: pool.count - target.count - 1, ofMarks: isMark)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x37
    default: nil
    }
  }
}
