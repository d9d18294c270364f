import FeedViewerCIntl
import Glibc

/// The program's translations: gettext's catalogues, of which the C library opens that of the reader's language.
public enum Catalogue {
  /// The name of the catalogues' files, without "mo".
  public static let domain = "feed-viewer"

  /// Makes the translations in a folder known, and chooses the language from the environment: LANGUAGE, LC_ALL,
  /// LC_MESSAGES, LANG. (GTK does the same with its own texts.)
  ///
  /// - Parameter folder: The folder with `de/LC_MESSAGES/feed-viewer.mo` and its like; nil if there is none.
  public static func open(_ folder: String?) {
    setlocale(LC_CTYPE, "")
    setlocale(LC_MESSAGES, "")
    if let folder { bind(folder) }
  }

  /// Takes translations from a folder from now on.
  ///
  /// - Parameter folder: The folder with `de/LC_MESSAGES/feed-viewer.mo` and its like.
  public static func bind(_ folder: String) {
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Whether the reader's language is written from right to left.
  public static var isRightToLeft: Bool {
    // Translators: GTK has this message too. Translate it as default:RTL if the language is written from right to left,
    // else as default:LTR.
    localized("default:LTR") == "default:RTL"
  }

  /// The translated words of a message, without its arguments.
  static func translation(of message: Message) -> String {
    if let plural = message.plural {
      return message.words.withCString { one in
        plural.withCString { String(cString: dngettext(domain, one, $0, UInt(message.count.magnitude))!) }
      }
    }
    guard let context = message.context else { return translation(of: message.words, domain: domain) }
    // As pgettext does: gettext.h, GETTEXT_CONTEXT_GLUE.
    let key = "\(context)\u{4}\(message.words)"
    let found = translation(of: key, domain: domain)
    return found == key ? message.words : found
  }

  /// The translation of a message of the C library, such as "Permission denied".
  static func systemTranslation(of words: String) -> String { translation(of: words, domain: "libc") }

  private static func translation(of words: String, domain: String) -> String {
    // The empty text stands for the header of the catalogue.
    words.isEmpty ? "" : words.withCString { String(cString: dgettext(domain, $0)!) }
  }
}
