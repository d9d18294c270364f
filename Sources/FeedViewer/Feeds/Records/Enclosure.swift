/// A file attached to an entry, such as the audio of a podcast episode.
public struct Enclosure: Sendable, Hashable {
  /// The address, resolved if a base is known.
  public var url: String
  /// The address as it is written, if it is another one: a file beside the feed may have it.
  public var reference: String?
  /// The media type as written, such as `audio/mpeg`.
  public var type: String?
  /// The declared size in bytes.
  public var length: Int64?
  public var title: String?
  /// The declared duration in seconds.
  public var duration: Int?

  public init(
    url: String, reference: String? = nil, type: String? = nil, length: Int64? = nil, title: String? = nil,
    duration: Int? = nil
  ) {
    self.url = url
    self.reference = reference
    self.type = type
    self.length = length
    self.title = title
    self.duration = duration
  }

  /// What is the same for all references to the file, by its address and as it is written.
  public var identities: [Substring] { [url, reference].compactMap { $0.map(Reference.fileIdentity) } }
}
