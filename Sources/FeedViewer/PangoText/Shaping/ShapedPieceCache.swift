/// A cache of shaped pieces, each in a font, script, language and direction: words with their trailing spaces, and
/// short items.
///
/// When the cache is full, everything is dropped, which slows down the next text or two.
nonisolated struct ShapedPieceCache {
  /// In bytes; longer pieces hardly ever occur again.
  static let maximumLength = 64
  private static let maximumCount = 1 << 15

  struct Entry: BitwiseCopyable {
    fileprivate let first: UInt32
    fileprivate let count: UInt32
    let total: Int32
  }

  private var table = ByteKeyTable<Entry>()
  private var characters: [PieceShaper.Character] = []

  mutating func removeAll() { self = ShapedPieceCache() }

  /// - Parameter font: A number that stands for font, script, language and direction.
  @inline(__always)
  func find(_ bytes: UnsafePointer<CChar>, _ length: Int, font: UInt32) -> Entry? {
    table.find(bytes, length, seed: font)
  }

  /// Copies the characters of an entry.
  /// - Returns: The number of characters.
  @inline(__always)
  func copy(_ entry: Entry, to target: UnsafeMutablePointer<PieceShaper.Character>) -> Int {
    characters.withUnsafeBufferPointer {
      target.update(from: $0.baseAddress! + Int(entry.first), count: Int(entry.count))
    }
    return Int(entry.count)
  }

  /// Whether `more` entries can be added without dropping others.
  func hasRoom(for more: Int) -> Bool { table.count + more <= Self.maximumCount }

  /// Inserts a piece that is not in the cache. If the cache is full, all other pieces are dropped.
  mutating func insert(
    _ bytes: UnsafePointer<CChar>, _ length: Int, font: UInt32,
    _ found: UnsafeBufferPointer<PieceShaper.Character>
  ) {
    precondition(length <= Self.maximumLength, "The piece is too long for the cache.")
    guard !found.isEmpty else { return }
    if !hasRoom(for: 1) { removeAll() }
    var total: Int32 = 0
    for character in found { total &+= character.width }
    table.insert(
      Entry(first: UInt32(characters.count), count: UInt32(found.count), total: total), for: bytes, length,
      seed: font)
    characters.append(contentsOf: found)
  }
}
