/// The minimum that a program would decode to get the feed's texts.
nonisolated struct PlainJSONFeed: Decodable {
  struct Author: Decodable { var name: String? }
  struct Attachment: Decodable {
    var url: String
    var mimeType: String
    var sizeInBytes: Int?

    enum CodingKeys: String, CodingKey {
      case url
      case mimeType = "mime_type"
      case sizeInBytes = "size_in_bytes"
    }
  }
  struct Item: Decodable {
    var id: String
    var url: String?
    var title: String?
    var contentHTML: String?
    var contentText: String?
    var summary: String?
    var published: String?
    var modified: String?
    var image: String?
    var authors: [Author]?
    var tags: [String]?
    var language: String?
    var attachments: [Attachment]?

    enum CodingKeys: String, CodingKey {
      case id, url, title, summary, image, authors, tags, language, attachments
      case contentHTML = "content_html"
      case contentText = "content_text"
      case published = "date_published"
      case modified = "date_modified"
    }
  }
  var title: String?
  var items: [Item]
}
