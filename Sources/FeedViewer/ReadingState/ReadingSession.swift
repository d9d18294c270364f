import FeedViewerBase

/// What a window shows: it comes back with this when the program is started without files.
public struct ReadingSession: Sendable {
  /// The paths of the open files, in order.
  public var files: [FilePath]
  /// The position of the list, in a form that only the caller knows; nil for its beginning.
  public var listPlace: String?
  /// The article that is read, in a form that only the caller knows; nil if the list is shown.
  public var article: String?
  /// The folders that are open in the list of files, in a form that only the caller knows.
  public var folders: [String]
  /// Where lists were left, in a form that only the caller knows.
  public var lists: [String]

  public init(
    files: [FilePath] = [], listPlace: String? = nil, article: String? = nil, folders: [String] = [],
    lists: [String] = []
  ) {
    self.files = files
    self.listPlace = listPlace
    self.article = article
    self.folders = folders
    self.lists = lists
  }
}

/// Places, articles and folders are found by the paths of their files, which are compared by their bytes.
extension ReadingSession: Equatable {
  public static func == (one: ReadingSession, other: ReadingSession) -> Bool {
    one.files == other.files && areSame(one.listPlace, other.listPlace) && areSame(one.article, other.article)
      && one.folders.elementsEqual(other.folders, by: areSame)
      && one.lists.elementsEqual(other.lists, by: areSame)
  }

  private static func areSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.utf8.elementsEqual(other.utf8)
  }
}
