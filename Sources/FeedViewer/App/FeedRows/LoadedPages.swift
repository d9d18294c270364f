import Synchronization

/// The pages whose texts are in memory: about as many as were shown last.
///
/// Pages are forgotten in the order in which they were read, but not those that were asked for meanwhile (the clock
/// algorithm; Corbató 1968).
nonisolated final class LoadedPages: Sendable {
  /// What is left when texts were read that are not about to be shown, in bytes: a few screens.
  static let restingSize = 512 << 10
  /// The pages of all files: texts of two thousand entries or more, which are many screens.
  static let shared = LoadedPages(limit: 4 << 20)

  private struct Loaded {
    weak var page: EntryPage?
    var size: Int
  }

  private struct State {
    /// In a ring: the oldest one at `first`.
    var pages: [Loaded] = []
    var first = 0
    var size = 0
    var counts = Counts()
  }

  /// Numbers of entries since the program started.
  struct Counts {
    /// Entries whose texts were made, some of them several times.
    var read = 0
    /// Entries whose texts were forgotten.
    var forgotten = 0
  }

  /// In bytes.
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: The memory of all texts, in bytes.
  init(limit: Int) { self.limit = limit }

  /// The number of pages in memory.
  var count: Int { state.withLock { $0.pages.count - $0.first } }

  var counts: Counts { state.withLock { $0.counts } }

  /// Remembers that the texts of a page are in memory, and forgets others.
  func loaded(_ page: EntryPage, size: Int) {
    state.withLock { state in
      state.pages.append(Loaded(page: page, size: size))
      state.size += size
      state.counts.read += page.count
      Self.forget(&state, above: limit, sparing: 1)
    }
  }

  /// Forgets texts that were not asked for lately, until the others take no more than `size` bytes. Call when texts were
  /// read that are not about to be shown, such as all of a file.
  ///
  /// - Parameter seen: The pages on screen, whose file may have lost their texts since.
  func shrink(to size: Int, sparing seen: some Sequence<EntryPage>) {
    let seen = Set(seen.map(ObjectIdentifier.init))
    state.withLock { state in
      // The first call finds out which are asked for.
      for _ in 0..<2 { Self.forget(&state, above: size, sparing: 0, seen) }
    }
  }

  /// - Parameter spared: The number of pages, the last ones, that are not asked.
  private static func forget(
    _ state: inout State, above limit: Int, sparing spared: Int, _ seen: Set<ObjectIdentifier> = []
  ) {
    // Each page is asked once.
    var asked = state.pages.count - state.first - spared
    while state.size > limit, asked > 0 {
      asked -= 1
      let oldest = state.pages[state.first]
      state.first += 1
      if let page = oldest.page, seen.contains(ObjectIdentifier(page)) || !page.forgetTexts() {
        state.pages.append(oldest)
      } else {
        state.size -= oldest.size
        state.counts.forgotten += oldest.page?.count ?? 0
      }
    }
    if state.first > state.pages.count / 2 {
      state.pages.removeFirst(state.first)
      state.first = 0
    }
  }
}
