import LayoutCore

/// A part of the view of an article, which belongs to that.
protocol ArticlePart: AnyObject {
  var view: ArticleView? { get }
}

extension ArticlePart {
  var document: ArticleDocument { view?.document ?? ArticleDocument() }
  var typography: ArticleTypography { view?.typography ?? ArticleTypography() }
}

/// What shows an article: the page around its view.
package protocol ArticleViewOwner: AnyObject {
  /// Follows a link that was clicked, or followed by an assistive tool.
  func open(_ address: String)
  /// Opens the context menu at a point of the list, with the link at that point.
  func popUpMenu(of link: ArticleLink?, at point: Point)
  /// The link that is shown to the reader is another one: under the pointer, else with the focus.
  func linkChanged()
  /// What assistive tools are told of a link's target.
  func description(of link: ArticleLink) -> String
  /// There are other matches of what is found, or another one is the current one.
  func matchesChanged()
  /// The size of the text was changed, by an action or by fingers.
  func zoomChanged()
  /// Texts have other sizes, or the column of text has another width. Called also while the list is laid out.
  func typographyChanged()
}
