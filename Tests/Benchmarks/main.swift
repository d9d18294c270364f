import Foundation

/// `Benchmarks NAME [--json FILE]`: every speed claim of the README, with its peer in the same run.
let benchmarks: [(name: String, run: () throws -> String)] = [
  ("demo", { try DemoBenchmark().run() }),
  ("geometry", { GeometryBenchmark.report() }), ("caches", { CachesBenchmark.report() }),
  ("edits", { EditsBenchmark.report() }), ("soak", { try SoakBenchmark.report() }),
  ("scroll", { try ScrollBenchmark.run() }),
  ("scroll-trace", { try ScrollTrace.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("resize", { try ResizeBenchmark.run() }),
  ("precache", { try PrecacheBenchmark.run() }), ("memory", { try MemoryBenchmark.run() }),
  ("thrash", { try ThrashCommand.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("cycles", { try CyclesCommand.run(Array(CommandLine.arguments.dropFirst(2))) }),
  ("startup", { try StartupBenchmark.run() }),
  ("pictures", { try PicturesBenchmark.run() }),
  ("text", { try TextBenchmark().run() }),
  ("text-preparing", { TextPreparationBenchmark.profile(CommandLine.arguments.dropFirst(2).first ?? "all") }),
  ("text-preparation", { "[" + TextPreparationBenchmark().rows() + "]" }),
  ("text-sweep", { try TextSweep.report(Array(CommandLine.arguments.dropFirst(2))) }),
  ("text-heights", { try TextHeights(Array(CommandLine.arguments.dropFirst(2))).run() }),
  (
    "parse",
    {
      var benchmark = try ParseBenchmark()
      return try benchmark.run()
    }
  ),
  ("fuzz", { try FuzzRun.run() }),
  ("parse-once", { try ParseOnce.run(Array(CommandLine.arguments.dropFirst(2))) }),
]

/// A line on standard error.
func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let benchmark = benchmarks.first(where: { $0.name == name }) else {
  let names = benchmarks.map(\.name).joined(separator: ", ")
  say("Say which benchmark to run: \(names). `--json FILE` writes the figures to a file.")
  exit(64)
}
do {
  let json = try benchmark.run()
  print(json)
  if let option = arguments.firstIndex(of: "--json"), option + 1 < arguments.count {
    try (json + "\n").write(toFile: arguments[option + 1], atomically: true, encoding: .utf8)
  }
} catch {
  say("\(name): \(error)")
  exit(1)
}
