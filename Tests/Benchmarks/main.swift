import Foundation

/// `Benchmarks NAME [--json FILE]`: measures the figures of `.github/FIGURES.md`, each together with its peer.
///
/// If a figure misses its bar, it is named on standard error, and the exit status is 1.
let benchmarks: [(name: String, run: () throws -> any BenchmarkResult)] = [
  ("all", { try AllBenchmarks.run() }),
  ("demo", { try DemoBenchmark().run() }),
  ("geometry", { GeometryBenchmark.report() }), ("caches", { CachesBenchmark.report() }),
  ("edits", { EditsBenchmark.report() }), ("soak", { try SoakBenchmark.report() }),
  ("scroll", { try ScrollBenchmark.run() }),
  ("scroll-trace", { try ScrollTrace.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("article", { try ArticleBenchmark.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("resize", { try ResizeBenchmark.run() }),
  ("precache", { try PrecacheBenchmark.run() }), ("memory", { try MemoryBenchmark.run() }),
  ("thrash", { try ThrashCommand.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("cycles", { try CyclesCommand.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("startup", { try StartupBenchmark.run() }), ("reader", { try ReaderBenchmark.run() }),
  ("size", { try SizeBenchmark.run() }),
  ("pixels", { try PixelsBenchmark.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("pictures", { try PicturesBenchmark.run() }),
  ("text", { try TextBenchmark().run() }),
  ("text-preparing", { TextPreparationBenchmark.profile(CommandLine.arguments.dropFirst(2).first ?? "all") }),
  ("text-preparation", { TextPreparationBenchmark().report() }),
  ("templates", { try TemplatesBenchmark.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("text-sweep", { try TextSweep.report(Array(CommandLine.arguments.dropFirst(2))) }),
  ("text-heights", { try TextHeights(Array(CommandLine.arguments.dropFirst(2))).run() }),
  (
    "parse",
    {
      var benchmark = try ParseBenchmark()
      return try benchmark.run()
    }
  ),
  (
    "search",
    {
      var benchmark = try SearchBenchmark()
      return try benchmark.run()
    }
  ),
  ("fuzz", { try FuzzRun.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("structure-fuzz", { try StructureFuzz.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("hostile", { try HostileRun.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("fuzz-worker", { try FuzzWorker.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("parse-peer", { try ParsePeers.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("measuring-peer", { try MeasuringBenchmark.peer(Array(CommandLine.arguments.dropFirst(2))) }),
  ("parse-once", { try ParseOnce.run(Array(CommandLine.arguments.dropFirst(2))) }),
]

/// Writes a line to standard error.
nonisolated func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
let isHelp = arguments.contains("--help")
guard !isHelp, let name = arguments.first, let benchmark = benchmarks.first(where: { $0.name == name }) else {
  let names = benchmarks.map(\.name).joined(separator: ", ")
  say("Usage: Benchmarks NAME [--json FILE]. The names are \(names). --json also writes the output to FILE.")
  exit(isHelp ? 0 : 64)
}
do {
  let options = CommandLineOptions()
  let result = try benchmark.run()
  print(result.text)
  if let file = options["--json"] {
    try (result.text + "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }
  // The figures are read by `all`.
  if let file = options["--figures"] {
    try FigureFile.encode(result.figures).write(to: URL(filePath: file))
  }
  let missed = result.figures.filter(\.missesItsBar)
  for figure in missed {
    say("MISSED: \(figure.name) is \(Figure.format(figure.value)), not \(figure.bar!)")
  }
  let failed = (result as? AllBenchmarks.Result)?.failed ?? []
  if !failed.isEmpty { say("FAILED: \(failed.joined(separator: ", "))") }
  exit(missed.isEmpty && failed.isEmpty ? 0 : 1)
} catch {
  say("\(name): \(error)")
  exit(1)
}
