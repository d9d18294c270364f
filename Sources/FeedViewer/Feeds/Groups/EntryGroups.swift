import Glibc

/// Cuts the text ahead of a reader into groups of entries, which several threads read at the same time.
///
/// A group starts where an entry seems to start. Whether it does, only its reader can tell: a group counts if reading
/// it ended exactly at its end, in the state in which it began, without any repair, and if the reader of the file comes to
/// its start in that state. All other text is read by the reader of the file, as if there were no groups. So entries
/// and repairs are the same with any number of threads.
///
/// As long as the text is in its file as it is, threads read groups from there themselves. What is not, is decoded by the
/// reader of the file before.
final class EntryGroups<Context: Sendable, Entry: Sendable> {
  /// Reads a group: its entries, the last one first; `nil` if anything in it needs the reader of the file.
  typealias Work = @Sendable (GroupText, Context) -> [Entry]?

  /// The entries of a group.
  struct ReadGroup: Sendable {
    /// The last one first, so that they are taken from the array without being copied.
    var entries: [Entry]
    /// The text of the group.
    fileprivate(set) var range: Range<Int>
    /// The end of the text, counted from its start; nil if the text is in the memory of the file's reader.
    fileprivate(set) var length: TextPlace?
  }

  private enum Source: Sendable {
    /// Text in memory, and its offset.
    case memory(GroupText, Int)
    /// A part of the file. The group consists of the entries that start in it.
    case file(UpcomingText, Range<Int>, isCertain: Bool)
  }

  private struct Job: Sendable {
    var source: Source
    var context: Context
    var marker: [UInt8]
  }

  private struct Group {
    /// The text of the group.
    var range: Range<Int>
    /// Whether threads read it from the file. Then the group starts and ends with the first entries that start in the range
    /// and after it.
    var isInFile: Bool
    var number: Int
    /// What was read, if the reader of the file has not come there.
    var result: ReadGroup?
  }

  /// The bytes of a group.
  private let groupSize: Int
  /// A shorter rest of the file is left to its reader.
  private var smallest: Int { groupSize / 8 }
  private let queue: JobQueue<Job, ReadGroup?>
  /// The most groups in memory that are read ahead.
  private let limit: Int
  /// The most groups that are read ahead, if the last of them is not in memory: a thread that has to wait, such as for a
  /// processor, does not keep the others waiting.
  private var fileLimit: Int { 2 * limit }
  /// Whether groups are read where the file is.
  private let readsFile: Bool
  /// Groups in file order, each starting at the end of the one before it.
  private var groups: [Group] = []
  private(set) var context: Context?
  /// The bytes with which an entry starts.
  private var marker: [UInt8] = []
  /// The number of groups that were read for the reader of the file.
  private(set) var successCount = 0
  private var failureCount = 0

  /// - Parameter threads: At least two.
  init(_ threads: ReadingThreads, work: @escaping Work) {
    precondition(threads.count > 1, "Groups are read by at least two threads.")
    groupSize = threads.groupSize
    readsFile = threads.readFile
    let finder = GroupFinder()
    queue = JobQueue(threads: threads.count - 1) { job in
      switch job.source {
      case .memory(let text, let offset):
        return work(text, job.context).map {
          ReadGroup(entries: $0, range: offset..<offset + text.count)
        }
      case .file(let text, let range, let isCertain):
        return finder.find(range, in: text, marker: job.marker, isCertain: isCertain) { text, offset in
          work(text, job.context).map {
            ReadGroup(
              entries: $0, range: offset..<offset + text.count,
              length: TextPlace().after(UnsafeBufferPointer(start: text.base, count: text.count)))
          }
        }
      }
    }
    limit = 2 * threads.count
  }

  /// Whether too many groups were read in vain.
  var areUseless: Bool { failureCount >= 4 && failureCount * 4 > successCount }

  /// Takes the state in which the following groups are read. Groups that were read in another one are dropped.
  func begin(_ context: Context, marker: [UInt8]) {
    dropAll()
    precondition(!marker.isEmpty, "An entry starts with something.")
    self.context = context
    self.marker = marker
  }

  /// The group that starts at `position`, apart from white space.
  /// - Parameter separator: A byte that is between `position` and the group.
  /// - Returns: `nil` if there is no such group, or if it must be read by the reader of the file.
  func take(
    at position: Int, after separator: UInt8? = nil, in text: inout SourceText
  ) -> ReadGroup? {
    guard let context, let start = start(from: position, after: separator, in: text) else { return nil }
    dropGroups(before: start, text)
    if let first = groups.first {
      guard first.range.lowerBound <= start else { return nil }
    } else {
      guard startsEntry(at: start, in: text) else { return nil }
    }
    cut(from: start, keeping: position, context, &text)
    return group(at: start)
  }

  private func group(at start: Int) -> ReadGroup? {
    while let group = groups.first, group.range.lowerBound <= start {
      guard let result = group.result ?? queue.result(of: group.number) else {
        groups.removeFirst()
        failureCount += 1
        return nil
      }
      if result.range.lowerBound > start {
        groups[0].result = result
        return nil
      }
      groups.removeFirst()
      if result.range.lowerBound == start {
        successCount += 1
        return result
      }
    }
    return nil
  }

  private func dropAll() {
    for group in groups where group.result == nil { queue.drop(group.number) }
    groups.removeAll()
  }

  /// Drops groups that the reader of the file has passed, and those that are not right any more.
  private func dropGroups(before start: Int, _ text: borrowing SourceText) {
    if groups.contains(where: \.isInFile), text.upcoming == nil { dropAll() }
    while let first = groups.first,
      first.isInFile ? first.range.upperBound <= start : first.range.lowerBound < start
    {
      if first.result == nil { queue.drop(first.number) }
      groups.removeFirst()
    }
  }

  /// Where a group may start: after white space and the separator.
  private func start(
    from position: Int, after separator: UInt8?, in text: borrowing SourceText
  ) -> Int? {
    var start = position
    while start < text.end, ASCII.isSpace(text.base[start]) { start += 1 }
    guard let separator else { return start }
    guard start < text.end, text.base[start] == separator else { return nil }
    start += 1
    while start < text.end, ASCII.isSpace(text.base[start]) { start += 1 }
    return start
  }

  private func startsEntry(at offset: Int, in text: borrowing SourceText) -> Bool {
    offset + marker.count <= text.end && memcmp(text.base + offset, marker, marker.count) == 0
  }

  /// Adds groups to the queue until it is full or the text ends.
  private func cut(from start: Int, keeping kept: Int, _ context: Context, _ text: inout SourceText) {
    while true {
      let from = groups.last?.range.upperBound ?? start
      let followsFile = groups.last?.isInFile == true
      if followsFile || text.end - from < 2 * groupSize, readsFile, let upcoming = text.upcoming {
        let available = upcoming.end - from
        guard groups.count < fileLimit, available >= 2 * smallest else { return }
        let range = from..<from + max(1, min(groupSize, available / 2))
        add(.file(upcoming, range, isCertain: !followsFile), range, context)
        continue
      }
      guard groups.count < limit else { return }
      while text.end - from < 2 * groupSize, entriesGoOn(in: text), text.readAhead(keeping: kept) {}
      let available = text.end - from
      guard available >= smallest else { return }
      guard let end = marker(from: from + max(1, min(groupSize, available / 2)), in: text) else {
        if groups.isEmpty { failureCount += 1 }
        return
      }
      add(.memory(text.group(from..<end), from), from..<end, context)
    }
  }

  private func add(_ source: Source, _ range: Range<Int>, _ context: Context) {
    let number = queue.add(Job(source: source, context: context, marker: marker))
    let isInFile = if case .file = source { true } else { false }
    groups.append(Group(range: range, isInFile: isInFile, number: number))
  }

  /// Whether an entry starts in the last piece of the text, so that more of it is probably needed.
  private func entriesGoOn(in text: borrowing SourceText) -> Bool {
    marker(from: max(text.start, text.end - text.chunkSize - marker.count), in: text) != nil
  }

  /// The next place where an entry seems to start.
  private func marker(from offset: Int, in text: borrowing SourceText) -> Int? {
    let count = text.end - offset
    return MarkerSearch.place(of: marker, from: 0, before: count, in: text.base + offset, count).map {
      offset + $0
    }
  }
}
