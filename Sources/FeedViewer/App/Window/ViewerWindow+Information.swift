import FeedViewerBase
import GtkInterop

/// The information on a feed and its file, and what the reader has seen of it.
extension ViewerWindow {
  /// Shows the information on an open file. What is remarked there counts as seen from then on.
  func showInformation(on path: FilePath) {
    Task { [weak self] in
      let disk = await FileFacts.read(path)
      guard let self, let index = self.library.index(ofFile: path) else { return }
      let information = FeedInformation(of: self.library.files[index], in: self.library, disk)
      FeedInformationDialog.present(information, over: self.pointer) { [weak self] in
        self?.openPage(of: path)
      }
      self.seenRemarks.insert(information.remarks.fingerprint, in: .information, of: path)
      self.changed(.sidebar)
    }
  }
}
