import FeedViewerBase
import Dispatch
import Synchronization

/// Remembers which entries were read or starred, where articles and lists were left, and what windows show.
///
/// Marks change in memory at once, on any thread, and are written to an SQLite database on a queue of its own, together
/// with those of the next quarter of a second: a mark is on the disk within a second. Nothing waits for the disk except
/// `load`, which says for how long, and `close`. If the database can't be used, one problem is reported, marks stay in
/// memory, and storing them is tried again.
///
/// Several processes may use the same database. Each sees the others' marks when it loads a feed.
public final class ReadingState: Sendable {
  private struct Memory {
    var feeds = MarksInMemory()
    var log = ChangeLog()
    var isStoring = false
    /// Feeds whose marks could not be loaded in time.
    var late: Set<FeedKey> = []
    var isLoadingLate = false
    var changeCount = 0
    /// What windows show, as far as it was asked for or has changed.
    var sessions: [String: ReadingSession] = [:]
    /// What was changed since the program started, stored or not.
    var run = RunChanges()

    /// The changes that make what is known out of nothing.
    var everything: [StateChange] {
      mutating get {
        feeds.all.flatMap { feed, marks in marks.changes.map { .feed($0, feed) } } + shownByWindows
      }
    }

    /// What this program has changed. Another one, or an earlier run, may have stored other sessions since.
    var changesOfThisRun: [StateChange] {
      mutating get { run.changes(knowing: feeds.all) + shownByWindows }
    }

    private var shownByWindows: [StateChange] { sessions.map { .session($1, window: $0) } }
  }

  /// The time between a change and the transaction that stores it, in which others join it.
  private static let writeDelay = Duration.milliseconds(250)

  private let memory = Mutex(Memory())
  /// Whether marks outlive the process.
  public let isStored: Bool
  /// Used on the queue only, where nothing else waits for it. SQLite's connection in it is for one thread at a time, which
  /// the compiler knows.
  private let connection: Mutex<StateConnection>
  private let queue = DispatchQueue(label: "ReadingState", qos: .userInitiated)
  private let arrivedLate: @Sendable (FeedKey) -> Void
  private let gate: LoadGate?
  /// Where changes are kept that can't be stored at the end; nil if nothing is stored.
  private let unsaved: UnsavedChanges?
  /// That file, if all that is in it is known here.
  private let knownUnsaved = Mutex<FileStatus.Identity?>(nil)
  private let report: @Sendable (StateProblem) -> Void

  /// State that lasts as long as the process.
  public init() {
    isStored = false
    connection = Mutex(.none)
    arrivedLate = { _ in }
    gate = nil
    unsaved = nil
    report = { _ in }
  }

  /// State that is stored. Returns at once; the database is opened on the queue.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the database. Missing folders are created.
  ///   - report: Called on the queue, or in `close`, with each problem, once until the database could be used again.
  ///   - gate: What all marks of a feed wait for: while they are read, the first frame would have to share the processor
  ///     with that.
  ///   - arrivedLate: Called on any thread with a feed whose marks were loaded after `load` had given up, or by `loadOthers`.
  public init(
    path: String, gate: LoadGate? = nil, report: @escaping @Sendable (StateProblem) -> Void,
    arrivedLate: @escaping @Sendable (FeedKey) -> Void = { _ in }
  ) {
    precondition(path.hasPrefix("/"), "The path of the database must be absolute.")
    isStored = true
    connection = Mutex(StateConnection(path: path, report: report))
    self.arrivedLate = arrivedLate
    self.gate = gate
    self.report = report
    unsaved = UnsavedChanges(of: path)
    queue.async {
      self.takeUnsaved()
      _ = self.use { try? $0.emptyLog() }
    }
  }

  // MARK: Marks and places of a feed

  /// Loads the marks of a feed, those of other processes included. Blocks: call it off the main thread, before the feed's
  /// rows are made.
  ///
  /// - Parameter timeLimit: When it has passed, the marks are as they are in memory, and `arrivedLate` follows.
  /// - Complexity: O(marks of the feed).
  @discardableResult
  public func load(_ feed: FeedKey, within timeLimit: Duration = .milliseconds(500)) -> FeedMarks {
    guard isStored else { return marks(of: feed) }
    gate?.wait()
    let isInTime = wait(within: timeLimit) { self.loadNow(feed) }
    if !isInTime { memory.withLock { _ = $0.late.insert(feed) } }
    // If the marks arrive between these two lines, they are returned, and reported as late nonetheless.
    return marks(of: feed)
  }

  /// Loads the marks of a feed as `load` does, while rows of entries that `load(first:of:within:)` was not given are made.
  /// `arrivedLate` follows if there are others than those known before.
  @discardableResult
  public func loadOthers(of feed: FeedKey) -> FeedMarks {
    let known = marks(of: feed)
    let all = load(feed)
    var others = all
    others.listPlace = known.listPlace
    if others != known {
      memory.withLock { $0.changeCount += 1 }
      arrivedLate(feed)
    }
    return all
  }

  /// Loads the marks of the first entries of a feed, and blocks until they are there: those of all its entries would
  /// take longer than these entries take to be shown. Call `load` or `loadOthers` next, for the others.
  ///
  /// - Parameter timeLimit: When it has passed, the marks are as they are in memory, and `arrivedLate` follows.
  /// - Returns: Marks of these entries at least.
  /// - Complexity: O(*f* log *m*) for *f* entries and *m* marks of the feed.
  public func load(
    first entries: [EntryKey], of feed: FeedKey, within timeLimit: Duration = .milliseconds(500)
  ) -> FeedMarks {
    guard isStored else { return marks(of: feed) }
    let isLoaded = Mutex(false)
    wait(within: timeLimit) {
      guard case .done(let stored) = self.use({ try $0.marks(of: feed, amongst: entries) }) else { return }
      self.memory.withLock { memory in
        memory.feeds.change(feed) { marks in
          marks.adopt(stored, of: entries)
          for case .feed(let change, feed) in memory.log.changes { marks.apply(change) }
        }
      }
      isLoaded.withLock { $0 = true }
    }
    if !isLoaded.withLock(\.self) { memory.withLock { _ = $0.late.insert(feed) } }
    return marks(of: feed)
  }

  /// Calls `body` on the queue, and waits until it has returned.
  ///
  /// - Returns: False if the time has passed before.
  @discardableResult private func wait(within timeLimit: Duration, for body: @escaping @Sendable () -> Void)
    -> Bool
  {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      body()
      done.signal()
    }
    return done.wait(timeout: .now() + timeLimit.interval) == .success
  }

  /// The marks of a feed in memory: those that were loaded, with all changes since.
  ///
  /// - Complexity: O(1), and O(entries) just after very many were marked. Marking entries while the result exists copies the
  ///   feed's marks.
  public func marks(of feed: FeedKey) -> FeedMarks { memory.withLock { $0.feeds[feed] ?? FeedMarks() } }

  /// Whether any of some entries has a copy: see `FeedMarks.copied`.
  ///
  /// - Complexity: O(1), and O(number of entries) if the feed has copies.
  public func hasCopies(of entries: [EntryKey], _ feed: FeedKey) -> Bool {
    let copied = memory.withLock { $0.feeds.copied(of: feed) }
    return !copied.isEmpty && entries.contains(where: copied.contains)
  }

  /// The number of calls that have changed marks. While it stays, marks that were looked up before are up to date.
  public var changeCount: Int { memory.withLock { $0.changeCount } }

  /// Marks entries as read or unread.
  ///
  /// - Parameter twinsAreKnown: Whether all entries of the feed's file were given to `join`: see `FeedMarks.isRead`.
  /// - Complexity: O(number of entries).
  public func setRead(_ isRead: Bool, _ entries: [EntryKey], of feed: FeedKey, twinsAreKnown: Bool) {
    change(.marks(.set(.read, isRead), entries, twinsAreKnown: twinsAreKnown), of: feed)
  }

  /// Stars entries, or removes their stars; see `setRead`.
  ///
  /// - Complexity: O(number of entries).
  public func setStarred(_ isStarred: Bool, _ entries: [EntryKey], of feed: FeedKey, twinsAreKnown: Bool) {
    change(.marks(.set(.starred, isStarred), entries, twinsAreKnown: twinsAreKnown), of: feed)
  }

  /// Removes entries, or brings them back; see `setRead`.
  ///
  /// - Complexity: O(number of entries).
  public func setRemoved(_ isRemoved: Bool, _ entries: [EntryKey], of feed: FeedKey, twinsAreKnown: Bool) {
    change(.marks(.set(.removed, isRemoved), entries, twinsAreKnown: twinsAreKnown), of: feed)
  }

  /// Remembers where an entry's article was left; see `setRead`.
  ///
  /// - Parameter place: In a form that only the caller knows; nil, the beginning, forgets it.
  public func setPlace(_ place: String?, of entry: EntryKey, in feed: FeedKey, twinsAreKnown: Bool) {
    change(.marks(.place(place), [entry], twinsAreKnown: twinsAreKnown), of: feed)
  }

  /// Gives entries of a file whose twins are not known the marks that earlier versions of the program made under other keys.
  /// Those under the same key may be of twins.
  ///
  /// - Parameter earlier: The keys that those versions gave the entries.
  public func adopt(_ earlier: [String], by entries: [EntryKey], of feed: FeedKey) {
    let adopted = zip(earlier, entries).compactMap { earlier, entry -> FeedChange.Adoption? in
      let digest = EntryKey(earlier: earlier).digest
      return digest == entry.digest ? nil : FeedChange.Adoption(earlier: digest, entry: entry)
    }
    if !adopted.isEmpty { change(.adopted(adopted), of: feed) }
  }

  /// Learns which entries of a feed have the same key, and gives entries the marks that earlier versions of the program made.
  /// Call it with each version of the feed's file once all of its entries are known, off the main thread. If `changeCount` has
  /// changed, marks may belong to other entries then.
  ///
  /// - Parameters:
  ///   - entries: The keys of all entries of the file, in any order.
  ///   - earlier: Makes the keys that earlier versions of the program gave these entries, in the same order; called only if
  ///     the feed has marks of theirs.
  /// - Complexity: O(number of entries).
  public func join(_ entries: [EntryKey], of feed: FeedKey, earlier: () -> [String]) {
    let (changes, copied) = marks(of: feed).changes(joining: entries, earlier: earlier)
    if !copied.isEmpty {
      memory.withLock { $0.feeds.change(feed) { $0.copied.formUnion(copied) } }
    }
    for change in changes { self.change(change, of: feed) }
  }

  /// Gives a feed the marks and places of another one: the same feed under another key. Blocks as `load` does.
  ///
  /// - Complexity: O(marks of the other feed).
  public func copyMarks(of other: FeedKey, to feed: FeedKey) {
    for change in load(other).changes { self.change(change, of: feed) }
  }

  /// Remembers where the list of a feed was left.
  ///
  /// - Parameter place: In a form that only the caller knows; nil, the beginning, forgets it.
  public func setListPlace(_ place: String?, of feed: FeedKey) { change(.listPlace(place), of: feed) }

  private func change(_ change: FeedChange, of feed: FeedKey) {
    var waits = false
    append(.feed(change, feed)) {
      waits = $0.feeds.apply(change, of: feed)
      $0.changeCount += 1
      if isStored { $0.run.append(change, of: feed) }
    }
    if waits { DispatchQueue.global(qos: .userInitiated).async { self.enterWaiting(of: feed) } }
  }

  /// Enters changes of very many entries while others use the memory.
  private func enterWaiting(of feed: FeedKey) {
    var next = memory.withLock { $0.feeds.waiting(of: feed) }
    while var entered = next {
      entered.enter()
      next = memory.withLock { [entered] in $0.feeds.take(entered) }
    }
  }

  // MARK: Windows

  /// What a window showed when it was last stored; nil if nothing is known of it.
  public func session(of window: String) async -> ReadingSession? {
    guard isStored else { return nil }
    return await withCheckedContinuation { continuation in
      queue.async {
        let stored = self.use { try $0.session(of: window) }
        let session = self.memory.withLock { memory in
          if memory.sessions[window] == nil, case .done(let session) = stored {
            memory.sessions[window] = session
          }
          return memory.sessions[window]
        }
        continuation.resume(returning: session)
      }
    }
  }

  /// Remembers what a window shows.
  public func setSession(_ session: ReadingSession, of window: String) {
    append(.session(session, window: window)) { $0.sessions[window] = session }
  }

  // MARK: Storing

  /// Stores all changes. Blocks until they are on the disk, the database can't be used, or the time has passed.
  ///
  /// - Returns: Whether everything is stored.
  @discardableResult
  public func flush(within timeLimit: Duration = .seconds(2)) -> Bool {
    finish(within: timeLimit, closes: false)
  }

  /// Stores all changes and closes the database. It is opened again when it is next used.
  ///
  /// What can't be stored at once is first written to a file beside the database, so that even the end of the process loses
  /// nothing, and removed from there once it is stored. If it never is, that is reported, and the next start stores it.
  ///
  /// - Returns: Whether everything is stored, or kept for the next start.
  @discardableResult
  public func close(within timeLimit: Duration = .seconds(2)) -> Bool {
    guard let unsaved, !finish(within: timeLimit, closes: true) else { return true }
    let isKept = knownUnsaved.withLock { $0 != nil }
    report(StateProblem(path: unsaved.database, reason: .notStored(keptIn: isKept ? unsaved.name : nil)))
    return isKept
  }

  private func finish(within timeLimit: Duration, closes: Bool) -> Bool {
    guard isStored else { return true }
    let done = DispatchSemaphore(value: 0)
    let deadline = DispatchTime.now() + timeLimit.interval
    let isEverythingStored = Mutex(false)
    queue.async {
      var outcome = StoreOutcome.stored
      var isKept = false
      while outcome.mayGoOn, DispatchTime.now() < deadline {
        self.connection.withLock { $0.endPause() }
        outcome = self.storeOnce()
        if case .failed = outcome, closes, !isKept {
          self.keepUnsaved()
          isKept = true
        }
      }
      if closes, !isKept, self.memory.withLock({ !$0.log.isEmpty }) { self.keepUnsaved() }
      if closes { self.connection.withLock { $0.close() } }
      // Only here: once this block has ended, the queue may try again, and changes that are being stored are not in the log.
      isEverythingStored.withLock { $0 = self.memory.withLock { $0.log.isEmpty } }
      done.signal()
    }
    // The last attempt ends a little later.
    _ = done.wait(timeout: deadline + .seconds(2))
    return isEverythingStored.withLock(\.self)
  }

  private func append(_ change: StateChange, _ body: (inout Memory) -> Void) {
    changeLog { memory in
      body(&memory)
      if isStored { memory.log.append(change) }
    }
  }

  /// Changes what is to be stored, and sees to it that it is.
  private func changeLog(_ body: (inout Memory) -> Void) {
    let starts = memory.withLock { memory in
      body(&memory)
      guard !memory.log.isEmpty else { return false }
      defer { memory.isStoring = true }
      return !memory.isStoring
    }
    if starts { queue.asyncAfter(deadline: .now() + Self.writeDelay.interval) { self.store() } }
  }

  private enum StoreOutcome {
    case stored
    case nothing
    case failed(StateFault)

    /// Whether there may be more to store now; SQLite has waited for a file that is locked.
    var mayGoOn: Bool {
      switch self {
      case .stored, .failed(.locked): true
      case .nothing, .failed: false
      }
    }
  }

  /// Stores the changes in as many transactions as they need, and lets loading go first in between.
  private func store() {
    switch storeOnce() {
    case .stored: queue.async { self.store() }
    case .nothing: break
    case .failed(let fault): queue.asyncAfter(deadline: .now() + fault.pause.interval) { self.store() }
    }
  }

  /// Stores the oldest changes in one transaction.
  private func storeOnce() -> StoreOutcome {
    let changes = memory.withLock { memory in
      let changes = memory.log.takeFirst()
      if changes.isEmpty { memory.isStoring = false }
      return changes
    }
    guard !changes.isEmpty else {
      allIsStored()
      // That may have found out that the database is gone.
      return memory.withLock { $0.log.isEmpty } ? .nothing : .stored
    }
    switch use(writes: true, { try $0.store(changes) }) {
    case .done: return .stored
    case .later(let fault):
      memory.withLock { $0.log.putBack(changes) }
      return .failed(fault)
    case .never:
      memory.withLock {
        $0.log = ChangeLog()
        $0.isStoring = false
      }
      return .nothing
    }
  }

  /// Loads the marks of a feed, or tries again later.
  private func loadNow(_ feed: FeedKey) {
    switch use({ try $0.marks(of: feed) }) {
    case .done(let stored):
      let isLate = memory.withLock { memory in
        var marks = stored
        marks.copied = memory.feeds.copied(of: feed)
        for case .feed(let change, feed) in memory.log.changes { marks.apply(change) }
        memory.feeds.replace(feed, by: marks)
        guard memory.late.remove(feed) != nil else { return false }
        memory.changeCount += 1
        return true
      }
      if isLate { arrivedLate(feed) }
    case .later(let fault):
      let starts = memory.withLock { memory in
        memory.late.insert(feed)
        defer { memory.isLoadingLate = true }
        return !memory.isLoadingLate
      }
      if starts { queue.asyncAfter(deadline: .now() + fault.pause.interval) { self.loadLate() } }
    case .never: break
    }
  }

  private func loadLate() {
    let late = memory.withLock { memory in
      memory.isLoadingLate = false
      return memory.late
    }
    for feed in late { loadNow(feed) }
  }

  /// Calls `body` with the database, on the queue. A database that takes the place of the one in use is given what it lacks.
  private func use<Value: Sendable>(
    writes: Bool = false, _ body: @Sendable (inout StateDatabase) throws -> Value
  ) -> StateConnection.Outcome<Value> {
    dispatchPrecondition(condition: .onQueue(queue))
    return connection.withLock { $0.use(writes: writes, replaced: { supply($0) }, body) }
  }

  private func supply(_ lack: StateConnection.Lack) {
    switch lack {
    case .everything: changeLog { $0.log = ChangeLog($0.everything) }
    case .changesOfThisRun:
      changeLog { memory in
        memory.log = ChangeLog(memory.changesOfThisRun)
        // The marks in memory are those of the database before.
        memory.late.formUnion(memory.feeds.keys)
        memory.isLoadingLate = true
      }
      queue.async { self.loadLate() }
    }
  }

  // MARK: The end

  /// With an empty log, the database alone has everything.
  private func allIsStored() {
    connection.withLock { $0.emptyLog(replaced: { supply($0) }) }
    guard memory.withLock({ $0.log.isEmpty }) else { return }
    knownUnsaved.withLock { known in
      // Another process may have written a new one since.
      if let unsaved, let file = known, file == FileStatus(ofFileAt: unsaved.path)?.identity {
        unsaved.remove()
      }
      known = nil
    }
  }

  /// Writes what is not stored to the file for the next start, after what others have left there.
  private func keepUnsaved() {
    guard let unsaved else { return }
    let changes = memory.withLock { $0.log.changes }
    knownUnsaved.withLock { known in
      let isOther = FileStatus(ofFileAt: unsaved.path)?.identity != known
      let others = isOther ? (try? unsaved.read()) ?? [] : []
      // If it can't be written, `close` says so.
      let isWritten = (try? unsaved.write(others + changes)) != nil
      known = isWritten ? FileStatus(ofFileAt: unsaved.path)?.identity : nil
    }
  }

  /// Stores what the last run could not.
  private func takeUnsaved() {
    guard let unsaved, let file = FileStatus(ofFileAt: unsaved.path)?.identity else { return }
    do {
      let changes = try unsaved.read()
      knownUnsaved.withLock { $0 = file }
      report(StateProblem(path: unsaved.database, reason: .storedLate))
      changeLog { memory in
        memory.log.putBack(changes)
        for change in changes {
          switch change {
          case .feed(let change, let feed):
            memory.feeds.change(feed) { $0.apply(change) }
            memory.run.append(change, of: feed)
          case .session(let session, let window): memory.sessions[window] = session
          }
        }
      }
    } catch {
      report(unsaved.problem(of: error))
    }
  }
}

extension Duration {
  /// For Dispatch.
  var interval: DispatchTimeInterval { .nanoseconds(Int(self / .nanoseconds(1))) }
}
