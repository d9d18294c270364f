/// What the references to an entry's pictures are resolved against: only few readers of entries ask for their addresses.
struct ImageBases: Sendable {
  /// How one reference is resolved.
  struct Rule: Sendable {
    /// Whether it is one of a text, which the entry's link is a base of.
    var isInText: Bool
    /// The base that counts more than those of the entry and the feed.
    var own: String?
  }

  /// That of references outside of texts; nil if there is none.
  let base: String?
  /// One for each reference.
  let rules: [Rule]

  /// The addresses of pictures.
  ///
  /// - Parameters:
  ///   - references: As they are written.
  ///   - link: The entry's address.
  func addresses(of references: [String], link: String?) -> [String] {
    let textBase = rules.contains(where: \.isInText) ? AddressBases.joined(link, base) : base
    return zip(references, rules).map { reference, rule in
      guard Reference.isRelative(reference) else { return reference }
      let outer = rule.isInText ? textBase : base
      return Reference.resolve(
        reference, against: rule.own == nil ? outer : AddressBases.joined(rule.own, outer))
    }
  }
}
