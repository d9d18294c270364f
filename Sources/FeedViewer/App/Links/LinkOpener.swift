import CGtk
import GtkInterop

/// Follows links of feeds, with a question or a refusal where one is due.
final class LinkOpener {
  private let widget: WidgetPointer
  private var work: Task<Void, Never>?

  /// Hands an address to the program that opens it.
  lazy var launch: (String) -> Void = { [weak self] address in
    guard let window = self?.window else { return }
    gtk_show_uri(window, address, guint32(GDK_CURRENT_TIME))
  }

  /// Asks whether a file is to be opened; calls back if it is.
  lazy var ask: (LinkedFile, @escaping () -> Void) -> Void = { [weak self] file, agreed in
    guard let window = self?.window else { return }
    LinkDialog.ask(about: file, over: window, agreed: agreed)
  }

  /// Tells why something is not opened.
  lazy var refuse: (_ name: String, _ reason: String) -> Void = { [weak self] name, reason in
    guard let window = self?.window else { return }
    LinkDialog.tell(reason, about: name, over: window)
  }

  /// - Parameter widget: Dialogs are shown over its window.
  init(over widget: WidgetPointer) { self.widget = widget }

  private var window: UnsafeMutablePointer<GtkWindow>? { gtk_widget_get_root(widget)?.cast() }

  /// Whether a link is being looked at.
  var isBusy: Bool { work != nil }

  /// Follows a link. While one is looked at, another is not followed.
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

  /// Opens a file that the reader has agreed to, unless it has become another one meanwhile.
  private func openUnchanged(_ file: LinkedFile, at address: String, of feedFile: String) {
    work = Task { [weak self] in
      let decision = await LinkDecision.prepared(for: address, of: feedFile)
      guard let self else { return }
      self.work = nil
      guard decision == .ask(file), let uri = FilePath.uri(of: file.path) else {
        self.refuse(UntrustedText.revealed(file.name), "The file has changed.")
        return
      }
      self.launch(uri)
    }
  }
}
