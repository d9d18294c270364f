extension EncodingPlace {
  fileprivate func encode(_ value: some Encodable) throws {
    switch value {
    case let text as String: set(Self.quoted(text))
    // Their own `encode` would come back here.
    case let value as Bool: set(value.description)
    case let number as any BinaryInteger: set(number.description)
    case let number as any BinaryFloatingPoint & CustomStringConvertible: set(number.description)
    default: try value.encode(to: PlaceEncoder(place: self))
    }
  }
}

/// Writes an object.
struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodingPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { place.member(key.stringValue).set("null") }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try place.member(key.stringValue).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    PlaceEncoder(place: place.member(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    PlaceEncoder(place: place.member(key.stringValue)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { PlaceEncoder(place: place.member("super")) }

  func superEncoder(forKey key: Key) -> any Encoder { PlaceEncoder(place: place.member(key.stringValue)) }
}

/// Writes an array.
struct ArrayEncoder: UnkeyedEncodingContainer {
  let place: EncodingPlace
  var codingPath: [any CodingKey] { [] }
  var count: Int { place.count }

  func encodeNil() { place.next().set("null") }

  func encode(_ value: some Encodable) throws { try place.next().encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    PlaceEncoder(place: place.next()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    PlaceEncoder(place: place.next()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { PlaceEncoder(place: place.next()) }
}

/// Writes a value that is alone in its place.
struct ValueEncoder: SingleValueEncodingContainer {
  let place: EncodingPlace
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { place.set("null") }

  func encode(_ value: some Encodable) throws { try place.encode(value) }
}
