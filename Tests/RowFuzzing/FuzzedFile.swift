import FuzzInputs

/// The fuzzed file of a given number. Equal on all machines with the same fonts.
public nonisolated struct FuzzedFile {
  /// The number of consecutive files measured with one setting, because a new setting loads its fonts again.
  public static let blockLength: UInt64 = 4_000

  public let bytes: [UInt8]
  /// Random choices for exercising the file.
  public var choices: Choices

  /// - Parameter corpus: Good files to mutate; not empty.
  public init(number: UInt64, corpus: [[UInt8]]) {
    var choices = Choices(seed: number)
    switch choices.below(4) {
    case 0:
      var mutator = InputMutator(corpus: corpus, seed: number)
      bytes = mutator.next()
    case 1:
      var mutator = InputMutator(corpus: corpus + [HostileFeed.bytes(&choices)], seed: number)
      bytes = mutator.next()
    default:
      bytes = HostileFeed.bytes(&choices)
    }
    self.choices = choices
  }

  public static func setting(ofNumber number: UInt64) -> RowExercise.Setting {
    RowExercise.Setting.all[Int(number / blockLength % UInt64(RowExercise.Setting.all.count))]
  }
}
