/// A place in a JSON text, where a value is written in the course of time.
final class EncodingPlace {
  private enum Contents {
    case value(String)
    case array([EncodingPlace])
    case object([(key: String, place: EncodingPlace)])
  }

  private var contents = Contents.value("null")

  func set(_ json: String) { contents = .value(json) }

  func beginArray() { contents = .array([]) }

  func beginObject() { contents = .object([]) }

  /// The number of places in the array.
  var count: Int { if case .array(let places) = contents { places.count } else { 0 } }

  /// A new place at the end of the array.
  func next() -> EncodingPlace {
    let place = EncodingPlace()
    if case .array(let places) = contents { contents = .array(places + [place]) }
    return place
  }

  /// A new place in the object.
  func member(_ key: String) -> EncodingPlace {
    let place = EncodingPlace()
    if case .object(let members) = contents { contents = .object(members + [(key, place)]) }
    return place
  }

  var json: String {
    switch contents {
    case .value(let json): json
    case .array(let places): "[" + places.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.place.json)" }
        .joined(separator: ",") + "}"
    }
  }

  static func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\n": json += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

/// Writes a value into its place.
struct PlaceEncoder: Encoder {
  let place: EncodingPlace
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.beginObject()
    return KeyedEncodingContainer(ObjectEncoder<Key>(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.beginArray()
    return ArrayEncoder(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ValueEncoder(place: place) }
}
