/// What the page of an entry shows as one line of JSON, for scripts and tests.
public enum ArticleInspection {
  /// A block of the page.
  public struct Block: Sendable, Equatable {
    public enum Kind: String, Sendable {
      case paragraph, heading, item, quotation, code, table, picture, media, rule, term, definition, caption
      case attachment
      /// The line that opens and closes what follows it (`<summary>`).
      case summary
    }

    public var kind: Kind
    /// With the markers of list items; cells are separated by tabs, and rows of a table by line feeds.
    public var text: String
    public var pictures: [Picture]
    public var links: [Link]

    public init(kind: Kind, text: String = "", pictures: [Picture] = [], links: [Link] = []) {
      self.kind = kind
      self.text = text
      self.pictures = pictures
      self.links = links
    }
  }

  public struct Picture: Sendable, Equatable {
    /// The name of a file in the feed's folder, else an address.
    public var source: String
    /// What the picture shows, in words; empty if nothing says so.
    public var alternative: String

    public init(source: String, alternative: String) {
      self.source = source
      self.alternative = alternative
    }
  }

  public struct Link: Sendable, Equatable {
    public var text: String
    /// An address, the name of a file, or `#` and the name of a place in the article.
    public var target: String

    public init(text: String, target: String) {
      self.text = text
      self.target = target
    }
  }

  /// `{"title": …, "blocks": [{"kind", "text", "pictures": [{"source", "alt"}], "links": [{"text", "target"}]}]}` with
  /// all members, in one line with a line feed at its end. O(length of the texts).
  public static func write(
    title: String?, _ blocks: [Block], to output: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    var line = JSONStream(isPretty: false, to: output)
    line.member("title", orNull: title)
    line.beginArray("blocks")
    for block in blocks {
      line.beginObject()
      line.member("kind", block.kind.rawValue)
      line.member("text", block.text)
      line.beginArray("pictures")
      for picture in block.pictures {
        line.beginObject()
        line.member("source", picture.source)
        line.member("alt", picture.alternative)
        line.endObject()
      }
      line.endArray()
      line.beginArray("links")
      for link in block.links {
        line.beginObject()
        line.member("text", link.text)
        line.member("target", link.target)
        line.endObject()
      }
      line.endArray()
      line.endObject()
    }
    line.endArray()
    line.finish()
  }
}
