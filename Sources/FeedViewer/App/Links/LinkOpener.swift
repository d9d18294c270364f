import CGtk
import FeedViewerBase
import GtkInterop

/// A link of a feed.
struct FeedLink {
  /// As written in the feed, or resolved.
  let address: String
  /// The file of the feed.
  let file: FilePath
}

/// Follows links of feeds, after a question or with a refusal where necessary.
final class LinkOpener {
  private let widget: WidgetPointer
  private var work: Task<Void, Never>?

  /// Opens an address with the desktop's program for it, or says why it is not opened.
  lazy var launch: (String) -> Void = { [weak self] address in
    guard let window = self?.window else { return }
    AddressLauncher.open(address, over: window) { failure in
      let reason =
        switch failure {
        case .tooLong: localized("The address is too long for the program that opens it. It can be copied.")
        case .other(let message): message
        }
      self?.refuse(LinkPreview(text: nil, address: address).address, reason)
    }
  }

  /// Asks whether a file should be opened; calls back if so.
  lazy var ask: (LinkedFile, @escaping () -> Void) -> Void = { [weak self] file, agreed in
    guard let window = self?.window else { return }
    LinkDialog.ask(about: file, over: window, agreed: agreed)
  }

  /// Shows why something is not opened; of several links that are followed together, why the first one is not.
  lazy var refuse: (_ name: String, _ reason: String) -> Void = { [weak self] name, reason in
    guard let self, let window, !isTelling else { return }
    isTelling = true
    Signal.connect(LinkDialog.showRefusal(reason, about: name, over: window), "destroy") { [weak self] in
      self?.isTelling = false
    }
  }
  private var isTelling = false

  /// - Parameter widget: Dialogs are shown over its window.
  init(over widget: WidgetPointer) { self.widget = widget }

  private var window: UnsafeMutablePointer<GtkWindow>? { gtk_widget_get_root(widget)?.cast() }

  /// Whether a link is being examined.
  var isBusy: Bool { work != nil }

  /// Follows a link. Does nothing while another one is examined.
  ///
  /// - Parameter feedFile: The path of the feed.
  func open(_ address: String, of feedFile: String) {
    open([FeedLink(address: address, file: FilePath(feedFile))])
  }

  /// Follows links. Does nothing while others are examined.
  ///
  /// - Parameter links: If there are several, only the first one that is not a page or a mail is asked about or refused.
  func open(_ links: [FeedLink]) {
    guard work == nil, !links.isEmpty else { return }
    work = Task { [weak self] in
      var other: (decision: LinkDecision, link: FeedLink)?
      var addresses: [String] = []
      for link in links {
        let decision = await LinkDecision.prepared(for: link.address, of: link.file.text)
        if case .open(let address) = decision {
          addresses.append(address)
        } else if other == nil {
          other = (decision, link)
        }
      }
      guard let self else { return }
      self.work = nil
      for address in addresses { self.launch(address) }
      switch other?.decision {
      case .refuse(let name, let reason): self.refuse(name, reason)
      case .ask(let file):
        let link = other!.link
        self.ask(file) { [weak self] in
          self?.openUnchanged(file, at: link.address, of: link.file.text)
        }
      case .open, nil: break
      }
    }
  }

  /// Opens a file after the user agreed, unless it has been replaced meanwhile.
  private func openUnchanged(_ file: LinkedFile, at address: String, of feedFile: String) {
    work = Task { [weak self] in
      let decision = await LinkDecision.prepared(for: address, of: feedFile)
      guard let self else { return }
      self.work = nil
      guard decision == .ask(file), let uri = FilePath.uri(of: file.path) else {
        self.refuse(UntrustedText.revealed(file.name), localized("The file has changed."))
        return
      }
      self.launch(uri)
    }
  }
}
