/// The translation of a text into the reader's language; the text itself if it has none.
///
/// - Parameters:
///   - words: A literal; its interpolations become arguments of the translation.
///   - context: Tells translators which meaning of ambiguous words is meant.
public func localized(_ words: Message.Words, context: StaticString? = nil) -> String {
  Message(words, context: context).localized
}

/// The translation of a text that counts something, in the form that the language has for the number.
///
/// - Parameters:
///   - one: A literal for one thing, with the same interpolations as `plural` or none.
///   - plural: A literal for any other number of things.
///   - count: Their number.
public func localized(_ one: Message.Words, plural: Message.Words, count: Int) -> String {
  Message(one, plural: plural, count: count).localized
}

extension Message {
  /// The message in the reader's language; in English if it has no translation.
  public var localized: String {
    let format = Catalogue.translation(of: self)
    // The name of a file before a colon, mostly of Latin letters, would turn the whole text (RIGHT-TO-LEFT MARK).
    let mark = format.hasPrefix("%s:") && Catalogue.isRightToLeft ? "\u{200F}" : ""
    return mark
      + fill(format) { argument in
        switch argument {
        case .text(let text): text
        case .number(let number): NumberText.grouped(number)
        case .message(let message): message.localized
        case .system(let words): Catalogue.systemTranslation(of: words)
        }
      }
  }
}
