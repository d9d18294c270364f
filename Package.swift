// swift-tools-version: 6.2
import PackageDescription

/// Modules that use GTK are isolated to the main actor by default; types that cross threads are `nonisolated`.
let onMainActor: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Flags for what `meson-helpers/test` builds.
func testing(_ flags: [String]) -> [SwiftSetting] {
  Context.environment["FEED_VIEWER_TESTS"] == nil
    ? [] : [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// What reads, measures and draws is optimised then, with assertions, and compiled as a whole, which takes less time than file by
/// file. The program's windows and the tests are not optimised: a change in one of their files is built in seconds.
let optimized = testing(["-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2"])

/// The program and its tests are compiled in as many parts as there are cores: for each the compiler reads all files of a module.
let inFewParts = testing(["-driver-batch-size-limit", "1000"])

/// So is the largest of the optimised modules, which would take a minute after each change in one of its files.
let optimizedFileByFile = inFewParts + testing(["-O", "-assert-config", "Debug"])

/// Other tests are compiled as a whole, which takes three quarters of the time.
let asAWhole = testing(["-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo"])

/// Before the names of the program's modules, so that they do not collide with those of a program that uses the list.
let prefix = "FeedViewer"

/// A module of the list's library or of the program, in the folder of its name without the prefix.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: folder(of: name), swiftSettings: settings + optimized)
}

/// A C library without a package of its own, or functions of the C library as Swift can call them.
func cModule(_ name: String, _ providers: [SystemPackageProvider]? = nil) -> Target {
  .systemLibrary(name: name, path: folder(of: name), providers: providers)
}

func folder(of name: String) -> String {
  "Sources/FeedViewer/\(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)"
}

/// A module that tests share, in the folder of its name.
func aid(
  _ name: String, in folder: String = "Tests", _ dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = optimized
) -> Target {
  .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

/// Tests, in the folder of their name.
func suite(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = [], files: [Resource] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, resources: files, swiftSettings: settings + asAWhole)
}

/// A program for tests and measurements, in the folder of its name.
func tool(
  _ name: String, in folder: String = "Tests", _ dependencies: [Target.Dependency],
  settings: [SwiftSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

/// The list, and what it is made of.
let list: [Target.Dependency] = ["VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk"]

/// What the program is made of beside the list.
let program: [Target.Dependency] = [
  "FeedViewerBase", "FeedViewerFeeds", "FeedViewerSearch", "FeedViewerReadingState", "FeedViewerRows",
]

/// The libraries and the program.
let modules: [Target] = [
  .systemLibrary(name: "CGtk", path: "Sources/CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
  // Linked for its rounding functions.
  .target(name: "LayoutCore", swiftSettings: optimized, linkerSettings: [.linkedLibrary("m")]),
  // What all others share: texts for a person and their translations, text without the differences that people ignore when
  // they search, hashes, and file paths for system calls and for display.
  cModule("FeedViewerCIntl"),
  module("FeedViewerBase", ["FeedViewerCIntl"]),
  // From the bytes of a file to entries and articles. The libraries decompress files.
  cModule("FeedViewerCByteScans"),
  cModule("FeedViewerCCompression"),
  .target(
    name: "FeedViewerFeeds",
    dependencies: ["FeedViewerBase", "FeedViewerCByteScans", "FeedViewerCCompression"],
    path: folder(of: "FeedViewerFeeds"), swiftSettings: optimizedFileByFile),
  // What entries are found by, and the orders that they can be shown in.
  module("FeedViewerSearch", ["FeedViewerBase", "FeedViewerFeeds"]),
  // What the reader did with entries, in SQLite.
  cModule("FeedViewerCSQLite", [.apt(["libsqlite3-dev"])]),
  module("FeedViewerReadingState", ["FeedViewerBase", "FeedViewerCSQLite"]),
  module("GtkInterop", ["CGtk", "FeedViewerBase"], settings: onMainActor),
  module("PangoText", ["LayoutCore", "GtkInterop", "CGtk"], settings: onMainActor),
  module(
    "VirtualList", ["LayoutCore", "PangoText", "GtkInterop", "CGtk", "FeedViewerBase"],
    settings: onMainActor),
  // Rows of entries and of articles.
  module("FeedViewerRows", list + ["FeedViewerBase", "FeedViewerFeeds"], settings: onMainActor),
  .executableTarget(
    name: "FeedViewer", dependencies: list + program, path: "Sources/FeedViewer/App",
    swiftSettings: onMainActor + inFewParts),
]

/// What tests share: without GTK, and with it.
let aids: [Target.Dependency] = [
  "Expectations", "FuzzInputs", "HostileFiles", "ProgramRuns", "RandomNumbers", "TestRuns",
]
let widgetAids: [Target.Dependency] = aids + ["WidgetTesting", "RowFuzzing", "SoftwareDrawing"]

let tests: [Target] = [
  // Expectations as functions, and how much data tests take.
  aid("Expectations"),
  aid("TestRuns"),
  aid("RandomNumbers"),
  // Random edits of plain arrays, random layout trees, and broken feed files.
  aid("RandomEdits", ["LayoutCore", "RandomNumbers"]),
  aid("RandomElements", ["LayoutCore", "RandomNumbers"]),
  aid("FuzzInputs", ["FeedViewerFeeds", "FeedViewerBase", "RandomNumbers"]),
  // Reads hostile files and measures their rows, for tests, long benchmark runs and libFuzzer.
  aid(
    "RowFuzzing",
    ["FuzzInputs", "FeedViewerFeeds", "FeedViewerRows", "VirtualList", "PangoText", "LayoutCore"],
    settings: onMainActor + optimized),
  // Drawing without a graphics card, for this process and for programs that are run.
  aid("SoftwareDrawing", ["CGtk"], settings: []),
  // Runs programs with a time limit and collects their output.
  aid("ProgramRuns", ["SoftwareDrawing"], settings: []),
  // Files that crash, freeze or fill the memory of careless programs, and processes with resource limits that open them.
  aid(
    "HostileFiles", ["FeedViewerBase", "FeedViewerReadingState", "ProgramRuns", "SoftwareDrawing", "CGtk"]),
  tool("RunLimited", []),
  aid("WidgetTesting", list + ["FeedViewerRows", "RandomEdits", "RandomNumbers"], settings: onMainActor),
  // Reads with the program at random.
  tool(
    "RandomReader", ["HostileFiles", "WidgetTesting", "ProgramRuns", "RandomNumbers", "CGtk"],
    settings: onMainActor),
  suite(
    "LayoutCoreTests",
    ["LayoutCore", "Expectations", "RandomEdits", "RandomElements", "RandomNumbers", "TestRuns"]),
  suite(
    "FeedsTests", aids + ["FeedViewerFeeds", "FeedViewerBase", "FeedViewerCCompression"],
    files: [.copy("Fixtures")]),
  suite("SearchTests", aids + ["FeedViewerSearch", "FeedViewerFeeds", "FeedViewerBase"]),
  // Marks entries until it is killed.
  tool("MarkingProcess", ["FeedViewerReadingState"]),
  suite(
    "ReadingStateTests", aids + ["FeedViewerReadingState", "FeedViewerCSQLite", "MarkingProcess"],
    files: [.copy("Fixtures")]),
  suite("PangoTextTests", list + program + widgetAids, settings: onMainActor),
  suite("VirtualListTests", list + program + widgetAids, settings: onMainActor),
  suite("RowsTests", list + program + widgetAids, settings: onMainActor),
  .testTarget(
    name: "AppTests",
    dependencies: list + program + widgetAids + ["FeedViewer", "RandomReader"],
    exclude: ["AssistiveTools", "Judging"],
    swiftSettings: onMainActor + inFewParts + (optimized.isEmpty ? [] : [.define("PROGRAM_IS_OPTIMIZED")])),
]

/// Programs that use only the public interface of the list.
let examples: [Target] = [
  aid("ExampleWindow", in: "Tests/Examples", ["VirtualList", "GtkInterop", "CGtk"], settings: onMainActor),
  tool("ChatLog", in: "Tests/Examples", ["ExampleWindow", "VirtualList", "GtkInterop"]),
  tool("FileBrowser", in: "Tests/Examples", ["ExampleWindow", "VirtualList"]),
  tool("TemplateDemo", in: "Tests/Examples", ["ExampleWindow", "VirtualList", "GtkInterop"]),
  tool("StringList", in: "Tests/Examples", ["VirtualList", "GtkInterop", "CGtk"]),
  suite(
    "ExampleTests",
    list + widgetAids + ["ChatLog", "FileBrowser", "TemplateDemo", "StringList", "ExampleWindow"]),
]

/// The benchmarks and what they are compared with; built only where FEED_VIEWER_BENCHMARKS is set.
let benchmarks: [Target] = [
  .systemLibrary(
    name: "CLibXML2", path: "Tests/CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  tool("BareWindow", ["GtkInterop", "CGtk"], settings: onMainActor),
  tool("Benchmarks", list + program + widgetAids + ["CLibXML2", "RandomElements"], settings: onMainActor),
]

let package = Package(
  name: "feed-viewer",
  products: [
    .library(name: "LayoutCore", targets: ["LayoutCore"]),
    .library(name: "VirtualList", targets: ["VirtualList", "PangoText", "LayoutCore", "GtkInterop"]),
    .executable(name: "feed-viewer", targets: ["FeedViewer"]),
  ],
  targets: modules + tests + examples
    + (Context.environment["FEED_VIEWER_BENCHMARKS"] == nil ? [] : benchmarks),
  swiftLanguageModes: [.v6]
)
