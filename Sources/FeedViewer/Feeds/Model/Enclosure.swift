/// A file that belongs to an entry, such as the sound of a podcast episode.
public struct Enclosure: Sendable, Hashable {
  /// The address, resolved where a base is known.
  public var url: String
  /// The media type as written, such as `audio/mpeg`.
  public var type: String?
  /// Size in bytes as the feed claims it.
  public var length: Int64?
  public var title: String?
  /// How long it plays, in seconds, as the feed claims it.
  public var duration: Int?

  public init(
    url: String, type: String? = nil, length: Int64? = nil, title: String? = nil, duration: Int? = nil
  ) {
    self.url = url
    self.type = type
    self.length = length
    self.title = title
    self.duration = duration
  }
}
