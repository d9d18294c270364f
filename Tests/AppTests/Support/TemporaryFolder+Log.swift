import ProgramRuns

extension TemporaryFolder {
  /// Waits up to ten seconds until the file `log` contains a text.
  /// - Returns: Whether it does.
  func waitForLog(_ text: String) async throws -> Bool {
    for _ in 0..<200 {
      if try self.text("log").contains(text) { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}
