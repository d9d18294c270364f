/// Pieces of text that were shaped before, each in a font, script, language and direction: words with the spaces
/// after them, and short items.
///
/// It never grows beyond its limit: when that is reached, everything is dropped, which costs a text or two their
/// speed.
nonisolated struct ShapedPieceCache {
  /// Bytes; longer pieces hardly ever come again.
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

  /// - Parameter font: A number for the font, script, language and direction.
  @inline(__always)
  func find(_ bytes: UnsafePointer<CChar>, _ length: Int, font: UInt32) -> Entry? {
    table.find(bytes, length, seed: font)
  }

  /// Copies an entry's characters.
  /// - Returns: How many there are.
  @inline(__always)
  func copy(_ entry: Entry, to target: UnsafeMutablePointer<PieceShaper.Character>) -> Int {
    characters.withUnsafeBufferPointer {
      target.update(from: $0.baseAddress! + Int(entry.first), count: Int(entry.count))
    }
    return Int(entry.count)
  }

  /// Whether so many entries can be added without dropping others.
  func hasRoom(for more: Int) -> Bool { table.count + more <= Self.maximumCount }

  /// Adds a piece that is not there yet. If the cache is full, all others go.
  mutating func insert(
    _ bytes: UnsafePointer<CChar>, _ length: Int, font: UInt32,
    _ found: UnsafeBufferPointer<PieceShaper.Character>
  ) {
    precondition(length <= Self.maximumLength, "Long pieces are not kept.")
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
