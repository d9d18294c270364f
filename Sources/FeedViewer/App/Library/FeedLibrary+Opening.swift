import FeedList
import Feeds
import LayoutCore

/// Opening and reading files: rows appear while the file is still being read; a file that is open already keeps
/// its rows until the new ones are known, and then only what differs is changed.
extension FeedLibrary {
  /// Opens files, in this order, behind those that are open; one that is open already is read again.
  func open(_ paths: [String]) {
    let shows = !sections.isEmpty
    for path in paths { start(path) }
    if shows || files.count > paths.count { pathToReveal = paths.first }
    delegate?.libraryDidChangeFiles(self)
  }

  /// Reads every file again; edits made in the window are dropped, read marks stay.
  func reload() {
    replaceSections(with: sections.filter { $0.path != nil })
    for file in files { start(file.path) }
    delegate?.libraryDidChangeFiles(self)
  }

  private func start(_ path: String, isLive: Bool = false) {
    problems.removeAll { $0.path == path && !$0.isNotice }
    readings[path]?.task.cancel()
    let isShown: Bool
    if let index = index(ofFile: path) {
      isShown = sections.contains { $0.path == path }
      files[index].state = isShown ? .reloading : .loading
    } else {
      isShown = false
      files.append(OpenFile(path: path))
    }
    let events = load(path)
    let task = Task { [weak self] in
      for await event in events {
        guard !Task.isCancelled, let self else { return }
        self.handle(event, of: path)
      }
    }
    readings[path] = FileReading(task: task, collected: isShown ? [] : nil, isLive: isLive)
    if watches[path] == nil {
      watches[path] = watch(path) { [weak self] in self?.fileChanged(path) }
    }
  }

  /// Reads an open file again because it changed on the disk.
  private func fileChanged(_ path: String) {
    guard index(ofFile: path) != nil else { return }
    if readings[path] != nil {
      readings[path]!.isOutdated = true
    } else {
      start(path, isLive: true)
      delegate?.libraryDidChangeFiles(self)
    }
  }

  private func handle(_ event: LoadEvent, of path: String) {
    guard let index = index(ofFile: path) else { return }
    switch event {
    case .part(let heading, let parts):
      files[index].heading = heading
      tellNotes(heading.notes, index: index)
      if readings[path]?.collected != nil {
        for part in parts { append(part, to: &readings[path]!.collected!, of: files[index]) }
      } else {
        take(parts, of: files[index])
        delegate?.libraryDidChangeFiles(self)
      }
      reveal(path)
    case .finished(let heading):
      showHeldParts(of: path)
      let isOutdated = readings[path]?.isOutdated == true
      files[index].state = .ready
      if heading.isCutOff, losesRows(path) {
        readings[path] = nil
        addProblem(.outdated(FeedError(file: path, reason: .endsEarly)), of: path)
      } else {
        files[index].heading = heading
        finish(files[index])
        tellNotes(heading.notes, index: index)
        tellRepairs(heading.repairs, index: index)
        tellRemotePage(heading.nextPage, index: index)
        reveal(path)
        delegate?.library(self, didRead: files[index])
      }
      if isOutdated { start(path, isLive: true) }
      delegate?.libraryDidChangeFiles(self)
    case .failed(let error):
      let isOutdated = readings[path]?.isOutdated == true
      fail(error, index: index)
      if isOutdated { start(path, isLive: true) }
      delegate?.libraryDidChangeFiles(self)
    }
  }

  /// Whether a file that changed by itself has fewer rows now than are shown of it.
  private func losesRows(_ path: String) -> Bool {
    guard let reading = readings[path], reading.isLive, let collected = reading.collected else {
      return false
    }
    let shown = sections.lazy.filter { $0.path == path }.reduce(0) { count, section in
      count + section.rows.count { $0.content.path == path }
    }
    return collected.reduce(0) { $0 + $1.rows.count } < shown
  }

  private func tellRepairs(_ repairs: FeedRepairs?, index: Int) {
    guard repairs != files[index].toldRepairs else { return }
    let path = files[index].path
    files[index].toldRepairs = repairs
    problems.removeAll { $0.path == path && $0.isRepair }
    if let repairs { addProblem(.repaired(repairs), of: path) }
  }

  /// Says once what there is to know of a file; that a large one is still growing is no news.
  private func tellNotes(_ notes: [FeedNote], index: Int) {
    let path = files[index].path
    for note in notes where !files[index].toldNotes.contains(where: note.isKnown(from:)) {
      files[index].toldNotes.append(note)
      problems.removeAll { $0.path == path && $0.note?.isOfKind(of: note) == true }
      addProblem(.note(note), of: path)
    }
  }

  /// Says once where a feed goes on, if that is not on this machine.
  func tellRemotePage(_ page: PageLocation?, index: Int) {
    guard case .remote(let address) = page, address != files[index].toldRemotePage else { return }
    files[index].toldRemotePage = address
    addProblem(.goesOn(address), of: files[index].path)
  }

  private func addProblem(_ kind: LibraryProblem.Kind, of path: String) {
    problemCount += 1
    problems.append(LibraryProblem(id: problemCount, path: path, kind: kind))
  }

  /// Appends new rows to those on show.
  func show(_ parts: [LoadedSection], of file: OpenFile) {
    for part in parts {
      let last = sections.lastIndex { $0.path == file.path }
      if let last, sections[last].ownTitle == part.title {
        let first = sections[last].rows.count
        sections[last].rows += rows(of: part, feedKey: sections[last].feedKey)
        let places = (first..<sections[last].rows.count).map { RowIndexPath(section: last, row: $0) }
        delegate?.library(self, didEdit: [.insertRows(places)])
      } else {
        let number = sections.count { $0.path == file.path }
        let place = insertionIndex(forSectionOf: file.path)
        sections.insert(section(of: part, number: number, file: file), at: place)
        delegate?.library(self, didEdit: [.insertSections([place])])
      }
    }
  }

  private func append(_ part: LoadedSection, to collected: inout [LibrarySection], of file: OpenFile) {
    if let last = collected.indices.last, collected[last].ownTitle == part.title {
      collected[last].rows += rows(of: part, feedKey: collected[last].feedKey)
    } else {
      collected.append(section(of: part, number: collected.count, file: file))
    }
  }

  private func finish(_ file: OpenFile) {
    let collected = readings[file.path]?.collected
    readings[file.path] = nil
    if var own = collected {
      if own.isEmpty { own = [emptySection(of: file)] }
      keepLaterPages(of: file, in: &own)
      for index in own.indices { own[index].title = own[index].ownTitle ?? file.title }
      var all = sections
      // Its sections may have been deleted in the window while the file was read again.
      let place = all.firstIndex { $0.path == file.path } ?? insertionIndex(forSectionOf: file.path)
      all.removeAll { $0.path == file.path }
      all.insert(contentsOf: own, at: min(place, all.count))
      replaceSections(with: all)
    } else if sections.contains(where: { $0.path == file.path }) {
      retitleSections(of: file)
    } else {
      let place = insertionIndex(forSectionOf: file.path)
      sections.insert(emptySection(of: file), at: place)
      delegate?.library(self, didEdit: [.insertSections([place])])
    }
  }

  /// A feed's title may stand behind its first entries.
  private func retitleSections(of file: OpenFile) {
    var changed: [Int] = []
    for index in sections.indices where sections[index].path == file.path {
      let title = sections[index].ownTitle ?? file.title
      guard sections[index].title != title else { continue }
      sections[index].title = title
      changed.append(index)
    }
    if !changed.isEmpty { delegate?.library(self, didEdit: [.reloadSections(changed)]) }
  }

  private func emptySection(of file: OpenFile) -> LibrarySection {
    section(of: LoadedSection(title: nil, rows: []), number: 0, file: file)
  }

  /// A file that was on show stays so; of one that was not, nothing remains but the message.
  private func fail(_ error: FeedError, index: Int) {
    let path = files[index].path
    let wasShown = readings[path]?.collected != nil
    readings[path] = nil
    addProblem(wasShown ? .outdated(error) : .failed(error), of: path)
    if wasShown {
      files[index].state = .ready
    } else {
      files[index].state = .failed(error)
      replaceSections(with: sections.filter { $0.path != path })
    }
    if pathToReveal == path { pathToReveal = nil }
  }

  private func reveal(_ path: String) {
    guard pathToReveal == path, readings[path]?.collected == nil,
      let section = sections.firstIndex(where: { $0.path == path })
    else { return }
    pathToReveal = nil
    delegate?.library(self, wantsToReveal: section)
  }

  private func section(of part: LoadedSection, number: Int, file: OpenFile) -> LibrarySection {
    let feedKey = file.heading?.feedKey ?? file.path
    return LibrarySection(
      key: ItemKey("\(file.path)|\(number)"), path: file.path, ownTitle: part.title,
      title: part.title ?? file.title,
      rows: rows(of: part, feedKey: feedKey), feedKey: feedKey)
  }

  private func rows(of part: LoadedSection, feedKey: String) -> [LibrarySection.Row] {
    part.rows.map { row in
      LibrarySection.Row(
        content: row, isRead: readMarks.contains(feed: feedKey, entry: row.entry.key))
    }
  }

  /// Behind the file's own sections, else behind those of the files before it.
  private func insertionIndex(forSectionOf path: String) -> Int {
    guard let rank = index(ofFile: path) else { return sections.count }
    let ranks = sections.map { $0.path.flatMap { index(ofFile: $0) } }
    if let before = ranks.lastIndex(where: { ($0 ?? .max) <= rank }) { return before + 1 }
    return ranks.firstIndex { ($0 ?? -1) > rank } ?? sections.count
  }
}
