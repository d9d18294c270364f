import Foundation

/// A number that a benchmark measured, with its bar and its peer.
nonisolated struct Figure: Codable {
  /// The bar of a figure.
  enum Bar: Codable {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }
  }

  /// The name, with the unit at its end, such as `first_frame_ms`.
  var name: String
  var value: Double
  var bar: Bar?
  /// The figure of another implementation in the same run, in the same unit.
  var peer: Double?

  /// A figure that is not a number misses every bar.
  var missesItsBar: Bool { bar.map { !$0.isMet(by: value) } ?? false }

  static func format(_ value: Double) -> String {
    value.magnitude < 1e15 && value == value.rounded()
      ? String(Int(value)) : String((value * 1000).rounded() / 1000)
  }
}

extension Figure.Bar: CustomStringConvertible {
  nonisolated var description: String {
    switch self {
    case .atMost(let limit): "at most \(Figure.format(limit))"
    case .atLeast(let limit): "at least \(Figure.format(limit))"
    }
  }
}

/// The result of a benchmark: the text that is printed, and the figures in it that have a bar or a peer.
nonisolated protocol BenchmarkResult {
  var text: String { get }
  var figures: [Figure] { get }
}

/// The result of a tool that only prints.
extension String: BenchmarkResult {
  nonisolated var text: String { self }
  nonisolated var figures: [Figure] { [] }
}

/// The format in which a benchmark gives its figures to `all`: JSON has no infinities.
nonisolated enum FigureFile {
  static func encode(_ figures: [Figure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(figures)
  }

  static func decode(_ data: Data) throws -> [Figure] {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode([Figure].self, from: data)
  }
}
