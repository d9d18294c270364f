/// An argument of a statement.
enum SQLiteValue {
  case integer(Int64)
  case text(String)
  case null

  /// A text, or null for nil.
  static func text(ifAny text: String?) -> SQLiteValue { text.map(SQLiteValue.text) ?? .null }
}
