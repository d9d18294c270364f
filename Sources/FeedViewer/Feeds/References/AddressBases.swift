/// What relative references are resolved against (RFC 3986, section 5.1). The order of the bases is: `xml:base`, the `base`
/// element of HTML, for references in a text the link of its entry, the link of the feed, the address of the feed itself.
///
/// A base may be relative: it is resolved against the next one. One that is no base, such as `urn:x`, does not count.
enum AddressBases {
  /// The base for which several stand; nil if there is none.
  ///
  /// - Parameter bases: Those that count more come first.
  static func joined(_ bases: String?...) -> String? {
    var result: String?
    for base in bases.reversed() {
      guard let base, !base.isEmpty else { continue }
      let joined = Reference.resolve(base, against: result)
      if Reference.isBase(joined) { result = joined }
    }
    return result
  }
}
