import CGtk
import GtkInterop
import VirtualList

/// What drawing the rows of an article needs besides the rows: the state of pictures, and where to report their sizes.
package final class ArticleAppearance {
  /// Called when the size of a decoded picture is not the one that it was laid out with; with its path and its size in
  /// device pixels.
  var onPictureSize: (_ path: String, _ width: Int, _ height: Int) -> Void = { _, _, _ in }
  /// Called when a picture can't be shown; with its path and the reason.
  var onPictureFailure: (_ path: String, _ reason: String) -> Void = { _, _ in }
  /// Called when a picture that can be shown turns out to be animated; with its path.
  var onAnimatedPicture: (_ path: String) -> Void = { _ in }
  /// Whether text is light on a dark background.
  var isDark = false
  /// The animated picture that is played.
  let animations = ArticleAnimations()
  /// How far code and tables are scrolled sideways.
  let sideways = ArticleSideways()
}
