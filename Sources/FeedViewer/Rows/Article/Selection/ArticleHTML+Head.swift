extension ArticleHTML {
  /// What the head of a page tells about its text.
  package nonisolated struct Head: Sendable {
    package var title: String
    package var feed: String
    package var author: String?
    /// As in ISO 8601.
    package var date: String?
    /// The address of the entry, http or https.
    package var address: String?

    package init(title: String, feed: String, author: String?, date: String?, address: String?) {
      self.title = title
      self.feed = feed
      self.author = author
      self.date = date
      self.address = address
    }

    /// The page up to its text. Its policy forbids scripts and everything that would be loaded.
    func html(language: String?, isRightToLeft: Bool) -> String {
      let lang = language.flatMap { ArticleAttributes.isTag($0) ? " lang=\"\($0)\"" : nil } ?? ""
      var lines = [
        "<!DOCTYPE html>",
        "<html\(lang) dir=\"\(isRightToLeft ? "rtl" : "ltr")\">",
        "<head>",
        "<meta charset=\"utf-8\">",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
          + "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "<meta name=\"referrer\" content=\"no-referrer\">",
        "<title>\(ArticleHTML.escaped(title))</title>",
      ]
      for (name, content) in [("author", author), ("dcterms.date", date), ("dcterms.isPartOf", feed)] {
        guard let content, !content.isEmpty else { continue }
        lines.append("<meta name=\"\(name)\" content=\"\(ArticleHTML.escaped(content))\">")
      }
      if let address {
        lines.append("<link rel=\"canonical\" href=\"\(ArticleHTML.escaped(address))\">")
      }
      lines += ["<style>", Self.style, "</style>", "</head>", "<body>", "<article>"]
      return lines.joined(separator: "\n") + "\n"
    }

    private static let style = """
      :root { color-scheme: light dark; }
      body { font: 1.1em/1.5 sans-serif; margin: 2em auto; max-width: 40em; padding: 0 1em;
        overflow-wrap: break-word; }
      h1, h2, h3, h4, h5, h6 { line-height: 1.2; }
      img { height: auto; max-width: 100%; }
      pre { background: rgba(128, 128, 128, 0.12); overflow: auto; padding: 0.6em 0.8em; }
      blockquote { border-inline-start: 3px solid gray; margin-inline: 0; padding-inline-start: 1em; }
      table { border-collapse: collapse; display: block; overflow: auto; }
      th, td { border-bottom: 1px solid rgba(128, 128, 128, 0.5); padding: 0.3em 0.5em; vertical-align: top; }
      """
  }
}
