/// What one page shows. Heights and offsets have the unit of the paginator's input.
public struct Page: Sendable, Equatable {
  /// Neighbouring lines of one block.
  public struct Fragment: Sendable, Equatable {
    /// The index of the block.
    public var block: Int
    /// The lines of the block; not empty.
    public var lines: Range<Int>
    /// The offset of the first line from the top of the page.
    public var top: Int

    /// Creates a fragment.
    public init(block: Int, lines: Range<Int>, top: Int) {
      self.block = block
      self.lines = lines
      self.top = top
    }
  }

  /// The block that is repeated at the top of the page, above the fragments; nil without one.
  public internal(set) var header: Int?
  /// From top to bottom, without overlap.
  public internal(set) var fragments: [Fragment] = []
  /// The footnotes at the bottom of the page, in the order of their first references.
  public internal(set) var notes: [Int] = []
}
