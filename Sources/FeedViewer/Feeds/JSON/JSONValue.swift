/// A JSON value, for rarely present members; `JSONStream` writes all others without making a value of them.
indirect enum JSONValue {
  case null
  case bool(Bool)
  case number(Int64)
  case string(String)
  case array([JSONValue])
  /// The members in the order in which they are written; their names need no escapes.
  case object([(StaticString, JSONValue)])

  /// A string, or `null`.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
