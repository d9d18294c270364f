// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Modules that use GTK are isolated to the main actor by default; types that cross threads are `nonisolated`.
let onMainActor: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Whether the first toolchain in PATH can link the Swift runtime statically, as those from swift.org can.
let hasStaticRuntime =
  (Context.environment["PATH"] ?? "").split(separator: ":")
  .first { FileManager.default.isExecutableFile(atPath: "\($0)/swift") }
  .map { URL(filePath: "\($0)/swift").resolvingSymlinksInPath().deletingLastPathComponent().path }
  .map { FileManager.default.fileExists(atPath: "\($0)/../lib/swift_static/linux/libFoundationEssentials.a") }

/// Release builds contain the Swift runtime: they start faster, and run where no toolchain is installed.
let staticRuntime: [LinkerSetting] =
  hasStaticRuntime == true
  ? [
    .unsafeFlags(
      // The argument parser uses FoundationEssentials, which does not name what it needs itself.
      ["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"], .when(configuration: .release))
  ] : []

/// Whether the program is made for a package (`meson-helpers/swift-build.sh`).
let isProgram = Context.environment["FEED_VIEWER_PROGRAM"] != nil

/// For modules whose speed nobody notices: a quarter less of the program's own code.
let small: SwiftSetting = .unsafeFlags(["-Osize"], .when(configuration: .release))

/// For modules whose speed is noticed: `meson-helpers/swift-build.sh` compiles all others of a package for size. Modules that
/// other packages use must not have unsafe flags otherwise.
let fast: [SwiftSetting] =
  isProgram ? [.unsafeFlags(["-Xfrontend", "-O"], .when(configuration: .release))] : []

/// For modules of which the program prints no names of cases and fields, as string interpolation does where a type does not
/// describe itself: those need not be in packages.
let withoutNames: [SwiftSetting] =
  isProgram
  ? [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"], .when(configuration: .release))] : []

/// Whether the tests are built by `meson-helpers/test`: what they test is optimised then, with assertions, and so are tests that
/// compute much; the others are not. Modules are compiled as a whole, which takes much less time than file by file.
let optimized: [SwiftSetting] =
  Context.environment["FEED_VIEWER_TESTS"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2"],
      .when(configuration: .debug))
  ]

let package = Package(
  name: "feed-viewer",
  products: [
    .library(name: "LayoutCore", targets: ["LayoutCore"]),
    .library(name: "VirtualList", targets: ["VirtualList", "PangoText", "LayoutCore", "GtkInterop"]),
    .executable(name: "feed-viewer", targets: ["FeedViewer"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(
      name: "CGtk", path: "Sources/CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // Linked for its rounding functions.
    .target(
      name: "LayoutCore", swiftSettings: fast + withoutNames + optimized,
      linkerSettings: [.linkedLibrary("m")]),
    // Texts for a person, which can be translated.
    .target(
      name: "Messages", path: "Sources/FeedViewer/Messages",
      swiftSettings: withoutNames + optimized),
    .systemLibrary(name: "CIntl", path: "Sources/CIntl"),
    // Their translations, with gettext.
    .target(
      name: "Localization", dependencies: ["Messages", "CIntl"], path: "Sources/FeedViewer/Localization",
      swiftSettings: withoutNames + optimized),
    // File paths for system calls and for display, and texts for terminals.
    .target(
      name: "FileNames", path: "Sources/FeedViewer/FileNames", swiftSettings: withoutNames + optimized),
    .systemLibrary(name: "CByteScans", path: "Sources/FeedViewer/CByteScans"),
    .target(
      name: "Feeds", dependencies: ["FileNames", "Messages", "CByteScans"], path: "Sources/FeedViewer/Feeds",
      swiftSettings: fast + withoutNames + optimized),
    // The libraries that decompress files.
    .systemLibrary(name: "CCompression", path: "Sources/FeedViewer/CCompression"),
    .target(
      name: "Compression", dependencies: ["Feeds", "CCompression"], path: "Sources/FeedViewer/Compression",
      swiftSettings: [small] + withoutNames + optimized),
    .target(
      name: "Search", dependencies: ["Feeds", "Messages"], path: "Sources/FeedViewer/Search",
      swiftSettings: fast + withoutNames + optimized),
    // The orders that entries can be shown in.
    .target(
      name: "Orders", dependencies: ["CGtk"], path: "Sources/FeedViewer/Orders",
      swiftSettings: fast + withoutNames + optimized),
    .testTarget(name: "OrdersTests", dependencies: ["Orders", "RandomNumbers"]),
    // The database library of the reading state.
    .systemLibrary(
      name: "CSQLite", path: "Sources/FeedViewer/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // What the reader did with entries, in SQLite.
    .target(
      name: "ReadingState", dependencies: ["FileNames", "Messages", "CSQLite"],
      path: "Sources/FeedViewer/ReadingState",
      swiftSettings: [small] + withoutNames + optimized),
    // What the argument parser takes from Foundation; packages have it in the place of that (`meson-helpers/swift-build.sh`).
    .target(
      name: "ParserFoundation", path: "Sources/FeedViewer/ParserFoundation",
      swiftSettings: [small] + optimized),
    .target(
      name: "GtkInterop", dependencies: ["CGtk", "FileNames", "Localization"],
      path: "Sources/FeedViewer/GtkInterop",
      swiftSettings: onMainActor + withoutNames + optimized),
    .target(
      name: "PangoText", dependencies: ["LayoutCore", "GtkInterop", "CGtk"],
      path: "Sources/FeedViewer/PangoText", swiftSettings: onMainActor + fast + withoutNames + optimized),
    .target(
      name: "VirtualList",
      dependencies: ["LayoutCore", "PangoText", "FileNames", "GtkInterop", "Localization", "CGtk"],
      path: "Sources/FeedViewer/VirtualList",
      swiftSettings: onMainActor + withoutNames + optimized),
    .target(
      name: "EntryRows", dependencies: ["VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk"],
      path: "Sources/FeedViewer/EntryRows", swiftSettings: onMainActor + [small] + withoutNames + optimized),
    .target(
      name: "ArticleRows",
      dependencies: [
        "Feeds", "FileNames", "VirtualList", "PangoText", "LayoutCore", "GtkInterop", "Localization", "CGtk",
      ],
      path: "Sources/FeedViewer/ArticleRows", swiftSettings: onMainActor + [small] + withoutNames + optimized),
    .executableTarget(
      name: "FeedViewer",
      dependencies: [
        "LayoutCore", "Feeds", "Compression", "Search", "Orders", "FileNames", "GtkInterop", "PangoText",
        "EntryRows", "ArticleRows", "VirtualList", "CGtk",
        "ReadingState", "Messages", "Localization", "ParserFoundation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/FeedViewer/App", exclude: isProgram ? ["Measurements"] : [],
      swiftSettings: onMainActor + [small] + (isProgram ? [] : [.define("MEASUREMENTS")]) + optimized,
      linkerSettings: staticRuntime),
    // Reproducible random numbers, for tests and benchmarks.
    .target(name: "RandomNumbers", path: "Tests/RandomNumbers", swiftSettings: optimized),
    // Random edits of plain arrays, for tests and long benchmark runs.
    .target(
      name: "RandomEdits", dependencies: ["LayoutCore", "RandomNumbers"], path: "Tests/RandomEdits",
      swiftSettings: optimized),
    // Random layout trees, for tests and long benchmark runs.
    .target(
      name: "RandomElements", dependencies: ["LayoutCore", "RandomNumbers"], path: "Tests/RandomElements",
      swiftSettings: optimized),
    .testTarget(
      name: "LayoutCoreTests",
      dependencies: ["LayoutCore", "RandomEdits", "RandomElements", "RandomNumbers"],
      swiftSettings: optimized),
    // Broken feed files, for tests and long benchmark runs.
    .target(
      name: "FuzzInputs", dependencies: ["Feeds", "Messages", "RandomNumbers"], path: "Tests/FuzzInputs",
      swiftSettings: optimized),
    .testTarget(
      name: "FeedsTests",
      dependencies: ["Feeds", "FileNames", "Messages", "FuzzInputs", "HostileFiles", "RandomNumbers"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "CompressionTests",
      dependencies: ["Compression", "CCompression", "Feeds", "ProgramRuns", "RandomNumbers"]),
    .testTarget(name: "SearchTests", dependencies: ["Search", "Feeds", "FuzzInputs", "RandomNumbers"]),
    // Reads hostile files and measures their rows, for tests, long benchmark runs and libFuzzer.
    .target(
      name: "RowFuzzing",
      dependencies: ["FuzzInputs", "Feeds", "EntryRows", "VirtualList", "PangoText", "LayoutCore"],
      path: "Tests/RowFuzzing", swiftSettings: onMainActor + optimized),
    // Drawing without a graphics card, for this process and for programs that are run.
    .target(name: "SoftwareDrawing", dependencies: ["CGtk"], path: "Tests/SoftwareDrawing"),
    // Runs programs with a time limit and collects their output.
    .target(name: "ProgramRuns", dependencies: ["SoftwareDrawing"], path: "Tests/ProgramRuns"),
    // Files that crash, freeze or fill the memory of careless programs, and processes with resource limits that open them.
    .target(
      name: "HostileFiles",
      dependencies: ["FileNames", "ReadingState", "ProgramRuns", "SoftwareDrawing", "CGtk"],
      path: "Tests/HostileFiles",
      swiftSettings: optimized),
    // Reads with the program at random.
    .executableTarget(
      name: "RandomReader",
      dependencies: ["HostileFiles", "WidgetTesting", "ProgramRuns", "RandomNumbers", "CGtk"],
      path: "Tests/RandomReader", swiftSettings: onMainActor),
    .executableTarget(name: "RunLimited", path: "Tests/RunLimited", linkerSettings: staticRuntime),
    // Shared by widget tests and long benchmark runs.
    .target(
      name: "WidgetTesting",
      dependencies: [
        "RandomEdits", "RandomNumbers", "EntryRows", "VirtualList", "PangoText", "LayoutCore", "GtkInterop",
        "CGtk",
      ],
      path: "Tests/WidgetTesting", swiftSettings: onMainActor),
    .testTarget(
      name: "PangoTextTests",
      dependencies: [
        "EntryRows", "VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk", "WidgetTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "VirtualListTests",
      dependencies: [
        "EntryRows", "VirtualList", "PangoText", "LayoutCore", "Feeds", "GtkInterop", "CGtk", "WidgetTesting",
        "FuzzInputs",
        "RowFuzzing", "SoftwareDrawing",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "ArticleRowsTests",
      dependencies: [
        "ArticleRows", "Feeds", "VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk",
        "RandomNumbers",
        "WidgetTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "FeedViewer", "EntryRows", "ArticleRows", "VirtualList", "PangoText", "LayoutCore", "Feeds", "Orders",
        "FileNames", "Messages", "Localization", "ParserFoundation",
        "GtkInterop", "CGtk",
        "WidgetTesting", "ProgramRuns",
        "HostileFiles", "RandomReader", "RandomNumbers", "SoftwareDrawing",
      ],
      exclude: ["AssistiveTools"],
      swiftSettings: onMainActor + (optimized.isEmpty ? [] : [.define("PROGRAM_IS_OPTIMIZED")])),
    // Marks entries until it is killed.
    .executableTarget(
      name: "MarkingProcess", dependencies: ["ReadingState"], path: "Tests/MarkingProcess",
      linkerSettings: staticRuntime),
    .testTarget(
      name: "ReadingStateTests",
      dependencies: [
        "ReadingState", "CSQLite", "MarkingProcess", "ProgramRuns", "RandomNumbers",
      ],
      resources: [.copy("Fixtures")]),
    // The peer of the startup benchmark.
    .executableTarget(
      name: "BareWindow", dependencies: ["GtkInterop", "CGtk"], path: "Tests/BareWindow",
      swiftSettings: onMainActor, linkerSettings: staticRuntime),
    // Example programs, which use only the public interface of the list.
    .target(
      name: "ExampleWindow", dependencies: ["VirtualList", "GtkInterop", "CGtk"],
      path: "Tests/Examples/ExampleWindow", swiftSettings: onMainActor),
    .executableTarget(
      name: "ChatLog", dependencies: ["ExampleWindow", "VirtualList", "GtkInterop"],
      path: "Tests/Examples/ChatLog"),
    .executableTarget(
      name: "FileBrowser", dependencies: ["ExampleWindow", "VirtualList"], path: "Tests/Examples/FileBrowser"),
    .executableTarget(
      name: "TemplateDemo", dependencies: ["ExampleWindow", "VirtualList", "GtkInterop"],
      path: "Tests/Examples/TemplateDemo"),
    .executableTarget(
      name: "StringList", dependencies: ["VirtualList", "GtkInterop", "CGtk"],
      path: "Tests/Examples/StringList"),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "ChatLog", "FileBrowser", "TemplateDemo", "StringList", "WidgetTesting", "ProgramRuns", "CGtk",
      ],
      path: "Tests/ExampleTests"),
    // A peer of the parse benchmark.
    .systemLibrary(
      name: "CLibXML2", path: "Tests/CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CLibXML2",
        "LayoutCore", "Feeds", "Search", "Orders", "ReadingState", "FuzzInputs", "RowFuzzing", "HostileFiles",
        "ProgramRuns", "GtkInterop",
        "PangoText",
        "EntryRows", "ArticleRows", "VirtualList",
        "CGtk",
        "WidgetTesting", "RandomElements", "RandomNumbers", "SoftwareDrawing",
      ],
      path: "Tests/Benchmarks", swiftSettings: onMainActor),
  ],
  swiftLanguageModes: [.v6]
)
