import FeedViewerBase

/// The queue of files to be read, and the events that are handled together.
struct ReadQueue {
  /// The most files read concurrently. There are far fewer threads; files finish roughly in order.
  static let limit = 16
  /// If more files are being read, their rows are shown in batches.
  static let fewFiles = 8
  /// The minimum interval between two batches.
  static let interval = Duration.milliseconds(60)

  /// Files that changed on the disk and are read again in the next iteration of the main loop.
  var changed: Set<FilePath> = []
  /// Files whose reading has not started: the path and the reading's identifier.
  fileprivate var waiting: [(path: FilePath, id: Int)] = []
  /// The number of readings at the front of `waiting` that have started.
  fileprivate var begun = 0
  fileprivate var active: Set<Int> = []
  private var lastID = 0
  fileprivate var events: [(event: LoadEvent, path: FilePath, id: Int)] = []
  fileprivate var batch: Task<Void, Never>?
  fileprivate var lastBatch: ContinuousClock.Instant?

  /// A number that no earlier reading has.
  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }
}

/// The rows of a single file are shown as they are read. With thousands of files the list would be edited thousands
/// of times, each time in proportion to the rows it shows, so rows are shown in batches.
extension FeedLibrary {
  /// Queues a file for reading. Cancels a reading of it in progress.
  ///
  /// - Parameter isUrgent: Whether it is read before those that wait.
  func enqueue(_ path: FilePath, collected: [LibrarySection]?, isLive: Bool, isUrgent: Bool) {
    readings[path]?.task?.cancel()
    let id = readQueue.makeID()
    readings[path] = FileReading(id: id, collected: collected, isLive: isLive)
    if let index = index(ofFile: path) {
      // Reading a file again on request reads all of it.
      if isLive { readings[path]!.earlier = files[index].loaded }
      files[index].loaded = nil
    }
    readQueue.waiting.insert((path, id), at: isUrgent ? readQueue.begun : readQueue.waiting.count)
  }

  /// Starts reading queued files up to the limit.
  func readNext() {
    while readQueue.active.count < ReadQueue.limit, readQueue.begun < readQueue.waiting.count {
      let (path, id) = readQueue.waiting[readQueue.begun]
      readQueue.begun += 1
      guard readings[path]?.id == id else { continue }
      readQueue.active.insert(id)
      let events = load(path, readings[path]!.earlier)
      readings[path]!.task = Task { [weak self] in
        for await event in events {
          guard !Task.isCancelled, let self else { break }
          self.receive(event, of: path, id)
        }
        self?.readQueue.active.remove(id)
        self?.readNext()
      }
    }
    guard readQueue.begun == readQueue.waiting.count else { return }
    readQueue.waiting = []
    readQueue.begun = 0
  }

  private func receive(_ event: LoadEvent, of path: FilePath, _ id: Int) {
    guard readings[path]?.id == id else { return }
    guard readings.count > ReadQueue.fewFiles || !readQueue.events.isEmpty else {
      handle(event, of: path)
      return deliverAll()
    }
    readQueue.events.append((event, path, id))
    guard readQueue.batch == nil else { return }
    let next = readQueue.lastBatch.map { $0 + ReadQueue.interval }
    readQueue.batch = Task { [weak self] in
      if let next { try? await Task.sleep(until: next, clock: .continuous) }
      self?.handleBatch()
    }
  }

  private func handleBatch() {
    readQueue.batch = nil
    let events = readQueue.events
    readQueue.events = []
    for (event, path, id) in events where readings[path]?.id == id { handle(event, of: path) }
    deliverAll()
    readQueue.lastBatch = .now
  }

  private func deliverAll() {
    deliverEdits()
    consumer?.apply(.files)
  }
}
