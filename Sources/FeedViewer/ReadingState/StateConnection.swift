import FeedViewerBase

/// Opens the database when it is first used, and again after faults.
///
/// Faults are reported once, until the database could be used again.
struct StateConnection {
  private enum State {
    case closed
    case open(StateDatabase)
    /// Nothing is stored until the program ends.
    case refused
  }

  enum Outcome<Value> {
    case done(Value)
    /// The database can't be used now; trying again later may help.
    case later(StateFault)
    /// The database can't be used until the program ends.
    case never
  }

  /// What a database that takes the place of the one in use lacks.
  enum Lack {
    /// It is new, or has lost its contents.
    case everything
    /// It is another one, with marks of its own.
    case changesOfThisRun
  }

  /// What is known of the database that was used last.
  private struct Known {
    let file: FileStatus.Identity?
    /// Nil since the database was closed: others may have used it.
    var witness: StateWitness?

    init(_ database: StateDatabase) {
      file = database.file
      witness = database.witness
    }

    /// Whether the database has everything that was stored in the known one, wherever its file comes from.
    func isContained(in database: StateDatabase) -> Bool {
      guard let witness, witness != .none else { return file == database.file }
      return witness == database.witness
    }
  }

  private let path: String
  private let report: @Sendable (StateProblem) -> Void
  private var state = State.closed
  /// Nil until a database was used.
  private var known: Known?
  private var reported: [StateProblem.Reason] = []
  /// The last fault, and when the database is tried again: until then, nobody waits for it.
  private var pause: (fault: StateFault, end: ContinuousClock.Instant)?
  /// Since when another process has locked the file.
  private var lockedSince: ContinuousClock.Instant?
  /// A locked file is reported after this time: other windows lock it only for moments.
  private static let lockPatience = Duration.seconds(3)

  init(path: String, report: @escaping @Sendable (StateProblem) -> Void) {
    self.path = path
    self.report = report
  }

  /// No database: nothing is stored, and no problem is reported.
  static var none: StateConnection {
    var connection = StateConnection(path: "", report: { _ in })
    connection.state = .refused
    return connection
  }

  /// Tries the database again the next time, even if that is soon after a fault.
  mutating func endPause() { pause = nil }

  /// Calls `body` with the open database.
  ///
  /// A damaged database is moved aside, and `body` is called with a new one. So it is if the database was removed, or if
  /// another one is in its place.
  /// - Parameters:
  ///   - writes: Whether success means that the database can be written again, so that the next fault is news.
  ///   - replaced: Called before another database than before is used, with what that lacks.
  mutating func use<Value>(
    writes: Bool, replaced: (Lack) -> Void, _ body: (inout StateDatabase) throws -> Value
  ) -> Outcome<Value> {
    if let pause, pause.end > .now { return .later(pause.fault) }
    var isNew = false
    while true {
      do {
        guard var database = try opened(replaced) else { return .never }
        // Copies of the database share its connection; only what is remembered of it changes.
        let value = try body(&database)
        try? database.look()
        state = .open(database)
        known = Known(database)
        pause = nil
        if writes {
          reported = []
          lockedSince = nil
        }
        return .done(value)
      } catch {
        let fault = StateFault(error) ?? .unavailable
        guard fault == .damaged, !isNew else { return recover(from: fault, error) }
        isNew = true
        guard replaceDatabase() else { return .never }
        known = nil
        replaced(.everything)
      }
    }
  }

  mutating func close() {
    // An error means that the log is not moved into the file: the next start does that.
    if case .open(let database) = state {
      if database.isUntouched() {
        try? database.close()
        known?.witness = nil
      } else {
        database.abandon()
      }
    }
    state = .closed
  }

  /// Moves SQLite's log into the file, if the database is open.
  mutating func emptyLog(replaced: (Lack) -> Void) {
    guard case .open = state else { return }
    _ = use(writes: false, replaced: replaced) { try? $0.emptyLog() }
  }

  private mutating func opened(_ replaced: (Lack) -> Void) throws -> StateDatabase? {
    switch state {
    case .refused: return nil
    case .open(let database):
      if database.isUntouched() { return database }
      database.abandon()
      state = .closed
    case .closed: break
    }
    if FileStatus(ofFileAt: path)?.isFolder == true {
      state = .refused
      tell(.isFolder)
      return nil
    }
    let files = DatabaseFiles(path: path)
    if let reason = files.makeFolder() ?? files.readingProblem {
      tell(.unavailable(reason))
      throw StateFault.unavailable
    }
    if files.isEmptied { throw StateFault.damaged }
    let opened =
      files.isWritable
      ? try StateDatabase(path: path) : try files.exists ? StateDatabase(readOnly: path) : nil
    guard let database = opened else { throw StateFault.readOnly }
    if let known, !known.isContained(in: database) {
      // SQLite would find out later, in the middle of something.
      if !database.isNew { try database.check() }
      tell(database.isNew ? .removed : .replaced)
      replaced(database.isNew ? .everything : .changesOfThisRun)
    }
    known = Known(database)
    state = .open(database)
    return database
  }

  /// Moves a damaged database aside, unless another process has done so.
  ///
  /// - Returns: Whether a new database can be opened.
  private mutating func replaceDatabase() -> Bool {
    if case .open(let database) = state {
      database.abandon()
      state = .closed
      if let file = database.file, file != FileStatus(ofFileAt: path)?.identity { return true }
    }
    let name = DatabaseFiles(path: path).moveAside()
    if name == nil { state = .refused }
    tell(.damaged(movedTo: name))
    return name != nil
  }

  private mutating func recover<Value>(from fault: StateFault, _ error: any Error) -> Outcome<Value> {
    switch fault {
    case .locked:
      let since = lockedSince ?? .now
      lockedSince = since
      if since.duration(to: .now) >= Self.lockPatience { tell(.locked) }
    case .diskFull: tell(.diskFull)
    case .readOnly:
      tell(.readOnly)
      if DatabaseFiles(path: path).isWritable { close() }
      // What is stored can be read all the time.
      if case .open = state { return .later(fault) }
    case .unavailable where error is StateFault: break
    case .unavailable, .damaged:
      // A connection that failed may hold on to files that are gone.
      close()
      let reason = (error as? SQLiteError)?.description ?? "damaged"
      tell(.unavailable(Message("\(reason)")))
    case .newerVersion:
      close()
      state = .refused
      tell(.newerVersion)
      return .never
    }
    pause = (fault, .now + fault.pause)
    return .later(fault)
  }

  private mutating func tell(_ reason: StateProblem.Reason) {
    guard !reported.contains(reason) else { return }
    reported.append(reason)
    report(StateProblem(path: path, reason: reason))
  }
}
