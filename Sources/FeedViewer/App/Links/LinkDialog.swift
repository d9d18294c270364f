import CGtk
import FeedViewerBase
import GtkInterop

/// Modal dialogs about links: a question before a file is opened, the reason why something is not, and what can be done
/// with a feed that is elsewhere.
enum LinkDialog {
  /// - Parameter agreed: Called if the user opens the file; Escape and Return do not.
  @discardableResult
  static func ask(
    about file: LinkedFile, over parent: UnsafeMutablePointer<GtkWindow>, agreed: @escaping () -> Void
  ) -> WidgetPointer {
    NoticeDialog.present(
      localized("Open This File?"),
      [
        UntrustedText.revealed(file.name), localized("Folder: \(UntrustedText.revealed(file.folder))"),
        localized("Type: \(UntrustedText.revealed(file.typeDescription)) (\(file.type))"),
        localized("This file came with the feed. Open it only if you trust the feed."),
      ], over: parent, answers: [(localized("_Open"), agreed)])
  }

  /// - Parameters:
  ///   - count: The number of links that are to be opened together.
  ///   - agreed: Called if the user opens them; Escape and Return do not.
  @discardableResult
  static func ask(
    aboutCount count: Int, over parent: UnsafeMutablePointer<GtkWindow>, agreed: @escaping () -> Void
  ) -> WidgetPointer {
    NoticeDialog.present(
      localized("Open \(grouped: count) Link?", plural: "Open \(grouped: count) Links?", count: count), [],
      over: parent, answers: [(localized("_Open in Browser"), agreed)])
  }

  /// - Parameter name: The name of what is not opened.
  @discardableResult
  static func showRefusal(
    _ reason: String, about name: String, over parent: UnsafeMutablePointer<GtkWindow>
  ) -> WidgetPointer {
    NoticeDialog.present(localized("Can’t Open Link"), [name, reason], over: parent)
  }
}
