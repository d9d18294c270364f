/// `mailto:` addresses that are passed to other programs.
public enum MailAddress {
  /// The fields of a mail that an address may fill in. Some programs attach files that an address names.
  private static let allowed: Set<String> = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]

  /// An address in which a `mailto:` fills in nothing but harmless fields; the same for any other address.
  public static func withoutAttachments(_ address: String) -> String {
    guard Reference.scheme(of: address) == "mailto" else { return address }
    let rest = address.dropFirst("mailto:".count)
    guard let question = rest.firstIndex(of: "?") else { return "mailto:" + rest }
    let fields = rest[rest.index(after: question)...].split(separator: "&").filter { field in
      let name = field.prefix { $0 != "=" }
      return allowed.contains((PercentEncoding.decoded(name) ?? "").lowercased())
    }
    let recipient = "mailto:" + rest[..<question]
    return fields.isEmpty ? recipient : "\(recipient)?\(fields.joined(separator: "&"))"
  }
}
