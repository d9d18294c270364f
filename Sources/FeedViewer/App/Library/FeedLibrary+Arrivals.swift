/// Files that wait to be read, and events that wait to be handled.
struct Arrivals {
  /// Readings under way at the same time: there are far fewer threads, and the files come in about their order.
  static let limit = 16
  /// While more files than this are read, what arrives of them is shown in batches.
  static let fewFiles = 8
  /// How often, at most, a batch is shown.
  static let interval = Duration.milliseconds(60)

  /// Files that have changed on the disk, until they are read again in the next turn of the main loop.
  var changed: Set<String> = []
  /// Readings that have not begun: the path and the reading's number.
  fileprivate var waiting: [(path: String, id: Int)] = []
  /// How many of `waiting` have left it.
  fileprivate var begun = 0
  fileprivate var active: Set<Int> = []
  fileprivate var lastID = 0
  fileprivate var events: [(event: LoadEvent, path: String, id: Int)] = []
  fileprivate var batch: Task<Void, Never>?
  fileprivate var lastBatch: ContinuousClock.Instant?
}

/// With one file, everything that is read of it is shown at once. With thousands, the list would be edited thousands of
/// times, each time in proportion to what it shows: then what arrives in a while is one batch.
extension FeedLibrary {
  /// Lets a file be read as soon as its turn comes; a reading of it that is under way ends.
  func enqueue(_ path: String, collected: [LibrarySection]?, isLive: Bool) {
    readings[path]?.task?.cancel()
    arrivals.lastID += 1
    let id = arrivals.lastID
    readings[path] = FileReading(id: id, collected: collected, isLive: isLive)
    arrivals.waiting.append((path, id))
  }

  /// Begins to read files that wait, as far as there is room.
  func readNext() {
    while arrivals.active.count < Arrivals.limit, arrivals.begun < arrivals.waiting.count {
      let (path, id) = arrivals.waiting[arrivals.begun]
      arrivals.begun += 1
      guard readings[path]?.id == id else { continue }
      arrivals.active.insert(id)
      let events = load(path)
      readings[path]!.task = Task { [weak self] in
        for await event in events {
          guard !Task.isCancelled, let self else { break }
          self.receive(event, of: path, id)
        }
        self?.arrivals.active.remove(id)
        self?.readNext()
      }
    }
    guard arrivals.begun == arrivals.waiting.count else { return }
    arrivals.waiting = []
    arrivals.begun = 0
  }

  private func receive(_ event: LoadEvent, of path: String, _ id: Int) {
    guard readings[path]?.id == id else { return }
    guard readings.count > Arrivals.fewFiles || !arrivals.events.isEmpty else {
      handle(event, of: path)
      return tellAll()
    }
    arrivals.events.append((event, path, id))
    guard arrivals.batch == nil else { return }
    let next = arrivals.lastBatch.map { $0 + Arrivals.interval }
    arrivals.batch = Task { [weak self] in
      if let next { try? await Task.sleep(until: next, clock: .continuous) }
      self?.handleBatch()
    }
  }

  private func handleBatch() {
    arrivals.batch = nil
    let events = arrivals.events
    arrivals.events = []
    for (event, path, id) in events where readings[path]?.id == id { handle(event, of: path) }
    tellAll()
    arrivals.lastBatch = .now
  }

  private func tellAll() {
    tellEdits()
    delegate?.libraryDidChangeFiles(self)
  }
}
