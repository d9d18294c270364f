import Feeds

/// What is done when a link is followed.
nonisolated enum LinkDecision: Equatable, Sendable {
  /// Its address is handed to the desktop: a page or a mail.
  case open(String)
  /// It is a file on this computer: the reader is asked.
  case ask(LinkedFile)
  /// Nothing is opened; the reason is told.
  case refuse(name: String, reason: String)

  /// Pages and mails are opened, and files of the feed's folder if the reader agrees. Every other scheme is refused: a
  /// program that is registered for it would get whatever the feed says. The address can still be copied.
  ///
  /// Looks at the disk: call it off the main thread.
  /// - Parameters:
  ///   - address: As the feed has it.
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
    case "mailto"?: self = .open(Self.mail(parts.rest))
    case "file"?, nil:
      guard let path = LocalReference.path(of: address, relativeTo: feedFile) else {
        let reason: LinkedFile.Refusal = LocalReference.isRemote(address) ? .elsewhere : .notFound
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

  /// A mail with nothing in it but what a reader sees: some programs attach files that an address names.
  private static func mail(_ rest: String) -> String {
    guard let question = rest.firstIndex(of: "?") else { return "mailto:" + rest }
    let allowed: Set<String> = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]
    let fields = rest[rest.index(after: question)...].split(separator: "&").filter { field in
      let name = field.prefix { $0 != "=" }
      return allowed.contains((PercentEncoding.decoded(name) ?? "").lowercased())
    }
    let address = "mailto:" + rest[..<question]
    return fields.isEmpty ? address : "\(address)?\(fields.joined(separator: "&"))"
  }

  /// Decides away from the main thread.
  @concurrent
  static func prepared(for address: String, of feedFile: String) async -> LinkDecision {
    LinkDecision(for: address, of: feedFile)
  }
}
