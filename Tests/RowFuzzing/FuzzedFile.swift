import FuzzInputs

/// The file of a number, and how it is exercised: the same for the same number on every machine with the same fonts.
public nonisolated struct FuzzedFile {
  /// So many files in a row are measured under the same setting, since a new one looks for fonts again.
  public static let blockLength: UInt64 = 4_000

  public let bytes: [UInt8]
  /// What else is chosen at random.
  public var choices: Choices

  /// - Parameter corpus: Good files to be broken; at least one.
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
