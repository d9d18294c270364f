/// A text that an entry has at most once.
public enum EntryText: Int, CaseIterable, Sendable {
  case identifier, title, link, author, byline, language, summary, content
}
