/// Figures as a JSON object, in the order in which they were added.
nonisolated struct Report: BenchmarkResult {
  private var lines: [String]
  private(set) var figures: [Figure] = []

  init(_ name: String) { lines = ["\"benchmark\": \"\(name)\""] }

  mutating func add(_ name: String, _ value: Int) { lines.append("\"\(name)\": \(value)") }

  mutating func add(_ name: String, text: String) { lines.append("\"\(name)\": \"\(text)\"") }

  /// - Parameters:
  ///   - bar: The maximum of the figure.
  ///   - peer: The figure of another implementation in the same run.
  mutating func add(_ name: String, _ value: Double, bar: Double? = nil, peer: Double? = nil) {
    add(Figure(name: name, value: value, bar: bar.map { .atMost($0) }, peer: peer))
  }

  /// - Parameters:
  ///   - least: The minimum of the figure.
  ///   - peer: The figure of another implementation in the same run.
  mutating func add(_ name: String, _ value: Double, atLeast least: Double, peer: Double? = nil) {
    add(Figure(name: name, value: value, bar: .atLeast(least), peer: peer))
  }

  private mutating func add(_ figure: Figure) {
    // JSON has no infinity.
    lines.append("\"\(figure.name)\": \(figure.value.isFinite ? "\(Self.rounded(figure.value))" : "null")")
    switch figure.bar {
    case .atMost(let limit): lines.append("\"\(figure.name)_at_most\": \(limit)")
    case .atLeast(let limit): lines.append("\"\(figure.name)_at_least\": \(limit)")
    case nil: break
    }
    if let peer = figure.peer { lines.append("\"\(figure.name)_of_peer\": \(Self.rounded(peer))") }
    figures.append(figure)
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  var text: String { json }

  var json: String { "{\n  " + lines.joined(separator: ",\n  ") + "\n}" }
}

/// Rows of figures of one kind, as a JSON array of objects.
nonisolated struct TableReport: BenchmarkResult {
  private var rows: [String] = []
  private(set) var figures: [Figure] = []

  /// - Parameter row: A JSON object.
  mutating func add(_ row: String, _ figures: [Figure] = []) {
    rows.append(row)
    self.figures += figures
  }

  var text: String { "[\n  " + rows.joined(separator: ",\n  ") + "\n]" }
}
