import FeedViewerFeeds
import Foundation
import FuzzInputs
import RowFuzzing

/// `Benchmarks fuzz-worker FOLDER FIRST COUNT`: reads and measures some files and records its progress in a folder.
/// If it crashes, `FuzzRun` continues with the next file.
struct FuzzWorker {
  /// The seconds of processor time for one file after which the worker is killed.
  private static let longest = 10
  /// One file in this many is a large one, which is only read.
  private static let largePeriod: UInt64 = 5_000
  private static let largeSize = 512 << 10
  private static let complaintLimit = 100

  private let record: FileHandle
  private let complaints: FileHandle
  private let corpus: [[UInt8]]
  private var progress = FuzzProgress()
  private var complaintCount = 0

  static func run(_ arguments: [String]) throws -> Report {
    guard arguments.count == 3, let first = UInt64(arguments[1]), let count = UInt64(arguments[2]) else {
      throw FuzzRun.Failure.usage
    }
    var worker = try FuzzWorker(folder: arguments[0])
    try worker.run(first, count)
    return Report("fuzz-worker")
  }

  private init(folder: String) throws {
    record = try FuzzProgress.file(in: folder)
    complaints = try FuzzComplaint.file(in: folder)
    corpus = try FuzzRun.corpus()
  }

  private mutating func run(_ first: UInt64, _ count: UInt64) throws {
    var setting = FuzzedFile.setting(ofNumber: first)
    var exercise = RowExercise(setting)
    for number in first..<first + count {
      progress.next = number
      try progress.write(to: record)
      let wanted = FuzzedFile.setting(ofNumber: number)
      if wanted != setting {
        progress.finish(exercise.counts)
        setting = wanted
        exercise = RowExercise(wanted)
      }
      let start = Stopwatch.processorTime
      Self.setAlarm(after: Self.longest)
      if number % Self.largePeriod == Self.largePeriod - 1 {
        try readLarge(number)
      } else {
        var file = FuzzedFile(number: number, corpus: corpus)
        for text in exercise.run(file.bytes, &file.choices) { try complain(text, of: number) }
      }
      Self.setAlarm(after: 0)
      let time = Stopwatch.processorTime - start
      if time > progress.slowest { (progress.slowest, progress.slowestNumber) = (time, number) }
      progress.noteMemory()
      progress.current = exercise.counts
    }
    progress.next = first + count
    try progress.write(to: record)
  }

  private mutating func complain(_ text: String, of number: UInt64) throws {
    complaintCount += 1
    guard complaintCount <= Self.complaintLimit else { return }
    try FuzzComplaint(number: number, text: text).append(to: complaints)
  }

  /// The memory for reading is proportional to the size of the file.
  private mutating func readLarge(_ number: UInt64) throws {
    var mutator = InputMutator(corpus: corpus, seed: number)
    let bytes = mutator.nextLarge(size: Self.largeSize)
    let before = Memory.resetPeak()
    _ = try? FeedReader.parse(bytes, named: "input")
    let ratio = Double(Memory.peakBytes - before) / Double(bytes.count)
    progress.mostMemoryOverInput = max(progress.mostMemoryOverInput, ratio)
  }

  /// Ends the process after this many seconds of processor time; 0 cancels that.
  private static func setAlarm(after seconds: Int) {
    var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
  }
}

/// The progress of a worker, in a file that outlives it.
nonisolated struct FuzzProgress: Codable, Sendable {
  /// The file that is being exercised, or the first one after the last exercised one.
  var next: UInt64 = 0
  /// Seconds of processor time.
  var slowest = 0.0
  var slowestNumber: UInt64 = 0
  /// The peak memory of the worker, with all fonts that it has loaded.
  var peakMegabytes = 0.0
  var mostMemoryOverInput = 0.0
  /// The files that were exercised under the present setting.
  var current = RowExercise.Counts()
  private var before = RowExercise.Counts()

  var counts: RowExercise.Counts { before + current }

  mutating func finish(_ counts: RowExercise.Counts) {
    before = before + counts
    current = RowExercise.Counts()
  }

  mutating func noteMemory() {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    peakMegabytes = max(peakMegabytes, Double(usage.ru_maxrss) / 1024)
  }

  mutating func add(_ other: FuzzProgress) {
    finish(current)
    finish(other.counts)
    if other.slowest > slowest { (slowest, slowestNumber) = (other.slowest, other.slowestNumber) }
    peakMegabytes = max(peakMegabytes, other.peakMegabytes)
    mostMemoryOverInput = max(mostMemoryOverInput, other.mostMemoryOverInput)
  }

  static func file(in folder: String) throws -> FileHandle {
    let path = URL(fileURLWithPath: folder + "/progress")
    try Data().write(to: path)
    return try FileHandle(forWritingTo: path)
  }

  func write(to file: FileHandle) throws {
    try file.seek(toOffset: 0)
    try file.write(contentsOf: JSONEncoder().encode(self))
    try file.truncate(atOffset: file.offset())
  }

  init() {}

  init(in folder: String) throws {
    self = try JSONDecoder().decode(
      FuzzProgress.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/progress")))
  }
}

/// A failure with the number of its file.
nonisolated struct FuzzComplaint: Codable, Sendable {
  var number: UInt64
  var text: String

  static func file(in folder: String) throws -> FileHandle {
    let path = URL(fileURLWithPath: folder + "/complaints")
    try Data().write(to: path)
    return try FileHandle(forWritingTo: path)
  }

  func append(to file: FileHandle) throws {
    try file.write(contentsOf: JSONEncoder().encode(self) + Data("\n".utf8))
  }

  static func all(in folder: String) throws -> [FuzzComplaint] {
    try Data(contentsOf: URL(fileURLWithPath: folder + "/complaints")).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(FuzzComplaint.self, from: $0) }
  }
}
