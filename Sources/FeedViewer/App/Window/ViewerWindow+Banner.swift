import FeedViewerBase
import FeedViewerReadingState
import GtkInterop

/// The banners: over the list, what lasts of the file that is shown; there and over an article in its place, that marks can't be
/// stored.
extension ViewerWindow {
  /// Shows the remarks no more on the file that is shown.
  func dismissRemarks() {
    guard let file = shownFile, let repairs = file.heading?.repairs else { return }
    seenRemarks.insert(repairs.fingerprint, in: .banner, of: file.path)
    changed(.banner)
  }

  /// Shows the most serious message.
  func updateBanner() {
    // Beside the list, whose banner tells it, an article needs none.
    articleBanner.show(panes.arrangement.isSplit ? nil : stateMessage)
    let messages = bannerMessages
    var shown = messages.first
    if let path = shownFile?.path, messages.count > 1 {
      let count = messages.count - 1
      shown?.buttons.append(
        ActionButton(
          localized("and \(grouped: count) more", plural: "and \(grouped: count) more", count: count),
          .feedInfo, target: path.text))
    }
    banner.show(shown)
  }

  /// A problem with what is stored: it is told by the banner while it lasts, and by a toast if it is over.
  func report(_ problem: StateProblem) {
    library.report(.state(problem), of: FilePath(problem.path))
    guard !problem.isLasting else { return }
    let text =
      if case .damaged = problem.reason {
        localized("Reading history was damaged and has been reset")
      } else {
        localized("Reading history has changed")
      }
    toast.show(text, button: ActionButton(localized("_Details"), .stateDetails), isLasting: true)
  }

  /// The file whose entries alone are shown: the only one, too.
  private var shownFile: OpenFile? {
    guard let feed = entries.arrangement.feed else {
      return library.files.count == 1 ? library.files[0] : nil
    }
    return library.index(ofFile: feed).map { library.files[$0] }
  }

  /// The most serious one first.
  private var bannerMessages: [Banner.Content] {
    [stateMessage, shownFile.flatMap(outdatedMessage), shownFile.flatMap(incompleteMessage)].compactMap(
      \.self)
  }

  private var stateMessage: Banner.Content? {
    guard let problem = stateProblems.last(where: \.isLasting) else { return nil }
    let text =
      problem.reason == .newerVersion
      ? localized("Reading history was written by a newer version") : localized("Read marks can’t be saved")
    return Banner.Content(text: text, buttons: [ActionButton(localized("_Details"), .stateDetails)])
  }

  private func outdatedMessage(_ file: OpenFile) -> Banner.Content? {
    guard let problem = library.problems.last(where: { $0.path == file.path && $0.isOutdated }) else {
      return nil
    }
    return Banner.Content(
      text: problem.message,
      buttons: [ActionButton(localized("_Locate…"), .locateFile, target: file.path.text)])
  }

  private func incompleteMessage(_ file: OpenFile) -> Banner.Content? {
    guard let heading = file.heading, let count = heading.completeCount, case .ready = file.state,
      let repairs = heading.repairs,
      !seenRemarks.contain(repairs.fingerprint, in: .banner, of: file.path)
    else { return nil }
    return Banner.Content(
      text: localized(
        "This file is incomplete: it ends after \(grouped: count) entry",
        plural: "This file is incomplete: it ends after \(grouped: count) entries", count: count),
      buttons: [ActionButton(localized("_Details"), .feedInfo, target: file.path.text)],
      isDismissable: true)
  }

  private var stateProblems: [StateProblem] {
    library.problems.compactMap { if case .state(let problem) = $0.kind { problem } else { nil } }
  }

  func showStateDetails() {
    guard let problem = stateProblems.last else { return }
    NoticeDialog.present(
      problem.isLasting ? localized("Read Marks Can’t Be Saved") : localized("Reading History"),
      [problem.message.localized], over: pointer)
  }
}

extension StateProblem {
  /// Whether nothing is stored until it is solved.
  fileprivate var isLasting: Bool {
    switch reason {
    case .damaged(nil), .newerVersion, .diskFull, .readOnly, .locked, .isFolder, .notStored, .unavailable:
      true
    case .damaged, .removed, .replaced, .storedLate: false
    }
  }
}
