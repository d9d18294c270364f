import Foundation

/// The texts that text is measured with.
enum TextCorpora {
  /// Paragraphs of `shared/corpora/texts` beside a folder of this one, by script.
  ///
  /// - Parameter length: Characters after which a paragraph is cut.
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

/// Times, and rows of figures.
enum TextFigures {
  /// The processor time of this thread: what others do on the machine counts as little as can be.
  static func seconds(_ body: () -> Void) -> Double {
    let start = processorTime()
    body()
    return processorTime() - start
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The quickest of three times: others share the machine.
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
