import Feeds
import Foundation
import FuzzInputs

/// `Benchmarks fuzz [--inputs N] [--seed S]`: reads mutated files until one crashes, takes more than a second of a processor, or takes
/// more than 20 times its size of memory.
enum FuzzRun {
  enum Failure: Error {
    case wrong(String, input: String)
  }

  private static let largeSize = 512 << 10

  static func run() throws -> String {
    let options = CommandLineOptions()
    let count = options["--inputs"].flatMap { Int($0) } ?? 1_000_000
    let seed = options["--seed"].flatMap { UInt64($0) } ?? 1
    var mutator = InputMutator(corpus: try corpus(), seed: seed)
    var slowest = 0.0
    var bytes = 0
    var memory = 0.0
    for number in 0..<count {
      let isLarge = number % 5_000 == 4_999
      let input = isLarge ? mutator.nextLarge(size: largeSize) : mutator.next()
      bytes += input.count
      // Found again after a crash.
      if number % 1_000 == 0 { say("input \(number) of seed \(seed)") }
      let before = isLarge ? Memory.resetPeak() : 0
      let start = Stopwatch.processorTime
      let complaint = isLarge ? readOnly(input) : Exercise.run(input)
      let time = Stopwatch.processorTime - start
      slowest = max(slowest, time)
      if isLarge { memory = max(memory, Double(Memory.peakBytes - before) / Double(input.count)) }
      if let complaint = complaint
        ?? (time > 1 ? "took \(time) s of a processor" : memory > 20 ? "took \(memory) times its size" : nil)
      {
        let path = NSTemporaryDirectory() + "fuzz-\(seed)-\(number)"
        try Data(input).write(to: URL(fileURLWithPath: path))
        throw Failure.wrong(complaint, input: path)
      }
    }
    var report = Report("fuzz")
    report.add("inputs", count)
    report.add("seed", Int(seed))
    report.add("megabytes", Double(bytes) / 1e6)
    report.add("slowest_ms", slowest * 1_000, bar: 1_000)
    report.add("most_memory_over_input", memory, bar: 20)
    return report.json
  }

  private static func readOnly(_ input: [UInt8]) -> String? {
    _ = try? FeedReader.parse(input, named: "input")
    return nil
  }

  private static func corpus() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("FeedsTests/Fixtures/Fuzz")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }
}
