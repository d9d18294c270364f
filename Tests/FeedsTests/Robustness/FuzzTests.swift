import Expectations
import Foundation
import FuzzInputs
import TestRuns
import Testing

/// A short run; `Benchmarks fuzz` makes a long one.
@Suite struct FuzzTests {
  @Test func mutatedFilesAreReadOrRefused() throws {
    let folder = try require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
      .appendingPathComponent("Fuzz")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    expect(files.count >= 10)
    let corpus = try files.map { Array(try Data(contentsOf: $0)) }
    for bytes in corpus { expect(Exercise.run(bytes) == nil) }
    var mutator = InputMutator(corpus: corpus, seed: 2024)
    for number in 0..<TestRun.count(1_000, full: 3_000) {
      expect(Exercise.run(mutator.next()), equals: nil, "input \(number) of seed 2024")
    }
  }
}
