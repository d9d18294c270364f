import Foundation
import ProgramRuns

// `RandomReader PROGRAM ACTIONS SEED`
//
// Reads feeds with PROGRAM at random. Ends with status 1, and tells what was done last, if the program ends, hangs, writes to
// standard error, or is not idle at the end. The same SEED gives the same actions; what they meet depends on the machine.

/// - Returns: The exit status.
func run(_ program: String, _ count: Int, _ seed: UInt64) throws -> Int32 {
  let begun = Date()
  let folder = try TemporaryFolder()
  let reader = try RandomReader(program, in: folder.path, seed: seed)
  defer { reader.end() }
  do {
    try reader.read(actions: count)
    print("\(count) actions in \(Int(Date().timeIntervalSince(begun))) s, \(reader.report)")
    return 0
  } catch {
    print("Seed \(seed), the program \((error as? RandomReader.Fault)?.text ?? "\(error)")")
    print("The last actions: \(reader.played.suffix(40).joined(separator: ", "))")
    return 1
  }
}

let words = CommandLine.arguments
guard words.count == 4, let count = Int(words[2]), let seed = UInt64(words[3]) else {
  print("Usage: RandomReader PROGRAM ACTIONS SEED")
  exit(64)
}
exit(try run(words[1], count, seed))
