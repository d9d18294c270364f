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
    let utf8 = text?.utf8 ?? "".utf8
    // The length of the name comes first: a name may contain anything.
    if let colon = utf8.firstIndex(of: UInt8(ascii: ":")), let length = Int(Substring(utf8[..<colon])),
      length >= 0, length < utf8.count
    {
      let rest = utf8[colon...].dropFirst()
      if let list = Scope(String(decoding: rest.prefix(length), as: UTF8.self)) {
        self.init(list, at: SessionPlace(text: String(decoding: rest.dropFirst(length), as: UTF8.self)))
        return
      }
    }
    self.init(.all, at: text.flatMap(SessionPlace.init(text:)))
  }

  /// Nil for the beginning of all entries.
  var text: String? {
    guard list != .all else { return place?.text }
    return "\(list.text.utf8.count):\(list.text)\(place?.text ?? "")"
  }
}
