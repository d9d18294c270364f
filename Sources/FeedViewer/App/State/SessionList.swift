import FeedViewerBase

/// The list that a window shows and the place in it, as they are stored with its session.
struct SessionList {
  let list: Scope
  /// Nil for the beginning of the list.
  let place: SessionPlace?

  init(_ list: Scope, at place: SessionPlace?) {
    self.list = list
    self.place = place
  }

  /// - Parameter text: What `text` gave. Earlier versions of the program stored the place alone.
  init(text: String?) {
    var texts = CountedTexts(text ?? "")
    if let list = texts.next().flatMap({ Scope($0) }) {
      self.init(list, at: SessionPlace(text: String(Substring(texts.rest))))
      return
    }
    self.init(.all, at: text.flatMap(SessionPlace.init(text:)))
  }

  /// Nil for the beginning of all entries.
  var text: String? {
    guard list != .all else { return place?.text }
    return CountedTexts.text(of: list.text) + (place?.text ?? "")
  }
}
