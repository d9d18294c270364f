import FeedViewerBase
import FeedViewerFeeds

/// What there is to know about a file that is shown, besides its entries.
struct FileRemarks {
  let repairs: FeedRepairs?
  /// One sentence or two each, without the file's name.
  let sentences: [String]
  /// Changes when the reader is to be told again: with the number and the places of repairs, and with a remark of another kind.
  let fingerprint: UInt64

  /// - Parameter isWatched: Whether changes of the file are noticed.
  init(of file: OpenFile, isWatched: Bool) {
    var sentences: [String] = []
    var fingerprint = Hash64()
    repairs = file.reportedRepairs
    if let repairs {
      // Of a file that is read where it is shown there may be more at every step.
      if repairs.isSoFar {
        fingerprint.combine("some repairs")
      } else {
        fingerprint.combine(repairs)
      }
    }
    for note in file.reportedNotes {
      sentences.append(note.message.localized)
      switch note {
      case .largeFile: fingerprint.combine("large")
      case .copied: fingerprint.combine("copied")
      case .entriesOmitted: fingerprint.combine("omitted")
      }
    }
    if let address = file.reportedRemotePage {
      sentences.append(localized("Continues online at \(LinkPreview(text: nil, address: address).address)"))
      fingerprint.combine("online")
    }
    if !isWatched {
      sentences.append(localized("Changes to this file won’t be noticed. Press F5 to reload."))
      fingerprint.combine("not watched")
    }
    self.sentences = sentences
    self.fingerprint = fingerprint.value
  }

  var isEmpty: Bool { repairs == nil && sentences.isEmpty }

  /// All of them, a line each.
  var description: String { ((repairs.map { [$0.description] } ?? []) + sentences).joined(separator: "\n") }
}

extension FeedRepairs {
  /// Changes with the number and the places of the repairs.
  var fingerprint: UInt64 {
    var hash = Hash64()
    hash.combine(self)
    return hash.value
  }
}

extension Hash64 {
  fileprivate mutating func combine(_ repairs: FeedRepairs) {
    combine(UInt64(repairs.count))
    for place in repairs.places {
      combine(UInt64(place.line))
      combine(UInt64(place.column))
    }
  }
}
