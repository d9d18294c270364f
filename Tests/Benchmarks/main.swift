import Glibc

/// `Benchmarks NAME [--json FILE]`: every speed claim of the README, with its peer in the same run.
let benchmarks: [(name: String, run: () throws -> String)] = [
  ("demo", { try DemoBenchmark().run() })
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let benchmark = benchmarks.first(where: { $0.name == name }) else {
  let names = benchmarks.map(\.name).joined(separator: ", ")
  fputs("Say which benchmark to run: \(names). `--json FILE` writes the figures to a file.\n", stderr)
  exit(64)
}
do {
  let json = try benchmark.run()
  print(json)
  if let option = arguments.firstIndex(of: "--json"), option + 1 < arguments.count {
    try (json + "\n").write(toFile: arguments[option + 1])
  }
} catch {
  fputs("\(name): \(error)\n", stderr)
  exit(1)
}
