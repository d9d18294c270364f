import Foundation

/// The texts of the text benchmarks.
enum TextCorpora {
  /// The paragraphs of the corpus folder `shared/corpora/texts` beside the package, by script.
  ///
  /// - Parameter length: The maximum number of characters of a paragraph; longer ones are cut.
  static func paragraphs(cutAt length: Int = 300) -> [String: [String]] {
    var folder = URL(filePath: FileManager.default.currentDirectoryPath)
    var found: [String: [String]] = [:]
    while folder.path != "/" {
      let texts = folder.appending(path: "shared/corpora/texts")
      let files =
        (try? FileManager.default.contentsOfDirectory(at: texts, includingPropertiesForKeys: nil)) ?? []
      for file in files where file.pathExtension == "txt" {
        let paragraphs = ((try? String(contentsOf: file, encoding: .utf8)) ?? "")
          .split(whereSeparator: \.isNewline).filter { $0.unicodeScalars.count > 60 }.prefix(200)
          .map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(length))) }
        let name = String(file.lastPathComponent.prefix { $0 != "-" })
        if !paragraphs.isEmpty { found[name] = paragraphs }
      }
      if !found.isEmpty { break }
      folder.deleteLastPathComponent()
    }
    return found
  }

  static let sample =
    "The quick brown fox jumps over the lazy dog while the rain falls on the hills and the river carries the "
    + "leaves of autumn past the old mill, where nobody has lived for years, and on into the wide grey sea "
    + "that lies beyond the harbour wall and its one lamp, which the keeper lights at dusk, every single day."
}

/// Measures times and writes rows of figures.
enum TextFigures {
  /// The processor time of this thread, which depends little on other processes.
  static func seconds(_ body: () -> Void) -> Double {
    let start = Stopwatch.threadTime
    body()
    return Stopwatch.threadTime - start
  }

  /// The shortest of three times, because other processes share the machine.
  static func quickest(_ body: () -> Void) -> Double { (0..<3).map { _ in seconds(body) }.min()! }

  static func micro(_ seconds: Double) -> String { String(format: "%.1f us", seconds * 1e6) }
  static func nano(_ seconds: Double) -> String { String(format: "%.1f ns", seconds * 1e9) }
  static func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }

  static func json(_ row: [String: Any]) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: row, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
