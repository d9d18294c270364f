import FeedViewerFeeds

/// What happens when a link is followed.
nonisolated enum LinkDecision: Equatable, Sendable {
  /// The address of a page or a mail is passed to the desktop.
  case open(String)
  /// The link leads to a local file: the user is asked.
  case ask(LinkedFile)
  /// Nothing is opened, and the reason is shown.
  case refuse(name: String, reason: String)

  /// Pages and mails are opened, and files in the feed's folder if the user agrees. All other schemes are refused,
  /// because a program registered for one would receive whatever the feed contains. The address can still be copied.
  ///
  /// Accesses the disk: call it off the main thread.
  /// - Parameters:
  ///   - address: As written in the feed.
  ///   - feedFile: The path of the feed.
  init(for address: String, of feedFile: String) {
    let parts = LinkAddress(address)
    let shown = LinkPreview(text: nil, address: address).address
    switch parts.scheme {
    case "http"?, "https"?:
      guard parts.host != nil else {
        self = .refuse(name: shown, reason: LinkPreview.Remark.noHost.words)
        return
      }
      self = .open(address)
    case "mailto"?: self = .open(MailAddress.withoutAttachments("mailto:" + parts.rest))
    case "file"?, nil:
      let path: String
      do throws(LocalReference.Refusal) {
        path = try LocalReference.file(address, of: feedFile)
      } catch {
        let reason: LinkedFile.Refusal = error == .missing ? .notFound : .elsewhere
        self = .refuse(name: shown, reason: reason.message)
        return
      }
      do throws(LinkedFile.Refusal) {
        self = .ask(try LinkedFile(path: path, of: feedFile))
      } catch {
        self = .refuse(name: UntrustedText.revealed(FileName.of(path)), reason: error.message)
      }
    case let scheme?:
      self = .refuse(name: shown, reason: LinkPreview.Remark.notOpened(scheme: scheme).words)
    }
  }

  /// Decides off the main thread.
  @concurrent
  static func prepared(for address: String, of feedFile: String) async -> LinkDecision {
    LinkDecision(for: address, of: feedFile)
  }
}
