import Glibc

/// Cuts the text ahead of a reader into groups of entries, which several threads read at the same time.
///
/// A group starts where an entry seems to start. Whether it does, only its reader can tell: a group counts if reading
/// it ended exactly at its end, in the state in which it began, without any repair, and if the reader of the file comes to
/// its start in that state. All other text is read by the reader of the file, as if there were no groups. So entries
/// and repairs are the same with any number of threads.
final class EntryGroups<Context: Sendable, Entry: Sendable> {
  /// Reads a group; `nil` if anything in it needs the reader of the file.
  typealias Work = @Sendable (GroupText, Context) -> [Entry]?

  private struct Job: Sendable {
    var text: GroupText
    var context: Context
  }

  private struct Group {
    var range: Range<Int>
    var number: Int
  }

  /// The bytes of a group.
  private let groupSize: Int
  /// A shorter rest of the file is left to its reader.
  private var smallest: Int { groupSize / 8 }
  private let queue: JobQueue<Job, [Entry]?>
  /// The most groups that are read ahead.
  private let limit: Int
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
    queue = JobQueue(threads: threads.count - 1) { work($0.text, $0.context) }
    limit = 2 * threads.count
  }

  /// Whether too many groups were read in vain.
  var areUseless: Bool { failureCount >= 4 && failureCount * 4 > successCount }

  /// Takes the state in which the following groups are read. Groups that were read in another one are dropped.
  func begin(_ context: Context, marker: [UInt8]) {
    for group in groups { queue.drop(group.number) }
    groups.removeAll()
    precondition(!marker.isEmpty, "An entry starts with something.")
    self.context = context
    self.marker = marker
  }

  /// The entries of the group that starts at `position`, apart from white space.
  /// - Parameter separator: A byte that is between `position` and the group.
  /// - Returns: The entries, the last one first, so that they are taken from the array without being copied, and the range
  ///   of the group; `nil` if there is no such group, or if it must be read by the reader of the file.
  func take(
    at position: Int, after separator: UInt8? = nil, in text: inout SourceText
  ) -> (entries: [Entry], range: Range<Int>)? {
    guard let context, let start = start(from: position, after: separator, in: text) else { return nil }
    while let first = groups.first, first.range.lowerBound < start {
      queue.drop(first.number)
      groups.removeFirst()
    }
    if groups.isEmpty {
      guard startsEntry(at: start, in: text) else { return nil }
    } else if groups[0].range.lowerBound != start {
      return nil
    }
    cut(from: start, keeping: position, context, &text)
    guard let group = groups.first else { return nil }
    groups.removeFirst()
    guard var entries = queue.result(of: group.number) else {
      failureCount += 1
      return nil
    }
    successCount += 1
    // An array that reverses itself copies its elements; those that another processor made are far away.
    entries.withUnsafeMutableBufferPointer { $0.reverse() }
    return (entries, group.range)
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
    while groups.count < limit {
      let from = groups.last?.range.upperBound ?? start
      while text.end - from < 2 * groupSize, entriesGoOn(in: text), text.readAhead(keeping: kept) {}
      let available = text.end - from
      guard available >= smallest else { return }
      guard let end = marker(from: from + max(1, min(groupSize, available / 2)), in: text) else {
        if groups.isEmpty { failureCount += 1 }
        return
      }
      let job = Job(text: text.group(from..<end), context: context)
      groups.append(Group(range: from..<end, number: queue.add(job)))
    }
  }

  /// Whether an entry starts in the last piece of the text, so that more of it is probably needed.
  private func entriesGoOn(in text: borrowing SourceText) -> Bool {
    marker(from: max(text.start, text.end - text.chunkSize - marker.count), in: text) != nil
  }

  /// The next place where an entry seems to start.
  private func marker(from offset: Int, in text: borrowing SourceText) -> Int? {
    var offset = offset
    while text.end - offset >= marker.count,
      let found = memchr(text.base + offset, Int32(marker[0]), text.end - offset - marker.count + 1)
    {
      offset = text.base.offset(of: found)
      if startsEntry(at: offset, in: text) { return offset }
      offset += 1
    }
    return nil
  }
}
