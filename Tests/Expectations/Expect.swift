// Programs with the static runtime, such as benchmarks, are built beside this module, but without Swift Testing.
#if canImport(Testing)
  import Testing

  // Functions in place of the macros of Swift Testing: each expansion takes the compiler some 20 ms, and there are thousands. The
  // macros are used where functions can't be: for errors that are expected, and for processes that end.

  /// Records an issue if a condition does not hold; the test goes on.
  ///
  /// - Parameters:
  ///   - condition: What has to hold.
  ///   - comment: What to tell beside the place if it does not.
  package func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    guard !condition else { return }
    record(
      comment(), "The condition does not hold.",
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same for a function that looks for its caller.
  package func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation
  ) {
    if !condition { record(comment(), "The condition does not hold.", sourceLocation) }
  }

  /// Records an issue with both values if a value is not the one that was expected; the test goes on.
  ///
  /// - Parameters:
  ///   - value: What was found.
  ///   - expected: What it has to be equal to.
  ///   - comment: What to tell beside the values if it is not.
  package func expect<Value: Equatable>(
    _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    guard value != expected else { return }
    record(
      comment(), difference(value, expected),
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same for a function that looks for its caller.
  package func expect<Value: Equatable>(
    _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation
  ) {
    if value != expected { record(comment(), difference(value, expected), sourceLocation) }
  }

  /// Ends the test if a condition does not hold.
  ///
  /// - Parameters:
  ///   - condition: What has to hold.
  ///   - comment: What to tell beside the place if it does not.
  package func require(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
    line: Int = #line
  ) throws {
    if !condition { throw UnmetRequirement(comment(), "The condition does not hold.", fileID, line) }
  }

  /// Ends the test if there is no value.
  ///
  /// - Parameters:
  ///   - value: What has to be there.
  ///   - comment: What to tell beside the place if it is not.
  /// - Returns: The value.
  @discardableResult
  package func require<Value>(
    _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID, line: Int = #line
  ) throws -> Value {
    guard let value else { throw UnmetRequirement(comment(), "There is no value.", fileID, line) }
    return value
  }

  /// The same for a function that looks for its caller.
  package func require(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation
  ) throws {
    guard !condition else { return }
    throw UnmetRequirement(
      comment(), "The condition does not hold.", sourceLocation.fileID, sourceLocation.line)
  }

  /// The same for a function that looks for its caller.
  @discardableResult
  package func require<Value>(
    _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation
  ) throws -> Value {
    guard let value else {
      throw UnmetRequirement(comment(), "There is no value.", sourceLocation.fileID, sourceLocation.line)
    }
    return value
  }

  /// Why a test has ended.
  private struct UnmetRequirement: Error, CustomStringConvertible {
    let description: String

    init(_ comment: Comment?, _ reason: String, _ fileID: String, _ line: Int) {
      description = "\(fileID):\(line): \(comment.map { "\($0.rawValue): " } ?? "")\(reason)"
    }
  }

  private func difference<Value>(_ value: Value, _ expected: Value) -> String {
    "\(String(reflecting: value)) is not \(String(reflecting: expected))"
  }

  private func record(_ comment: Comment?, _ reason: String, _ location: SourceLocation) {
    Issue.record(
      Comment(rawValue: comment.map { "\($0.rawValue): \(reason)" } ?? reason), sourceLocation: location)
  }
#endif
