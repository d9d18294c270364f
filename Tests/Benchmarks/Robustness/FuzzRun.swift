import Foundation
import FuzzInputs
import HostileFiles
import ProgramRuns
import RowFuzzing
import Synchronization

/// `Benchmarks fuzz [COUNT] [SEED] [--processes N]`: reads broken files and measures their rows, in worker processes;
/// after a crash, the run continues with the next file. `Benchmarks fuzz 1 NUMBER` repeats one file. On SIGTERM, a run
/// finishes the current files and reports on all that it has read.
nonisolated final class FuzzRun: Sendable {
  enum Failure: Error, CustomStringConvertible {
    case usage

    var description: String { "Usage: fuzz [COUNT] [SEED] [--processes N]" }
  }

  /// The results of all workers.
  private struct State {
    var next: UInt64
    var progress = FuzzProgress()
    /// Failures by kind: of those that differ only in numbers, the first is reported.
    var faults: [String: (count: Int, first: FuzzComplaint)] = [:]
    var different: [FuzzComplaint] = []
    var differentOnlyInCompany: [FuzzComplaint] = []
    var faultCount = 0
    var told = Date()
    var isEnded = false
  }

  private static let faultLimit = 300
  private static let processorSeconds = 1.0
  private static let megabytes = 500.0

  private let first: UInt64
  private let end: UInt64
  private let processCount: Int
  private let state: Mutex<State>

  static func run(_ arguments: [String]) throws -> Report {
    let numbers = arguments.prefix { !$0.hasPrefix("--") }.map { UInt64($0) }
    guard numbers.count <= 2, !numbers.contains(nil) else { throw Failure.usage }
    let processes = CommandLineOptions()["--processes"].flatMap { Int($0) } ?? 2
    let run = FuzzRun(
      count: numbers.first.flatMap { $0 } ?? 1_000_000, first: numbers.dropFirst().first.flatMap { $0 } ?? 1,
      processCount: processes)
    return run.run()
  }

  private init(count: UInt64, first: UInt64, processCount: Int) {
    self.first = first
    end = first + count
    self.processCount = max(1, processCount)
    state = Mutex(State(next: first))
  }

  private func run() -> Report {
    signal(SIGTERM, SIG_IGN)
    let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    termination.setEventHandler { [self] in state.withLock { $0.isEnded = true } }
    termination.resume()
    defer { termination.cancel() }
    DispatchQueue.concurrentPerform(iterations: processCount) { _ in
      while let block = takeBlock() {
        do { try work(on: block) } catch { say("\(block): \(error)") }
      }
    }
    return report(state.withLock { $0 })
  }

  /// The next files, which are all measured under the same setting.
  private func takeBlock() -> Range<UInt64>? {
    state.withLock { state in
      guard state.next < end, !state.isEnded, state.faultCount < Self.faultLimit else { return nil }
      let length = FuzzedFile.blockLength - state.next % FuzzedFile.blockLength
      let block = state.next..<min(end, state.next + length)
      state.next = block.upperBound
      return block
    }
  }

  private func work(on block: Range<UInt64>) throws {
    var rest = block
    while !rest.isEmpty {
      let (outcome, progress, complaints) = try work(once: rest)
      let isDone = outcome.ending == .exited(status: 0)
      if !isDone { noteCrash(outcome, at: progress.next) }
      for complaint in complaints { try note(complaint, isAlone: block.count == 1) }
      state.withLock { state in
        state.progress.add(progress)
        guard Date().timeIntervalSince(state.told) > 30 else { return }
        state.told = Date()
        let progress = state.progress
        say(
          "\(progress.counts.files) files of \(end - first); \(state.faultCount) faults; the slowest "
            + "\(Int(progress.slowest * 1000)) ms, \(Int(progress.peakMegabytes)) MB")
      }
      if isDone { return }
      rest = min(progress.next + 1, block.upperBound)..<block.upperBound
      if state.withLock({ $0.faultCount >= Self.faultLimit }) { return }
    }
  }

  private func work(once block: Range<UInt64>) throws -> (
    LimitedProcess.Outcome, FuzzProgress, [FuzzComplaint]
  ) {
    let folder = try TemporaryFolder()
    var worker = LimitedProcess(
      program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      arguments: ["fuzz-worker", folder.path, "\(block.lowerBound)", "\(block.count)"].map { Array($0.utf8) })
    worker.environment = ["SWIFT_BACKTRACE": "enable=no"]
    worker.processorSeconds = 100_000
    worker.seconds = 100_000
    let outcome = try worker.run()
    return (outcome, try FuzzProgress(in: folder.path), try FuzzComplaint.all(in: folder.path))
  }

  // MARK: Faults

  private func noteCrash(_ outcome: LimitedProcess.Outcome, at number: UInt64) {
    let last = outcome.errors.split(separator: "\n").last { !$0.isEmpty } ?? ""
    let kind = outcome.ending == .killed(signal: Int(SIGPROF)) ? "takes more than 10 s" : "\(outcome.ending)"
    note("\(kind) \(last)", of: number)
  }

  private func note(_ text: String, of number: UInt64) {
    let kind = String(text.filter { !$0.isNumber }.prefix(160))
    let complaint = FuzzComplaint(number: number, text: text)
    let isNew = state.withLock { state in
      state.faultCount += 1
      state.faults[kind, default: (0, complaint)].count += 1
      return state.faults[kind]?.count == 1
    }
    if isNew { say("fuzz 1 \(number): \(text)\(written(number).map { "\n    the file: \($0)" } ?? "")") }
  }

  /// For a few texts, PangoLayout's own results depend on the texts that its process has laid out before: a difference
  /// counts only if it occurs in a fresh process.
  private func note(_ complaint: FuzzComplaint, isAlone: Bool) throws {
    guard complaint.text.hasPrefix("different") else { return note(complaint.text, of: complaint.number) }
    let isReal =
      try isAlone
      || work(once: complaint.number..<complaint.number + 1).2.contains { $0.text.hasPrefix("different") }
    state.withLock {
      if isReal { $0.different.append(complaint) } else { $0.differentOnlyInCompany.append(complaint) }
      if isReal { $0.faultCount += 1 }
    }
    say("fuzz 1 \(complaint.number): \(isReal ? "" : "(not in a fresh process) ")\(complaint.text)")
  }

  /// Writes a file's bytes for other commands, and returns the path.
  private func written(_ number: UInt64) -> String? {
    guard let corpus = try? Self.corpus() else { return nil }
    let path = NSTemporaryDirectory() + "fuzz-\(number)"
    let file = FuzzedFile(number: number, corpus: corpus)
    return (try? Data(file.bytes).write(to: URL(fileURLWithPath: path))) == nil ? nil : path
  }

  private func report(_ state: State) -> Report {
    let counts = state.progress.counts
    var report = Report("fuzz")
    report.add("files", counts.files)
    report.add("first", Int(first))
    report.add("rows", counts.rows)
    report.add("heights", counts.heights)
    report.add("compared_with_pango", counts.comparisons)
    report.add("different", Double(state.different.count), bar: 0)
    report.add("different_only_after_other_texts", state.differentOnlyInCompany.count)
    report.add("crashes_and_other_faults", Double(state.faultCount - state.different.count), bar: 0)
    for (index, fault) in state.faults.values.sorted(by: { $0.count > $1.count }).enumerated() {
      let text = fault.first.text.filter { $0.isASCII && $0 != "\"" && $0 != "\\" && $0 != "\n" }
      report.add("fault_\(index + 1)", text: "\(fault.count) times, first at \(fault.first.number): \(text)")
    }
    report.add("slowest_seconds", state.progress.slowest, bar: Self.processorSeconds)
    report.add("slowest_file", Int(state.progress.slowestNumber))
    report.add("largest_process_megabytes", state.progress.peakMegabytes, bar: Self.megabytes)
    report.add("most_memory_over_input", state.progress.mostMemoryOverInput, bar: 20)
    return report
  }

  static func corpus() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("FeedsTests/Fixtures/Fuzz")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }
}
