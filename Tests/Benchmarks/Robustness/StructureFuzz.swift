import Foundation
import FuzzInputs

/// `Benchmarks structure-fuzz [COUNT] [SEED]`: compares the structure of broken files with what is read from them, in pieces
/// of several sizes, by one thread and by two.
nonisolated enum StructureFuzz {
  enum Failure: Error, CustomStringConvertible {
    case usage, noInputs

    var description: String {
      switch self {
      case .usage: "Usage: structure-fuzz [COUNT] [SEED]"
      case .noInputs: "The fixtures of the tests are not beside the benchmarks."
      }
    }
  }

  private static let faultLimit = 20

  static func run(_ arguments: [String]) throws -> Report {
    let numbers = arguments.prefix { !$0.hasPrefix("--") }.map { UInt64($0) }
    guard numbers.count <= 2, !numbers.contains(nil) else { throw Failure.usage }
    let count = Int(numbers.first.flatMap { $0 } ?? 100_000)
    let seed = numbers.dropFirst().first.flatMap { $0 } ?? 1
    var mutator = InputMutator(corpus: try fixtures() + StructureCheck.feeds, seed: seed)
    var check = StructureCheck()
    var faults = 0
    for number in 0..<count where faults < faultLimit {
      let bytes = number % 64 == 63 ? mutator.nextLarge(size: 20_000) : mutator.next()
      let head = number % 2 == 0 ? 64 + number % 1_500 : 1 << 20
      let chunk = number % 3 == 0 ? 64 : 300
      let fault =
        check.fault(in: bytes, head: head, chunk: chunk)
        ?? check.fault(
          onTwoThreads: bytes, head: 64 + number % 300, chunk: 64, pieceSize: 64 + number % 1_900)
      guard let fault else { continue }
      faults += 1
      say("input \(number) of seed \(seed), first piece of \(head) bytes: \(fault)")
    }
    var report = Report("structure-fuzz")
    report.add("inputs", count)
    report.add("entries", check.entryCount)
    report.add("entries_not_read", check.scannedCount)
    report.add("faults", Double(faults), bar: 0)
    return report
  }

  private static func fixtures() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "FeedsTests/Fixtures/Fuzz")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    guard !files.isEmpty else { throw Failure.noInputs }
    return try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }
}
