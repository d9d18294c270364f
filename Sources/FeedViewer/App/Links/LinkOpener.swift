import CGtk
import FeedViewerBase
import GtkInterop

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

  /// Shows why something is not opened.
  lazy var refuse: (_ name: String, _ reason: String) -> Void = { [weak self] name, reason in
    guard let window = self?.window else { return }
    LinkDialog.showRefusal(reason, about: name, over: window)
  }

  /// - Parameter widget: Dialogs are shown over its window.
  init(over widget: WidgetPointer) { self.widget = widget }

  private var window: UnsafeMutablePointer<GtkWindow>? { gtk_widget_get_root(widget)?.cast() }

  /// Whether a link is being examined.
  var isBusy: Bool { work != nil }

  /// Follows a link. Does nothing while another one is examined.
  ///
  /// - Parameter feedFile: The path of the feed.
  func open(_ address: String, of feedFile: String) {
    guard work == nil else { return }
    work = Task { [weak self] in
      let decision = await LinkDecision.prepared(for: address, of: feedFile)
      guard let self else { return }
      self.work = nil
      switch decision {
      case .open(let address): self.launch(address)
      case .refuse(let name, let reason): self.refuse(name, reason)
      case .ask(let file):
        self.ask(file) { [weak self] in self?.openUnchanged(file, at: address, of: feedFile) }
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
