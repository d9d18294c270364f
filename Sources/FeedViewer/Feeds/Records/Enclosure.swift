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

  /// Whether it is a picture: by its type, else by the name of its file.
  var isPicture: Bool {
    guard let type else { return ImageSources.namesPicture(url) }
    return type.utf8.count > 6 && zip(type.utf8, "image/".utf8).allSatisfy { ASCII.lowercased($0) == $1 }
  }

  /// What is the same for all references to the file, by its address and as it is written.
  public var identities: [Substring] { [url, reference].compactMap { $0.map(Reference.fileIdentity) } }
}
