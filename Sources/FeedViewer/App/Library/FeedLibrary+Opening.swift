import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerRows
import LayoutCore
import VirtualList

/// Opening and reading files. Rows appear while a file is still being read; when an open file is read again, its old
/// rows stay until the new ones are known, and then only the differences are applied.
extension FeedLibrary {
  /// Opens files in this order, after those that are open. A file that is open is read again only if it could not be read.
  func open(_ paths: [FilePath]) {
    var known: Set<FilePath> = []
    let new = paths.filter { path in
      known.insert(path).inserted && index(ofFile: path).map { files[$0].error != nil } ?? true
    }
    let shows = !sections.isEmpty
    if !missing.isEmpty { removeMissing(Set(new)) }
    // A single file does not wait for the many of a session.
    start(new, isUrgent: new.count == 1)
    if !new.isEmpty, shows || files.count > new.count { pathToReveal = new.first }
    consumer?.apply(.files)
  }

  /// Reads all files again. Marks are kept.
  func reload() {
    deliverEdits()
    start(files.map(\.path))
    consumer?.apply(.files)
    lookForMissing()
  }

  /// Reads one open file again.
  func reload(_ path: FilePath) { reload(index(ofFile: path) == nil ? [] : [path]) }

  /// Reads open files again; without any, looks for missing ones.
  func reload(_ paths: [FilePath]) {
    guard !paths.isEmpty else { return lookForMissing() }
    start(paths)
    consumer?.apply(.files)
  }

  /// - Parameters:
  ///   - paths: Without duplicates.
  ///   - isLive: Whether they have changed on the disk.
  ///   - isUrgent: Whether they are read before those that wait.
  func start(_ paths: [FilePath], isLive: Bool = false, isUrgent: Bool = false) {
    let started = Set(paths)
    for path in paths { if let index = index(ofFile: path) { files[index].announced = nil } }
    problems.removeAll { $0.isOutdated && started.contains($0.path) }
    for path in paths {
      // An archive that is being compared already still shows the rows that it had before.
      let replaced = readings[path].flatMap { $0.listed ?? $0.replaced }
      let isShown = places[path] != nil
      if let index = index(ofFile: path) {
        files[index].state = isShown ? .reloading : .loading
      } else {
        files.append(OpenFile(path: path))
      }
      enqueue(path, collected: isShown ? [] : nil, isLive: isLive, isUrgent: isUrgent)
      if isShown { readings[path]!.replaced = replaced }
      // Entries that were not counted have other numbers than those of the state that would be compared.
      if replaced?.outline.unknownEntries.isEmpty == false { readings[path]!.earlier = nil }
      if watches[path] == nil { watch(path) }
    }
    readNext()
  }

  func watch(_ path: FilePath) {
    watches[path] = watch(path) { [weak self] in self?.fileChanged(path) }
  }

  /// Reads an open file again because it changed on the disk.
  private func fileChanged(_ path: FilePath) {
    guard index(ofFile: path) != nil else { return }
    if readings[path] != nil, !isArchive(path) || consumer?.isArranging == true {
      readings[path]!.isOutdated = true
    } else {
      readQueue.changed.insert(path)
      guard files.count > ReadQueue.fewFiles else { return readChangedFiles() }
      // Several files may change together; the first change schedules the reading of all.
      if readQueue.changed.count == 1 { Task { [weak self] in self?.readChangedFiles() } }
    }
  }

  private func readChangedFiles() {
    let changed = readQueue.changed
    readQueue.changed = []
    start(
      files.map(\.path).filter { changed.contains($0) && (readings[$0] == nil || isArchive($0)) },
      isLive: true)
    consumer?.apply(.files)
  }

  /// Stores what was read of a file, without telling of it.
  func handle(_ event: LoadEvent, of path: FilePath) {
    guard let index = index(ofFile: path) else { return }
    switch event {
    case .listed(let outline):
      let isEstimate = !outline.unknownEntries.isEmpty
      if readings[path]?.replaced != nil {
        // Until then the rows are those of the file as it was.
        if !isEstimate { replace(path, by: outline) }
        return
      }
      if readings[path]?.collected != nil {
        if !isEstimate { becomeArchive(path, outline) }
        return
      }
      if readings[path]?.listed == nil { self.outline(path, by: outline) } else { count(path, outline) }
      guard !isEstimate else { return }
      wasCounted(path, outline)
      readAgainIfOutdated(path)
    case .estimated(let count):
      // It may come after the count.
      if files[index].isLoading, files[index].announced == nil, readings[path]?.listed == nil,
        readings[path]?.collected == nil
      {
        files[index].announced = OpenFile.AnnouncedCount(count: count, isEstimate: true)
      }
    case .loaded(let loaded): files[index].loaded = loaded
    case .part(var heading, let parts):
      // Folders stay as they were until all of the file was read again.
      heading.outlines = files[index].heading?.outlines
      files[index].heading = heading
      if readings[path]?.changeCount == nil, let first = parts.first, !first.isOfArchive {
        readings[path]?.changeCount = first.marking?.changeCount
      }
      reportNotes(heading.notes, index: index)
      noteRepairs(heading.repairs?.places ?? [], of: path)
      if var collected = readings[path]?.collected {
        readings[path]!.collected = []
        for part in parts { append(part, to: &collected, of: files[index]) }
        readings[path]!.collected = collected
      } else {
        // Entries that were listed by a guess have to be read as those of other files.
        endOutline(of: path)
        readings[path]?.entryCount += parts.reduce(0) { $0 + $1.rows.count }
        show(parts, of: files[index])
      }
      reveal(path)
    case .finished(let heading):
      forgetUnseenTexts()
      // While the numbers of entries are known.
      performWaitingEdits()
      endOutline(of: path)
      let isOutdated = readings[path]?.isOutdated == true
      let changeCount = readings[path]?.changeCount
      files[index].state = .ready
      files[index].announced = nil
      if heading.isCutOff, losesRows(path) {
        let error = FeedError(file: path.text, reason: .isIncomplete)
        if keepsArchiveRows(path, after: error) { return }
        readings[path] = nil
        addProblem(.outdated(error), of: path)
      } else {
        files[index].heading = heading
        let areAuthorsDifferent = updateAuthors(of: path, and: readings[path]?.collected ?? [])
        finish(files[index])
        if areAuthorsDifferent {
          // The list is told of rows that it has.
          deliverEdits()
          follower?.follow(.authorsChanged(path))
        }
        showMarks(of: files[index], since: changeCount)
        reportNotes(heading.notes, index: index)
        files[index].reportedRepairs = heading.repairs
        reportRemotePage(heading.nextPage, index: index)
        reveal(path)
        follower?.follow(.fileRead(files[index]))
      }
      performWaitingEdits()
      if isOutdated { start([path], isLive: true) }
    case .failed(let error):
      files[index].announced = nil
      files[index].loaded = readings[path]?.earlier
      if keepsArchiveRows(path, after: error) { return }
      let isOutdated = readings[path]?.isOutdated == true
      fail(error, index: index)
      performWaitingEdits()
      if isOutdated { start([path], isLive: true) }
    }
  }

  /// Shows the marks of a file whose twins are known now: see `ReadingState.join`.
  ///
  /// - Parameter changeCount: `ReadingState.changeCount` before its rows got their marks; nil if that is not known.
  func showMarks(of file: OpenFile, since changeCount: Int?) {
    guard changeCount != state.changeCount, file.heading?.format != .opml else { return }
    marksArrived(of: FeedKey(file.heading?.feedKey ?? file.path.text))
  }

  /// Whether a file that changed on the disk has fewer rows than are shown of it.
  private func losesRows(_ path: FilePath) -> Bool {
    guard let reading = readings[path], reading.isLive, let collected = reading.collected else {
      return false
    }
    let shown = sections(of: path).reduce(0) { count, section in
      count + section.rows.count { $0.path == path }
    }
    return collected.reduce(0) { $0 + $1.rows.count { !$0.isRemoved } } < shown
  }

  func sections(of path: FilePath) -> ArraySlice<LibrarySection> {
    places[path].map { sections[$0.sections] } ?? []
  }

  /// Appends new rows to those shown.
  func show(_ parts: [LoadedSection], of file: OpenFile) {
    for part in parts {
      let part = withoutRemoved(part, feedKey: file.heading?.feedKey ?? file.path.text)
      let place = places[file.path]
      if let last = place?.last, part.continues(sections[last]) {
        let first = sections[last].rows.count
        if pendingEdits.conflicts(withAppendingTo: sections[last].key) { deliverEdits() }
        sections[last].append(rows(of: part, feedKey: sections[last].feedKey))
        pendingEdits.append(rows: first..<sections[last].rows.count, to: sections[last].key)
      } else {
        insert(section(of: part, number: place?.count ?? 0, file: file), of: file.path)
      }
    }
  }

  /// Inserts a section after the file's other sections.
  private func insert(_ section: LibrarySection, of path: FilePath) {
    let index = insertionIndex(forSectionOf: path)
    var places = places
    knownPlaces = nil
    sections.insert(section, at: index)
    places.inserted(at: index, in: sections)
    knownPlaces = places
    pendingEdits.insert(section.key)
  }

  private func withoutRemoved(_ part: LoadedSection, feedKey: String) -> LoadedSection {
    var part = part
    part.rows = rows(of: part, feedKey: feedKey).filter { !$0.isRemoved }
    return part
  }

  private func append(_ part: LoadedSection, to collected: inout [LibrarySection], of file: OpenFile) {
    if let last = collected.indices.last, part.continues(collected[last]) {
      collected[last].append(rows(of: part, feedKey: collected[last].feedKey))
    } else {
      collected.append(section(of: part, number: collected.count, file: file))
    }
  }

  private func finish(_ file: OpenFile) {
    let collected = readings[file.path]?.collected
    let isLive = readings[file.path]?.isLive == true
    readings[file.path] = nil
    if var own = collected {
      for index in own.indices { own[index].keep(own[index].rows.known.filter { !$0.isRemoved }) }
      // A change of which only what is new was read has rows that were there before.
      if !own.contains(where: { $0.rows.known.contains(where: \.hasIdentity) }) {
        FeedRow.takeIdentities(
          own.flatMap(\.rows.known), from: sections(of: file.path).flatMap(\.rows.readRows))
      }
      if isLive, file.heading?.format != .opml {
        follower?.follow(.newEntries(file) { [own] in self.newRowCount(in: own, of: file.path) })
      }
      if own.isEmpty { own = [emptySection(of: file)] }
      keepLaterPages(of: file, in: &own)
      for index in own.indices { own[index].title = own[index].ownTitle ?? file.title }
      replace(sectionsOf: file.path, by: own)
    } else if places[file.path] != nil {
      retitleSections(of: file)
    } else {
      insert(emptySection(of: file), of: file.path)
    }
  }

  /// The number of rows that a file did not have when it was read before.
  ///
  /// - Complexity: O(rows of the file).
  private func newRowCount(in own: [LibrarySection], of path: FilePath) -> Int {
    var known: Set<ItemKey> = []
    for section in sections(of: path) { known.formUnion(section.rows.lazy.map(\.key)) }
    return own.reduce(0) { $0 + $1.rows.count { !known.contains($0.key) } }
  }

  func replace(sectionsOf path: FilePath, by own: [LibrarySection]) {
    guard let place = places[path] else { return }
    var all = sections
    all.replaceSubrange(place.sections, with: own)
    let known = place.count == own.count ? knownPlaces : nil
    replaceSections(with: all)
    if let index = index(ofFile: path) { files[index].rowsVersion += 1 }
    // The number of sections is unchanged, so all positions are still valid.
    knownPlaces = known
  }

  /// A feed's title may follow its first entries in the file.
  private func retitleSections(of file: OpenFile) {
    guard let place = places[file.path] else { return }
    for index in place.sections {
      let title = sections[index].ownTitle ?? file.title
      guard sections[index].title != title else { continue }
      if pendingEdits.conflicts(withRetitling: sections[index].key) { deliverEdits() }
      sections[index].title = title
      pendingEdits.retitle(sections[index].key)
    }
  }

  private func emptySection(of file: OpenFile) -> LibrarySection {
    section(of: LoadedSection(title: nil, rows: []), number: 0, file: file)
  }

  /// A file that was shown before stays; of any other file only the error remains.
  private func fail(_ error: FeedError, index: Int) {
    let path = files[index].path
    let wasShown = readings[path]?.collected != nil
    readings[path] = nil
    if wasShown {
      addProblem(.outdated(error), of: path)
      files[index].state = .ready
    } else {
      files[index].state = .failed(error)
      if places[path] != nil { replaceSections(with: sections.filter { $0.path != path }) }
    }
    if pathToReveal == path { pathToReveal = nil }
  }

  private func reveal(_ path: FilePath) {
    guard pathToReveal == path, readings[path]?.collected == nil,
      let section = places[path]?.first
    else { return }
    pathToReveal = nil
    deliverEdits()
    consumer?.apply(.reveal(section: section))
  }

  private func section(of part: LoadedSection, number: Int, file: OpenFile) -> LibrarySection {
    let feedKey = file.heading?.feedKey ?? file.path.text
    return LibrarySection(
      key: ItemKey("\(file.path)|\(number)"), path: file.path, ownTitle: part.title,
      title: part.title ?? file.title,
      rows: rows(of: part, feedKey: feedKey), feedKey: feedKey,
      isOfOutlines: file.heading?.format == .opml, folder: part.folder)
  }

  func rows(of part: LoadedSection, feedKey: String) -> [FeedRow] {
    var path: FilePath?
    for row in part.rows {
      if row.path != path {
        path = row.path
        feedKeys[row.path] = feedKey
      }
    }
    // Rows get their marks when they are made, unless these have changed since.
    if part.marking != RowMarking(feedKey: feedKey, changeCount: state.changeCount) {
      let marks = state.marks(of: FeedKey(feedKey))
      for row in part.rows {
        let twinsAreKnown = !part.isOfArchive && twinsAreKnown(in: row.path)
        row.setMarks(marks.marks(of: row, twinsAreKnown: twinsAreKnown))
      }
    }
    return part.rows
  }

  /// The index after the file's own sections, else after those of the files before it.
  /// - Complexity: O(1) if the previous file has sections, else O(files).
  func insertionIndex(forSectionOf path: FilePath) -> Int {
    guard let number = index(ofFile: path) else { return sections.count }
    for number in (0...number).reversed() {
      if let place = places[files[number].path] { return place.last + 1 }
    }
    return 0
  }
}

nonisolated extension LoadedSection {
  /// Whether its rows follow those of a section of the same file without a heading between them.
  fileprivate func continues(_ section: LibrarySection) -> Bool {
    title == section.ownTitle && folder == section.folder
  }
}
