import Expectations
import Testing

/// Import rules that the compiler does not enforce: a target can import any module of the toolchain or the system,
/// even one that it does not depend on.
struct ImportRulesTests {
  private static let allowed: [(folder: String, imports: Set<String>)] = [
    ("Sources/LayoutCore", []),
    ("Sources/FeedViewer/Base", ["FeedViewerCIntl", "Glibc"]),
    (
      "Sources/FeedViewer/Feeds",
      [
        "FeedViewerBase", "FeedViewerCByteScans", "FeedViewerCCompression", "Dispatch", "Glibc",
        "Synchronization",
      ]
    ),
    (
      "Sources/FeedViewer/Search",
      ["FeedViewerBase", "FeedViewerFeeds", "Dispatch", "Glibc", "Synchronization"]
    ),
    (
      "Sources/FeedViewer/ReadingState",
      ["FeedViewerBase", "FeedViewerCSQLite", "Dispatch", "Glibc", "Synchronization"]
    ),
    ("Sources/FeedViewer/GtkInterop", ["CGtk", "FeedViewerBase", "Dispatch", "Glibc", "Synchronization"]),
    (
      "Sources/FeedViewer/PangoText",
      ["LayoutCore", "GtkInterop", "CGtk", "Dispatch", "Glibc", "Synchronization"]
    ),
    (
      "Sources/FeedViewer/VirtualList",
      [
        "LayoutCore", "PangoText", "GtkInterop", "CGtk", "FeedViewerBase", "Dispatch", "Glibc",
        "Synchronization",
      ]
    ),
    (
      "Sources/FeedViewer/Rows",
      ["FeedViewerBase", "FeedViewerFeeds", "VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk"]
    ),
    (
      "Sources/FeedViewer/App",
      [
        "LayoutCore", "GtkInterop", "CGtk", "PangoText", "VirtualList", "FeedViewerBase", "FeedViewerFeeds",
        "FeedViewerSearch", "FeedViewerReadingState", "FeedViewerRows", "Dispatch", "Glibc",
        "Synchronization",
      ]
    ),
  ]

  @Test func modulesImportOnlyWhatTheyMay() throws {
    for (folder, allowed) in Self.allowed {
      for (name, text) in try PackageSources.files(in: folder) {
        for line in text.split(separator: "\n") where line.contains("import ") {
          guard let found = line.firstMatch(of: /^\s*(?:@\w+ |public |internal )*import (?:\w+ )?(\w+)/)
          else {
            continue
          }
          expect(allowed.contains(String(found.output.1)), "\(folder)/\(name) imports \(found.output.1).")
        }
      }
    }
  }

  /// Functions of the standard library that bring its regular expressions with them: as Foundation would, they make the
  /// program larger and start later, by more than a megabyte.
  @Test func noSourceNeedsRegularExpressions() throws {
    let words = [
      "Regex", ".replacing(\"", ".replacing(/", ".firstRange(of", ".ranges(of", ".firstMatch(",
      ".wholeMatch(",
      ".prefixMatch(", ".trimmingPrefix(",
    ]
    // Most files have none of them: looking at each line takes long.
    for (name, text) in try PackageSources.files(in: "Sources") where words.contains(where: text.contains) {
      for line in text.split(separator: "\n") {
        let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
        for word in words where code.contains(word) { Issue.record("Sources/\(name) uses \(word).") }
      }
    }
  }

  /// Words of a way to read files that names of the field have replaced: an archive, a placeholder, what is loaded, an estimate.
  @Test func namesHaveNoWordsOfRowsThatWaitForTheirTurn() throws {
    let words = ["Held", "Outlined", "Awaited", "Early", "Detached", "Succeeded", "Guess"]
    let all = words + words.map { $0.lowercased() }
    for (name, text) in try PackageSources.files(in: "Sources") {
      let file = name.split(separator: "/").last ?? ""
      expect(!words.contains { file.contains($0) }, "Sources/\(name)")
      // As above.
      guard all.contains(where: text.contains) else { continue }
      for line in text.split(separator: "\n") where all.contains(where: line.contains) {
        let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
        let declared = code.matches(
          of: /\b(?:struct|class|enum|actor|protocol|typealias|func|var|let|case) (\w+)/)
        for found in declared
        where found.output.1.contains(
          /Held|Outlined|Awaited|Early(?![a-z])|Detached|Succeeded|Guess|^(?:held|outlined|awaited|early|detached|succeeded|guess)(?![a-z])/
        ) {
          Issue.record("Sources/\(name) names something \(found.output.1).")
        }
      }
    }
  }

  @Test func unmanagedReferencesAndBitCastsStayInGtkInterop() throws {
    for (name, text) in try PackageSources.files(in: "Sources")
    where !name.hasPrefix("FeedViewer/GtkInterop/") {
      for word in ["Unmanaged", "unsafeBitCast"] {
        expect(!text.contains(word), "Sources/\(name) uses \(word).")
      }
    }
  }

  /// What the program promises: nothing is ever fetched.
  @Test func noSourceReachesForTheNetwork() throws {
    let words = [
      "URLSession", "FoundationNetworking", "GSocket", "g_socket", "getaddrinfo", "AF_INET", "soup_",
    ]
    for (name, text) in try PackageSources.files(in: "Sources") {
      for word in words { expect(!text.contains(word), "Sources/\(name) uses \(word).") }
    }
  }
}
