/// What a window shows: it comes back with this when the program is started without files.
public struct ReadingSession: Sendable, Equatable {
  /// The paths of the open files, in order.
  public var files: [String]
  /// The position of the list, in a form that only the caller knows; nil for its beginning.
  public var listPlace: String?
  /// The article that is read, in a form that only the caller knows; nil if the list is shown.
  public var article: String?

  public init(files: [String] = [], listPlace: String? = nil, article: String? = nil) {
    self.files = files
    self.listPlace = listPlace
    self.article = article
  }
}
