import FeedViewerBase

/// The attributes of the current start tag.
extension XMLFeedReader {
  /// Takes what applies to the element and all below it: namespaces, the base of addresses and the language.
  mutating func readInheritedAttributes() {
    for index in 0..<scanner.attributeCount {
      let attribute = scanner.attribute(index)
      let name = scanner.bytes(attribute.name)
      guard name.count >= 5, ASCII.lowercased(name[0]) == 0x78 else { continue }
      if name.startsIgnoringCase("xmlns") {
        guard name.count == 5 || name[5] == 0x3A else { continue }
        let prefix = name.count == 5 ? "" : UnsafeBufferPointer(rebasing: name[6...]).string.lowercased()
        names.declare(prefix: prefix, namespace: decoded(attribute.value))
      } else if name.equalsIgnoringCase("xml:base") {
        let value = CleanAddress.of(decoded(attribute.value))
        let joined = Reference.resolve(value, against: bases.last)
        if Reference.isUsableBase(joined) { bases.append(joined) }
      } else if name.equalsIgnoringCase("xml:lang") {
        languages.append(LanguageTag.normalized(decoded(attribute.value)) ?? "")
      }
    }
  }

  mutating func noteUndeclaredPrefix(of symbol: Int32) {
    let prefix = names.symbols[Int(symbol)].prefix
    guard warnedPrefixes.insert(prefix).inserted else { return }
    log.note(
      Message("the prefix “\(prefix)” is not declared"),
      XMLModule.of(undeclaredPrefix: prefix) == .other
        ? Message("its elements ignored") : Message("read as usual"),
      at: scanner.name.lowerBound, in: &scanner.text)
  }

  /// The value of an attribute of the current start tag, decoded and trimmed; `nil` if there is none.
  mutating func attribute(_ name: StaticString) -> String? {
    valueRange(of: name).map { decoded($0) }
  }

  /// The address in an attribute of the current start tag; `nil` if there is none.
  mutating func addressAttribute(_ name: StaticString) -> String? { attribute(name).map(CleanAddress.of) }

  mutating func nonemptyAttribute(_ name: StaticString) -> String? {
    attribute(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The raw bytes of an attribute, trimmed; for values without character references.
  ///
  /// `mutating` here and in its callers passes the reader by address; otherwise all its kilobytes would be copied for
  /// the call.
  mutating func rawAttribute(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    valueRange(of: name).map { scanner.bytes($0).trimmed }
  }

  private mutating func valueRange(of name: StaticString) -> Range<Int>? {
    for index in 0..<scanner.attributeCount {
      let attribute = scanner.attribute(index)
      guard attribute.name.count == name.utf8CodeUnitCount else { continue }
      let bytes = scanner.bytes(attribute.name)
      // Most names of the same length differ in their first bytes.
      if ASCII.lowercased(bytes[0]) == name.utf8Start[0], bytes.equalsIgnoringCase(name) {
        return attribute.value
      }
    }
    return nil
  }

  /// The value of an attribute of the current start tag, decoded and trimmed, until the next text is decoded; `nil` if
  /// there is none.
  mutating func attributeText(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    valueRange(of: name).map { text(of: $0).trimmed }
  }

  /// The same; `nil` if it is empty, too.
  mutating func nonemptyAttributeText(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    attributeText(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the last attribute of the current start tag has this name.
  mutating func lastAttributeIs(_ name: StaticString) -> Bool {
    scanner.attributeCount > 0
      && scanner.bytes(scanner.attribute(scanner.attributeCount - 1).name).equalsIgnoringCase(name)
  }

  /// Whether the value of an attribute equals `word`, regardless of case.
  mutating func attribute(_ name: StaticString, is word: StaticString) -> Bool {
    rawAttribute(name)?.equalsIgnoringCase(word) ?? false
  }

  /// A value with character references decoded, trimmed.
  private mutating func decoded(_ range: Range<Int>) -> String {
    let bytes = scanner.bytes(range)
    guard bytes.holds(0x26) else { return bytes.trimmed.validString }
    return text(of: range).trimmed.validString
  }

  /// A text with character references decoded; valid until the next call.
  mutating func text(of range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    guard scanner.bytes(range).holds(0x26) else { return scanner.bytes(range) }
    var buffer = ByteBuffer(capacity: 0)
    swap(&buffer, &scratch)
    buffer.clear()
    appendDecoded(range, to: &buffer)
    swap(&buffer, &scratch)
    return scratch.view
  }
}
