import GtkInterop
import LayoutCore
import VirtualList

/// The pictures of an article: their sizes as soon as they are known, what stands for those that can't be shown, and those
/// that are animated.
extension ArticleView {
  func connectPictures() {
    appearance.onPictureSize = { [weak self] in self?.pictureIsDecoded($0, width: $1, height: $2) }
    appearance.onPictureFailure = { [weak self] in self?.pictureFailed($0, reason: $1) }
    appearance.onAnimatedPicture = { [weak self] in self?.pictureIsAnimated($0) }
    appearance.animations.accessibility = accessibility
    Signal.connect(list.widget.pointer, "unmap") { [weak self] in self?.appearance.animations.stop() }
  }

  /// What the animated picture of a row does; nil without one.
  package func animationState(in row: RowIndexPath) -> ArticleAnimations.State? {
    guard row.row < document.count, let picture = document.row(at: row.row).picture, picture.isAnimated else {
      return nil
    }
    return appearance.animations.state(of: picture.path)
  }

  /// Plays the animated picture of a row, or lets it pause.
  package func toggleAnimation(in row: RowIndexPath) {
    guard row.row < document.count, let picture = document.row(at: row.row).picture, picture.isAnimated else {
      return
    }
    appearance.animations.toggle(picture.path)
  }

  /// A picture without declared size takes its own from now on: its pixels are logical ones, as in browsers. What is read
  /// stays where it is.
  private func pictureIsDecoded(_ path: String, width: Int, height: Int) {
    let size = Size(width: Double(width), height: Double(height))
    let rows = document.rows(ofPicture: path, ofUnknownSize: true)
    for row in rows { dataSource.document.setPictureSize(size, ofRow: row) }
    reloadLater(rows)
  }

  private func pictureIsAnimated(_ path: String) {
    if dataSource.document.setAnimated(path: path) { accessibility.setOutdated() }
  }

  /// What stands for a picture that can't be shown takes its place.
  private func pictureFailed(_ path: String, reason: String) {
    let rows = dataSource.document.rows(ofPicture: path)
    for row in rows { dataSource.document.setPictureFailure(reason, ofRow: row) }
    reloadLater(rows)
  }
}
