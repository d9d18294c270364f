// swift-tools-version: 6.2
import PackageDescription

/// Modules that use GTK are isolated to the main actor by default; types that cross threads are `nonisolated`.
let onMainActor: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Whether the tests are built by `meson-helpers/test`: what reads, measures and draws is optimised then, with assertions, and so
/// are tests that compute much. Such modules are compiled as a whole, which takes less time than file by file. The program's
/// windows are not optimised: a change in one of their files is built in seconds.
let optimized: [SwiftSetting] =
  Context.environment["FEED_VIEWER_TESTS"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2"],
      .when(configuration: .debug))
  ]

/// A module of the program, in the folder of its name.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/FeedViewer/\(name)",
    swiftSettings: settings + optimized)
}

/// A module that tests share, in the folder of its name.
func testing(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = optimized
) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// The list, and what it is made of.
let list: [Target.Dependency] = ["VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk"]

/// The libraries and the program.
let modules: [Target] = [
  .systemLibrary(
    name: "CGtk", path: "Sources/CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
  // Linked for its rounding functions.
  .target(name: "LayoutCore", swiftSettings: optimized, linkerSettings: [.linkedLibrary("m")]),
  // Texts for a person, which can be translated, and their translations with gettext.
  module("Messages"),
  .systemLibrary(name: "CIntl", path: "Sources/FeedViewer/CIntl"),
  module("Localization", ["Messages", "CIntl"]),
  // Text without the differences that people ignore when they search.
  module("Base"),
  // File paths for system calls and for display, and texts for terminals.
  module("FileNames"),
  .systemLibrary(name: "CByteScans", path: "Sources/FeedViewer/CByteScans"),
  module("Feeds", ["FileNames", "Messages", "CByteScans"]),
  // The libraries that decompress files.
  .systemLibrary(name: "CCompression", path: "Sources/FeedViewer/CCompression"),
  module("Compression", ["Feeds", "CCompression"]),
  module("Search", ["Base", "Feeds", "Messages"]),
  // The orders that entries can be shown in.
  module("Orders", ["Base"]),
  // What the reader did with entries, in SQLite.
  .systemLibrary(
    name: "CSQLite", path: "Sources/FeedViewer/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
  module("ReadingState", ["FileNames", "Messages", "CSQLite"]),
  module("GtkInterop", ["CGtk", "FileNames", "Localization"], settings: onMainActor),
  module("PangoText", ["LayoutCore", "GtkInterop", "CGtk"], settings: onMainActor),
  module(
    "VirtualList",
    ["Base", "LayoutCore", "PangoText", "FileNames", "GtkInterop", "Localization", "CGtk"],
    settings: onMainActor),
  module("EntryRows", list, settings: onMainActor),
  module("ArticleRows", list + ["Base", "Feeds", "FileNames", "Localization"], settings: onMainActor),
  .executableTarget(
    name: "FeedViewer",
    dependencies: list + [
      "Base", "EntryRows", "ArticleRows", "Feeds", "Compression", "Search", "Orders", "ReadingState",
      "FileNames", "Messages", "Localization",
    ],
    path: "Sources/FeedViewer/App", swiftSettings: onMainActor),
]

let tests: [Target] = [
  // Reproducible random numbers.
  testing("RandomNumbers"),
  // Random edits of plain arrays, random layout trees, and broken feed files.
  testing("RandomEdits", ["LayoutCore", "RandomNumbers"]),
  testing("RandomElements", ["LayoutCore", "RandomNumbers"]),
  testing("FuzzInputs", ["Feeds", "Messages", "RandomNumbers"]),
  // Reads hostile files and measures their rows, for tests, long benchmark runs and libFuzzer.
  testing(
    "RowFuzzing", ["FuzzInputs", "Feeds", "EntryRows", "VirtualList", "PangoText", "LayoutCore"],
    settings: onMainActor + optimized),
  // Drawing without a graphics card, for this process and for programs that are run.
  testing("SoftwareDrawing", ["CGtk"], settings: []),
  // Runs programs with a time limit and collects their output.
  testing("ProgramRuns", ["SoftwareDrawing"], settings: []),
  // Files that crash, freeze or fill the memory of careless programs, and processes with resource limits that open them.
  testing("HostileFiles", ["FileNames", "ReadingState", "ProgramRuns", "SoftwareDrawing", "CGtk"]),
  .executableTarget(name: "RunLimited", path: "Tests/RunLimited"),
  testing("WidgetTesting", list + ["EntryRows", "RandomEdits", "RandomNumbers"], settings: onMainActor),
  // Reads with the program at random.
  .executableTarget(
    name: "RandomReader",
    dependencies: ["HostileFiles", "WidgetTesting", "ProgramRuns", "RandomNumbers", "CGtk"],
    path: "Tests/RandomReader", swiftSettings: onMainActor),
  .testTarget(
    name: "LayoutCoreTests", dependencies: ["LayoutCore", "RandomEdits", "RandomElements", "RandomNumbers"],
    swiftSettings: optimized),
  .testTarget(
    name: "FeedsTests",
    dependencies: ["Feeds", "FileNames", "Messages", "FuzzInputs", "HostileFiles", "RandomNumbers"],
    resources: [.copy("Fixtures")]),
  .testTarget(
    name: "CompressionTests",
    dependencies: ["Compression", "CCompression", "Feeds", "ProgramRuns", "RandomNumbers"]),
  .testTarget(
    name: "SearchTests", dependencies: ["Base", "Search", "Feeds", "FuzzInputs", "RandomNumbers"]),
  .testTarget(name: "OrdersTests", dependencies: ["Base", "Orders", "RandomNumbers"]),
  // Marks entries until it is killed.
  .executableTarget(name: "MarkingProcess", dependencies: ["ReadingState"], path: "Tests/MarkingProcess"),
  .testTarget(
    name: "ReadingStateTests",
    dependencies: ["ReadingState", "CSQLite", "MarkingProcess", "ProgramRuns", "RandomNumbers"],
    resources: [.copy("Fixtures")]),
  .testTarget(
    name: "PangoTextTests", dependencies: list + ["EntryRows", "WidgetTesting"], swiftSettings: onMainActor),
  .testTarget(
    name: "VirtualListTests",
    dependencies: list + [
      "EntryRows", "Feeds", "WidgetTesting", "FuzzInputs", "RowFuzzing", "SoftwareDrawing",
    ],
    swiftSettings: onMainActor),
  .testTarget(
    name: "ArticleRowsTests",
    dependencies: list + ["ArticleRows", "Feeds", "RandomNumbers", "WidgetTesting"],
    swiftSettings: onMainActor),
  .testTarget(
    name: "AppTests",
    dependencies: list + [
      "FeedViewer", "EntryRows", "ArticleRows", "Feeds", "Search", "Orders", "FileNames", "Messages",
      "Localization", "WidgetTesting", "ProgramRuns", "HostileFiles", "RandomReader", "RandomNumbers",
      "SoftwareDrawing",
    ],
    exclude: ["AssistiveTools"],
    swiftSettings: onMainActor + (optimized.isEmpty ? [] : [.define("PROGRAM_IS_OPTIMIZED")])),
]

/// Programs that use only the public interface of the list.
func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tests/Examples/\(name)")
}

let examples: [Target] = [
  .target(
    name: "ExampleWindow", dependencies: ["VirtualList", "GtkInterop", "CGtk"],
    path: "Tests/Examples/ExampleWindow", swiftSettings: onMainActor),
  example("ChatLog", ["ExampleWindow", "VirtualList", "GtkInterop"]),
  example("FileBrowser", ["ExampleWindow", "VirtualList"]),
  example("TemplateDemo", ["ExampleWindow", "VirtualList", "GtkInterop"]),
  example("StringList", ["VirtualList", "GtkInterop", "CGtk"]),
  .testTarget(
    name: "ExampleTests",
    dependencies: list + [
      "ChatLog", "FileBrowser", "TemplateDemo", "StringList", "ExampleWindow", "WidgetTesting", "ProgramRuns",
      "RandomNumbers", "SoftwareDrawing",
    ]),
]

/// The benchmarks and what they are compared with; built only where FEED_VIEWER_BENCHMARKS is set.
let benchmarks: [Target] = [
  .systemLibrary(
    name: "CLibXML2", path: "Tests/CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  .executableTarget(
    name: "BareWindow", dependencies: ["GtkInterop", "CGtk"], path: "Tests/BareWindow",
    swiftSettings: onMainActor),
  .executableTarget(
    name: "Benchmarks",
    dependencies: list + [
      "CLibXML2", "EntryRows", "ArticleRows", "Feeds", "Search", "Orders", "ReadingState", "FuzzInputs",
      "RowFuzzing", "HostileFiles", "ProgramRuns", "WidgetTesting", "RandomElements", "RandomNumbers",
      "SoftwareDrawing",
    ],
    path: "Tests/Benchmarks", swiftSettings: onMainActor),
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
