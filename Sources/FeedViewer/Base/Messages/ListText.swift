/// Writes lists of names as the reader's language does.
public enum ListText {
  /// "A, B, C", or with the separator of the language: "A، B" or "A、B".
  public static func joined(_ items: some Sequence<String>) -> String {
    items.joined(separator: localized(", ", context: "between the items of a list"))
  }
}
