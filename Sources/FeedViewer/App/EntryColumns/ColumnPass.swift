import FeedViewerBase
import FeedViewerFeeds
import VirtualList

/// Finds out what another order or filter needs to know of the entries of archives: once for each state of a file, for as long
/// as the list has another order.
final class ColumnPass {
  /// Shorter readings have no progress.
  private static let patience = Duration.seconds(1)
  /// The shortest time between two reports of progress.
  private static let interval = Duration.milliseconds(250)

  /// What is being read of one file.
  private struct Reading {
    var facts: EntryColumns
    let entries: Range<Int>
    let marksVersion: Int
    let begun = ContinuousClock.now
    /// The marks of entries whose rows the reader has marked since.
    var changedMarks: [Int: EntryMarks] = [:]
    var task: Task<Void, Never>?

    /// Takes over what was known of an earlier state of the file.
    mutating func takeOver(_ earlier: Reading) {
      facts.takeOver(earlier.facts)
      guard let change = facts.outline.change else { return }
      for (ordinal, marks) in earlier.changedMarks {
        if let new = change.newOrdinal(of: ordinal) { changedMarks[new] = marks }
      }
    }
  }

  /// Called when all is known of a file.
  var onEnd: () -> Void = {}
  weak var follower: (any WindowEventFollower)?
  private let library: FeedLibrary
  private var readings: [FilePath: Reading] = [:]
  private var lastProgress: ContinuousClock.Instant?

  init(_ library: FeedLibrary) { self.library = library }

  /// What is known of archives, of those of which all is.
  var known: [FilePath: EntryColumns] { readings.filter { $0.value.task == nil }.mapValues(\.facts) }

  /// Whether all is known of a file as it is.
  func areKnown(of path: FilePath) -> Bool {
    guard let reading = readings[path] else { return false }
    return reading.task == nil && library.listedEntries(of: path)?.outline === reading.facts.outline
  }

  /// How many entries were looked at, and how many will be, if that takes long; nil at rest.
  var progress: (done: Int, all: Int)? {
    let running = readings.values.filter { $0.task != nil }
    guard running.contains(where: { .now - $0.begun >= Self.patience }) else { return nil }
    return (
      running.reduce(0) { $0 + $1.facts.knownCount }, running.reduce(0) { $0 + $1.entries.count }
    )
  }

  /// Begins to read what is not known, or out of date, of archives.
  ///
  /// - Parameters:
  ///   - paths: The files that are wanted; nil for all.
  ///   - hasTitles: Whether titles are needed.
  /// - Returns: Whether all is known.
  func read(_ paths: Set<FilePath>?, hasTitles: Bool) -> Bool {
    var old = readings
    readings = [:]
    var isComplete = true
    for file in library.files where paths?.contains(file.path) ?? true {
      if library.isReplaced(file.path) || library.isArchive(file.path) && !library.areCounted(in: file.path) {
        readings[file.path] = old.removeValue(forKey: file.path)
        isComplete = false
        continue
      }
      guard let (outline, entries) = library.listedEntries(of: file.path) else { continue }
      if let known = old[file.path], known.facts.outline === outline,
        known.entries.lowerBound <= entries.lowerBound, known.marksVersion == library.marksVersion,
        known.facts.hasTitles || !hasTitles
      {
        readings[file.path] = old.removeValue(forKey: file.path)
        readings[file.path]!.facts.dropTitles(unless: hasTitles)
      } else if library.isArchive(file.path) {
        let earlier = old[file.path]
        begin(file.path, outline, entries, hasTitles: hasTitles, earlier)
      }
      if readings[file.path]?.task != nil { isComplete = false }
    }
    for reading in old.values { reading.task?.cancel() }
    return isComplete
  }

  /// Call when rows have got other marks: when they are forgotten, their entries still have these.
  func noteMarks(of rows: RowBits) {
    guard !readings.isEmpty else { return }
    var paths: Set<FilePath> = []
    for row in rows.rows where readings[row.path] != nil && library.isReadAlone(row) {
      readings[row.path]!.changedMarks[row.ordinal] = row.marks
      paths.insert(row.path)
    }
    for path in paths { applyChangedMarks(of: path) }
  }

  private func applyChangedMarks(of path: FilePath) {
    guard areKnown(of: path), let ordinals = readings[path]?.facts.ordinals else { return }
    for (ordinal, marks) in readings[path]!.changedMarks where ordinals.contains(ordinal) {
      readings[path]!.facts.setMarks(marks, ofEntry: ordinal)
    }
    readings[path]!.changedMarks = [:]
  }

  private func noteReadCount(of path: FilePath) {
    guard let facts = readings[path]?.facts, let entries = library.listedEntries(of: path)?.entries,
      areKnown(of: path)
    else { return }
    library.noteReadCount(of: facts.outline, facts.readCount(from: entries.lowerBound))
  }

  /// Forgets everything.
  func end() {
    for reading in readings.values { reading.task?.cancel() }
    readings = [:]
  }

  private func begin(
    _ path: FilePath, _ outline: FileOutline, _ entries: Range<Int>, hasTitles: Bool, _ earlier: Reading?
  ) {
    var reading = Reading(
      facts: EntryColumns(of: outline, entries, hasTitles: hasTitles), entries: entries,
      marksVersion: library.marksVersion)
    if let earlier, earlier.marksVersion == library.marksVersion { reading.takeOver(earlier) }
    let rest = reading.facts.holes + [reading.facts.ordinals.upperBound..<entries.upperBound]
    let marks = library.marks(ofFile: path)
    reading.task = Task { [weak self] in
      for entries in rest {
        let batches = ArchiveBatches(outline: outline, entries: entries).answers {
          Task.isCancelled ? nil : outline.facts(of: $0, marks: marks, hasTitles: hasTitles)
        }
        for await batch in batches {
          guard !Task.isCancelled, let self else { return }
          self.readings[path]?.facts.append(batch)
          self.library.noteRepairs(batch.repairs, by: outline, of: path)
          self.reportProgress()
        }
      }
      guard !Task.isCancelled, let self else { return }
      self.readings[path]?.task = nil
      self.applyChangedMarks(of: path)
      self.noteReadCount(of: path)
      self.onEnd()
      self.follower?.follow(.arrangementProgress)
    }
    readings[path] = reading
  }

  private func reportProgress() {
    guard progress != nil, lastProgress.map({ .now - $0 >= Self.interval }) ?? true else { return }
    lastProgress = .now
    follower?.follow(.arrangementProgress)
  }
}
