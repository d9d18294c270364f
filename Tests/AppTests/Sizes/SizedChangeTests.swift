import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer

/// Files that change on the disk while they are shown, whatever their size.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedChangeTests {
  private let feed = SizedFeed.usual

  /// A window in the middle of the feed, with a selected row and two marks among those that are seen.
  private func openedInTheMiddle(
    _ size: FeedSize, _ order: Arrangement.Order = .file
  ) async throws -> SizedWindow {
    let window = try await SizedWindow(size, feed)
    if order != .file { try await window.choose(order.rawValue, of: "order") }
    try await window.toggleRead("e602")
    try await window.select("e603")
    window.activate("toggle-starred")
    try await window.show("e600")
    // A part of the first row is above what is seen.
    try await window.scroll(by: 11)
    try expectPlace(of: window, "at first")
    return window
  }

  /// The rows are where they were, with their marks, and the selection.
  private func expectPlace(
    of window: SizedWindow, _ cause: String, _ tops: [String: Int]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (rows, cause) = (window.rows, Comment(rawValue: cause))
    expect(rows.first?.name == "e600" && rows.first?.top == -11, cause, sourceLocation: sourceLocation)
    expect(rows.count > 4, cause, sourceLocation: sourceLocation)
    expect(window.readNames, equals: ["e602"], cause, sourceLocation: sourceLocation)
    expect(window.starredNames, equals: ["e603"], cause, sourceLocation: sourceLocation)
    expect(window.selected, equals: "e603", cause, sourceLocation: sourceLocation)
    if let tops { expect(window.tops, equals: tops, cause, sourceLocation: sourceLocation) }
  }

  private enum Change: CaseIterable {
    case appended, prepended, edited, removed, reordered, replaced, replacedAgain

    func callAsFunction(_ feed: inout SizedFeed) {
      func number(_ name: String) -> Int { feed.names.firstIndex(of: name)! }
      func remove(_ names: ClosedRange<Int>) {
        feed.entries.removeSubrange(number("e\(names.lowerBound)")...number("e\(names.upperBound)"))
      }
      switch self {
      case .appended: feed.entries += (0..<40).map { SizedFeed.newEntry("n\($0)") }
      case .prepended: feed.entries.insert(contentsOf: (40..<80).map { SizedFeed.newEntry("n\($0)") }, at: 0)
      case .edited:
        for name in ["e20", "e580", "e1100"] {
          feed.entries[number(name)].text = "Another text, and a longer one."
        }
      case .removed:
        remove(1_000...1_019)
        remove(590...599)
        remove(3...6)
      case .reordered:
        let (first, second) = (number("e300"), number("e700"))
        feed.entries = Array(
          feed.entries[second...] + feed.entries[first..<second] + feed.entries[..<first])
      case .replaced: feed.entries.insert(SizedFeed.newEntry("n80"), at: 0)
      case .replacedAgain: feed.entries.insert(SizedFeed.newEntry("n81"), at: 0)
      }
    }

    /// Programs write a new file and give it the name of the old one.
    var isOfTheFile: Bool { self == .replaced || self == .replacedAgain }
  }

  @Test(arguments: FeedSize.allCases)
  func nothingOnScreenMovesWhenTheFileChanges(size: FeedSize) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    var changed = feed
    for change in Change.allCases where change != .reordered || size.followsMovedEntries {
      let tops = window.tops
      change(&changed)
      try await window.follow {
        if change.isOfTheFile {
          try window.replace(feed, by: changed, at: window.folder.write(changed.xml, to: "other"))
        } else {
          try window.write(changed)
        }
      }
      expect(window.names, equals: changed.names, "\(change)")
      try expectPlace(of: window, "\(change)", tops)
      expect(
        window.subtitle, equals: EntryCount.text(changed.entries.count, unread: changed.entries.count - 1),
        "\(change)")
    }
    for name in ["e1100", "e580", "e20"] {
      try await window.show(name)
      for row in window.rows {
        let entry = try require(changed.entries.first { $0.name == row.name })
        expect(row.title == entry.title && row.preview.hasPrefix(entry.text.prefix(12)), "\(row.name)")
        expect(row.measured, equals: row.height, "\(row.name)")
      }
    }
  }

  @Test(arguments: FeedSize.allCases)
  func nothingOnScreenMovesInAnotherOrderWhenTheFileChanges(size: FeedSize) async throws {
    let window = try await openedInTheMiddle(size, .newest)
    defer { window.close() }
    var changed = feed
    for change in Change.allCases
    where !change.isOfTheFile && (change != .reordered || size.followsMovedEntries) {
      let tops = window.tops
      change(&changed)
      try await window.follow { try window.write(changed) }
      expect(window.names, equals: changed.names(newestFirst: true), "\(change)")
      try expectPlace(of: window, "\(change)", tops)
    }
    // The file goes, and comes back.
    let tops = window.tops
    try await window.settle { window.isReadyForChanges }
    try FileManager.default.removeItem(atPath: window.path(of: feed).text)
    try await window.settle { window.messages.count == 1 }
    try expectPlace(of: window, "gone")
    try await window.follow { try window.write(changed) }
    expect(window.messages.isEmpty && window.names == changed.names(newestFirst: true))
    try expectPlace(of: window, "back", tops)
  }

  /// Of others, they stay on screen.
  @Test func entriesThatMoveInTheFileOfAnArchiveKeepTheirMarks() async throws {
    let window = try await openedInTheMiddle(.archive)
    defer { window.close() }
    var changed = feed
    Change.reordered(&changed)
    try await window.follow { try window.write(changed) }
    expect(window.names, equals: changed.names)
    for name in ["e600", "e20"] {
      try await window.show(name)
      expect(window.readNames, equals: name == "e600" ? ["e602"] : [])
      expect(window.starredNames, equals: name == "e600" ? ["e603"] : [])
      for row in window.rows { expect(row.measured, equals: row.height, "\(row.name)") }
    }
  }

  @Test(arguments: FeedSize.allCases)
  func anEntryThatChangesOnScreenIsDrawnAnew(size: FeedSize) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    var changed = feed
    changed.entries[601].title = "Another title"
    changed.entries.remove(at: 604)
    changed.entries.insert(SizedFeed.newEntry("n0"), at: 603)
    try await window.follow { try window.write(changed) }
    try await window.settle { window.row("e601")?.title == "Another title" }
    try expectPlace(of: window, "changed")
    expect(window.rows.prefix(5).map(\.name), equals: ["e600", "e601", "e602", "n0", "e603"])
    expect(window.row("n0")?.title == "New: n0" && window.row("e604") == nil)
    for row in window.rows { expect(row.measured, equals: row.height, "\(row.name)") }
  }

  private enum Loss: String, CaseIterable {
    case emptied = "is now empty."
    case cutOff = "is now incomplete."
    case deleted = "was moved or deleted."
  }

  @Test(arguments: FeedSize.allCases)
  func aFileThatCanNotBeReadAnyMoreKeepsItsRowsAndSaysSo(size: FeedSize) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    var whole = feed
    for (number, loss) in Loss.allCases.enumerated() {
      let tops = window.tops
      try await window.settle { window.isReadyForChanges }
      switch loss {
      case .emptied: try window.write(whole, text: "")
      case .cutOff: try window.write(whole, text: String(whole.xml.prefix(whole.xml.count / 2)))
      case .deleted: try FileManager.default.removeItem(atPath: window.path(of: feed).text)
      }
      try await window.settle { window.messages.count == 1 }
      let message = try require(window.messages.first)
      expect(message.contains(loss.rawValue) && message.hasSuffix("Showing the last version read."))
      // The message takes a part of the list's height.
      expect(window.names, equals: whole.names, "\(loss)")
      try expectPlace(of: window, "\(loss)")
      expect(window.keepsItsSize, "\(loss)")
      // With its entries back, the file has another one.
      whole.entries.insert(SizedFeed.newEntry("n\(number)"), at: 0)
      try await window.follow { try window.write(whole) }
      expect(window.messages.isEmpty && window.names == whole.names, "after \(loss)")
      try expectPlace(of: window, "after \(loss)", tops)
      expect(window.keepsItsSize, "after \(loss)")
      try await window.show("e300")
      expect(window.row("e300")?.title, equals: whole.entries[300 + number + 1].title)
      try await window.show("e600")
      try await window.scroll(by: 11)
    }
  }

  /// The texts of its rows are in the file alone.
  @Test func rowsOnScreenOfAFileThatIsEmptiedStayAndOthersSayWhatIsWrong() async throws {
    let window = try await SizedWindow(.complete, feed)
    defer { window.close() }
    try await window.show("e600")
    for page in window.window.entries.sections.flatMap(\.rows).map(\.page) {
      while page.isLoaded, !page.forgetTexts() {}
    }
    try window.write(feed, text: "")
    try await window.settle { window.messages.count == 1 }
    let shown = window.shownNames
    expect(shown.count > 4 && shown == Array(feed.names[600..<600 + shown.count]))
    // All of them are laid out again.
    gtk_window_set_default_size(window.window.pointer, 440, 600)
    try await window.settle { gtk_widget_get_width(window.window.list.widget.pointer) < 450 }
    expect(window.shownNames.count > 2 && zip(window.shownNames, shown).allSatisfy { $0 == $1 })
    let message = RowContext.missingText
    window.openAtOnce(row: 30)
    try await window.settle { window.isReading && window.article.contains(message) }
    expect(window.article.contains(feed.entries[30].title))
    try await window.goBack()
    for (row, entry) in zip(window.rows, feed.entries[30...]) {
      expect(row.title == entry.title && row.name.isEmpty && row.measured == row.height)
    }
    let row = window.window.entries.row(at: RowIndexPath(section: 0, row: 31))
    expect(row?.metadata.contains(message), equals: true)
    // What was there comes back.
    try await window.follow { try window.write(feed) }
    try await window.settle { !window.shownNames.contains("") }
    expect(window.shownNames == Array(feed.names[30..<30 + window.rows.count]) && window.messages.isEmpty)
    for row in window.rows { expect(row.measured, equals: row.height, "\(row.name)") }
  }

  /// Nothing of them was ever read.
  @Test(arguments: [Arrangement.Order.file, .newest])
  func rowsOfAnEmptiedArchiveThatWereNeverReadSayWhatIsWrong(order: Arrangement.Order) async throws {
    let window = try await SizedWindow(.archive, feed)
    defer { window.close() }
    try await window.choose(order.rawValue, of: "order")
    let names = window.names
    try await window.settle { window.isReadyForChanges }
    try window.write(feed, text: "")
    try await window.settle { window.messages.count == 1 }
    window.scrollAtOnce(toRow: 900)
    let message = RowContext.missingText
    try await window.settle { !window.rows.isEmpty && window.rows.allSatisfy { $0.title == message } }
    expect(window.rows.count > 4 && window.rowCount == feed.entries.count)
    let rows = window.window.list.visibleRows
    expect(rows.allSatisfy { window.window.entries.row(at: $0) == nil })
    // What was there comes back.
    try await window.follow { try window.write(feed) }
    expect(window.messages.isEmpty && window.names == names)
    expect(window.shownNames.allSatisfy(Set(names[890..<930]).contains))
  }

  @Test(arguments: FeedSize.allCases)
  func repairsAreReportedWhileTheFileHasThem(size: FeedSize) async throws {
    var text = feed.xml
    for number in [3, 4, 700] {
      text = text.replacing("The end of e\(number).", with: "The end & of e\(number).")
    }
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.follow { try window.write(feed, text: text) }
    try await window.show("e3")
    try await window.show("e700")
    func expectRepairs() async throws {
      try await window.settle { !window.remarks.isEmpty }
      expect(window.remarks.count, equals: 1)
      let message = try require(window.remarks.first)
      expect(message.contains(size.repairsText(3)), "\(message)")
      expect(message.contains("the first at line 5, "), "\(message)")
    }
    try await expectRepairs()
    try await window.follow { window.activate("reload") }
    try await window.show("e3")
    try await window.show("e700")
    try await expectRepairs()
    // A file without them has nothing to say.
    try await window.follow { try window.write(feed) }
    expect(window.remarks.isEmpty)
  }

  @Test(arguments: FeedSize.allCases)
  func theArticleFollowsItsEntry(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.open("e703")
    var changed = feed
    changed.entries[703].text = "Another text."
    try await window.follow { try window.write(changed) }
    try await window.settle { window.article.contains("Another text.") }
    expect(window.isReading && window.article.contains("The end of e703.") && !window.articleIsGone)
    // Other entries of the feed change.
    changed.entries.remove(at: 702)
    changed.entries.insert(SizedFeed.newEntry("n0"), at: 0)
    try await window.follow { try window.write(changed) }
    expect(window.isReading && window.article.contains("The end of e703.") && !window.articleIsGone)
    changed.entries.remove(at: 703)
    try await window.follow { try window.write(changed) }
    expect(window.isReading && window.article.contains("The end of e703.") && window.articleIsGone)
    window.activate("next-article")
    try await window.settle { window.article.contains("The end of e704.") }
    expect(!window.articleIsGone)
    try await window.goBack()
    expect(window.selected, equals: "e704")
    // What was read stays so.
    expect(window.row("e704")?.isRead, equals: true)
    // The mark of e703 is that of an entry that has gone.
    expect(
      window.subtitle,
      equals: size == .archive ? size.unreadText(1_197, of: 1_199) : "1199 entries, 1198 unread")
    // Another entry takes the place of the one that is read.
    try await window.open("e900")
    changed.entries[changed.names.firstIndex(of: "e900")!] = SizedFeed.newEntry("n1")
    try await window.follow { try window.write(changed) }
    expect(window.isReading && window.article.contains("The end of e900.") && window.articleIsGone)
    expect(window.selected == nil)
  }
}
