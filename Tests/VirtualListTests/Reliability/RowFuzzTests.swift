import Expectations
import Foundation
import FuzzInputs
import RowFuzzing
import TestRuns
import Testing

/// A short run of what `Benchmarks fuzz` does a million times.
struct RowFuzzTests {
  /// Broken and hostile files do not crash the program while their rows are measured, and arithmetic measures their texts
  /// like PangoLayout.
  @Test(
    arguments: [RowExercise.Setting.all[0], RowExercise.Setting.all[3]])
  func hostileFilesAreMeasuredEquallyByPango(setting: RowExercise.Setting) throws {
    let exercise = RowExercise(setting)
    let corpus = [Array("<rss><channel><item><title>A title</title></item></channel></rss>".utf8)]
    let count = TestRun.count(50, full: 250)
    for number in 0..<UInt64(count) {
      var file = FuzzedFile(number: number, corpus: corpus)
      let complaints = exercise.run(file.bytes, &file.choices)
      expect(complaints.isEmpty, "file \(number) in \(setting)")
    }
    expect(exercise.counts.rows > count / 2)
    expect(exercise.counts.comparisons > 2 * count)
  }

  @Test func fuzzedFilesAreReproducibleByNumber() {
    let corpus = [Array("<rss/>".utf8)]
    for number in 0..<UInt64(50) {
      expect(
        FuzzedFile(number: number, corpus: corpus).bytes,
        equals: FuzzedFile(number: number, corpus: corpus).bytes)
    }
    let files = Set((0..<UInt64(50)).map { FuzzedFile(number: $0, corpus: corpus).bytes })
    expect(files.count > 40)
  }

  @Test func inputBytesDecideChoicesUntilExhausted() {
    var choices = Choices(bytes: [3, 1, 2, 9])
    expect(choices.below(10), equals: 3)
    expect(choices.below(1_000), equals: 258)
    expect(choices.below(5), equals: 4)
    expect(choices.below(100), equals: 0)
    expect(choices.below(1), equals: 0)
  }
}
