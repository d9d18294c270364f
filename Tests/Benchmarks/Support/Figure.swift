import Foundation

/// A number that a benchmark measured, with what it must be and what it is compared with.
nonisolated struct Figure: Codable {
  /// What a figure must be.
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

  /// With its unit at the end, such as `first_frame_ms`.
  var name: String
  var value: Double
  var bar: Bar?
  /// What another way of doing the same took in the same run, in the figure's unit.
  var peer: Double?

  /// A figure that is no number misses every bar.
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

/// What a benchmark hands back: the text that is printed, and the figures in it that have a bar or a peer.
nonisolated protocol BenchmarkResult {
  var text: String { get }
  var figures: [Figure] { get }
}

/// Of tools that only print.
extension String: BenchmarkResult {
  nonisolated var text: String { self }
  nonisolated var figures: [Figure] { [] }
}

/// How a benchmark tells `all` of its figures: JSON has no words for what is no number.
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
