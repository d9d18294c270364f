import FeedViewerBase
import FeedViewerFeeds
import Glibc

/// Compares the structure of a file with what is read from it.
public struct StructureCheck {
  /// The number of entries that were compared.
  public private(set) var entryCount = 0
  /// The number of those that were found without reading them.
  public private(set) var scannedCount = 0
  /// The number of pieces that two threads have scanned.
  public private(set) var pieceCount = 0

  public init() {}

  /// - Parameters:
  ///   - bytes: A file.
  ///   - head: The size of the first piece that is read, in bytes; at least 64.
  ///   - chunk: The size of the other pieces.
  /// - Returns: The first difference; nil if there is none.
  public mutating func fault(in bytes: [UInt8], head: Int = 4 << 20, chunk: Int = 256 << 10) -> String? {
    var entries: [FeedEntry] = []
    var places: [EntryPlace?] = []
    let expected = Result { () throws(FeedError) -> Feed in
      try FeedReader.stream(bytes, pieces: (head, chunk)) { batch in
        for section in batch.sections {
          entries += section.entries
          places += section.places
        }
        return true
      }
    }
    // What is not UTF-8 is read as something else, depending on all text before.
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    for checksText in [true, false] {
      do throws(FeedError) {
        let found = try FeedReader.structure(bytes, pieces: (head, chunk), checksText: checksText)
        if case .failure(let error) = expected { return "a structure in spite of \(error)" }
        guard let structure = found.structure else {
          if checksText { return "checked text turned out to be damaged" }
          continue
        }
        if structure.entryCount != entries.count {
          return "\(structure.entryCount) entries instead of \(entries.count)"
        }
        for (ordinal, entry) in entries.enumerated() where checksText || isUTF8 {
          if let fault = Self.fault(in: structure, ordinal, entry, places[ordinal], comparesPlace: checksText)
          {
            return "entry \(ordinal)\(checksText ? "" : ", not checked"): \(fault)"
          }
        }
        if checksText || isUTF8, let fault = Self.fault(inGroupsOf: structure, entries) { return fault }
        if isUTF8, let feed = try? expected.get(), let fault = Self.fault(inRepairsOf: structure, feed) {
          return "\(checksText ? "" : "not checked: ")\(fault)"
        }
        entryCount += entries.count
        scannedCount += found.scannedCount
      } catch {
        guard case .failure(let other) = expected else { return "no structure: \(error)" }
        if other.reason != error.reason { return "\(error) instead of \(other)" }
      }
    }
    return nil
  }

  /// Compares the repairs of a file with those that are found when each entry is read alone.
  private static func fault(inRepairsOf structure: FeedStructure, _ feed: Feed) -> String? {
    let read = structure.entries(0..<structure.entryCount)
    guard feed.repairCount < FeedWarning.limit, read.allSatisfy({ $0 != nil }) else { return nil }
    let repairs = structure.unplacedRepairs + read.flatMap { $0?.repairs ?? [] }
    var found = Set(structure.feed.warnings + structure.warnings(repairs))
    // Of commas, and of control characters, the first one is reported.
    Self.keepFirst(of: &found) {
      $0.repair == Message("ignored") && $0.found == Message("a comma before a closing bracket")
    }
    Self.keepFirst(of: &found) { $0.omittedCount > 0 }
    // Where JSON is broken, it depends on the pieces how much of the rest was looked at.
    let isJSON = feed.format == .jsonFeed || feed.format == .demo
    let mayHoldMore = isJSON && feed.warnings.contains { $0.omittedCount == 0 }
    let expected = Set(
      feed.warnings.map { warning in
        // Only its number differs.
        let isAlike = { (other: FeedWarning) in (other.line, other.column) == (warning.line, warning.column) }
        return warning.omittedCount > (mayHoldMore ? 0 : 1)
          ? found.first { $0.omittedCount > 0 && isAlike($0) } ?? warning : warning
      })
    guard found != expected else { return nil }
    return "repairs \(found.subtracting(expected)) instead of \(expected.subtracting(found))"
  }

  private static func keepFirst(of warnings: inout Set<FeedWarning>, where isMeant: (FeedWarning) -> Bool) {
    let meant = warnings.filter(isMeant)
    let first = meant.min { ($0.line, $0.column) < ($1.line, $1.column) }
    warnings.subtract(meant.filter { $0 != first })
  }

  /// Compares the entries that two threads find with those that one finds.
  ///
  /// - Parameter pieceSize: The bytes that a thread scans at a time.
  /// - Returns: The first difference; nil if there is none.
  public mutating func fault(
    onTwoThreads bytes: [UInt8], head: Int = 4 << 20, chunk: Int = 256 << 10, pieceSize: Int
  ) -> String? {
    var name = Array("/tmp/feed-viewer-structure-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    defer { close(file) }
    guard file >= 0, unlink(name) == 0, write(file, bytes, bytes.count) == bytes.count else {
      return "no temporary file"
    }
    let expected = Result { () throws(FeedError) in
      try FeedReader.structure(bytes, pieces: (head, chunk), checksText: false).structure
    }
    let found = Result { () throws(FeedError) in
      try FeedReader.structure(
        contentsOf: "/proc/self/fd/\(file)", pieces: (head, chunk), pieceSize: pieceSize)
    }
    switch (expected, found) {
    case (.failure(let one), .failure(let two)):
      return one.reason == two.reason ? nil : "\(two) instead of \(one)"
    case (.failure(let error), .success): return "a structure in spite of \(error)"
    case (.success, .failure(let error)): return "no structure: \(error)"
    case (.success(let one), .success(let two)):
      guard let one, let other = two.structure else {
        // Which damage is noticed depends on the pieces; where it is, all is read again.
        return fault(in: one ?? two.structure, asReadIn: bytes, head: head, chunk: chunk)
      }
      guard one.entryCount == other.entryCount else {
        return "\(other.entryCount) entries instead of \(one.entryCount)"
      }
      for ordinal in 0..<one.entryCount {
        let (a, b) = (one.place(ofEntry: ordinal), other.place(ofEntry: ordinal))
        guard a?.offset == b?.offset, a?.count == b?.count else { return "entry \(ordinal) is elsewhere" }
        guard one.entry(ordinal)?.contentRevision == other.entry(ordinal)?.contentRevision else {
          return "entry \(ordinal) is another"
        }
      }
      entryCount += other.entryCount
      scannedCount += two.scannedCount
      pieceCount += two.pieceCount
      return nil
    }
  }

  private func fault(
    in structure: FeedStructure?, asReadIn bytes: [UInt8], head: Int, chunk: Int
  ) -> String? {
    guard let structure else { return nil }
    let checked = try? FeedReader.structure(bytes, pieces: (head, chunk), checksText: true).structure
    return checked?.entryCount == structure.entryCount ? nil : "damage was not noticed"
  }

  /// Compares entries that are read several at a time.
  private static func fault(inGroupsOf structure: FeedStructure, _ entries: [FeedEntry]) -> String? {
    for start in stride(from: 0, to: entries.count, by: 16) {
      let ordinals = start..<min(start + 16, entries.count)
      let found = structure.entries(ordinals)
      guard found.count == ordinals.count else { return "\(found.count) entries of \(ordinals)" }
      for (ordinal, read) in zip(ordinals, found) {
        guard let read else {
          if structure.place(ofEntry: ordinal) == nil { continue }
          return "entry \(ordinal) is not among others"
        }
        guard read.entry.contentRevision == entries[ordinal].contentRevision else {
          return "entry \(ordinal) is another among others"
        }
        // Keys that were asked for before have a number.
        guard entries[ordinal].key.hasPrefix(read.entry.key) else {
          return "entry \(ordinal) has another key"
        }
      }
    }
    return nil
  }

  private static func fault(
    in structure: FeedStructure, _ ordinal: Int, _ entry: FeedEntry, _ expected: EntryPlace?,
    comparesPlace: Bool
  ) -> String? {
    guard let place = structure.place(ofEntry: ordinal) else {
      return expected == nil ? nil : "it has no place"
    }
    if comparesPlace, let expected, expected.offset != place.offset || expected.count != place.count {
      return "at \(place.offset), \(place.count) bytes instead of \(expected.offset), \(expected.count)"
    }
    guard let read = structure.entry(ordinal) else { return "it can't be read" }
    if expected != nil, structure.text.entries(at: [place]) == nil { return "it seems to need repairs" }
    let same =
      read.contentRevision == entry.contentRevision && read.identifier == entry.identifier
      && read.link == entry.link && read.thumbnails == entry.thumbnails && read.enclosures == entry.enclosures
    return same ? nil : "it is read as another"
  }
}
