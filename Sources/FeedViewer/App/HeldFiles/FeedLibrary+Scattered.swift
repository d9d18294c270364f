import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import VirtualList

/// Entries of held files that are read before their turn because the list shows them in another order.
extension FeedLibrary {
  /// If so many of a group are wanted, the whole group is read.
  private static let groupShare = 4

  /// Reads entries of a state of a file, if that is still shown.
  ///
  /// - Parameter ordinals: Their numbers in the file, the most urgent ones first.
  func need(_ ordinals: [Int], of outline: FileOutline) {
    let path = outline.awaitedRow.path
    guard readings[path]?.outlined?.outline === outline else { return }
    var counts: [Int: Int] = [:]
    let ordinals = ordinals.filter { !isLost($0, of: path) }
    for ordinal in ordinals { counts[FileOutline.group(ofEntry: ordinal), default: 0] += 1 }
    var groups: [Int] = []
    var single: [Int] = []
    for ordinal in ordinals {
      let group = FileOutline.group(ofEntry: ordinal)
      if counts[group]! < Self.groupShare {
        single.append(ordinal)
      } else if groups.last != group, !groups.contains(group) {
        groups.append(group)
      }
    }
    if !groups.isEmpty {
      readings[path]!.outlined!.needs.ask(groups)
      readNeeded(of: path)
    }
    if !single.isEmpty {
      readings[path]!.outlined!.scattered.ask(single)
      readScattered(of: path)
    }
  }

  private func readScattered(of path: FilePath) {
    guard let id = readings[path]?.id, let outline = readings[path]?.outlined?.outline else { return }
    while let entries = readings[path]?.outlined?.scattered.takeNext(), !entries.isEmpty {
      Task { [weak self] in
        let read = await outline.read(entries.map { $0..<$0 + 1 })
        guard let self, self.readings[path]?.id == id, self.readings[path]?.outlined?.outline === outline
        else {
          return
        }
        self.readings[path]!.outlined!.scattered.ended(entries, read: read.rows.map(\.ordinal))
        self.showEarly(read.rows, of: path)
        if read.rows.count < entries.count { self.showLostEntries(of: path) }
        self.noteRepairs(read.repairs, by: outline, of: path)
        self.readScattered(of: path)
      }
    }
  }
}
