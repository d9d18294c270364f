/// The argument parser asks whether errors have a description for a person.
public protocol LocalizedError: Error {
  /// The description; nil if there is none.
  var errorDescription: String? { get }
}
