// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Modules that talk to GTK live on the main actor by default; values that leave it say `nonisolated`.
let onMainActor: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Whether the toolchain that is found first can link its runtime statically, as those of swift.org can.
let hasStaticRuntime =
  (Context.environment["PATH"] ?? "").split(separator: ":")
  .first { FileManager.default.isExecutableFile(atPath: "\($0)/swift") }
  .map { URL(filePath: "\($0)/swift").resolvingSymlinksInPath().deletingLastPathComponent().path }
  .map { FileManager.default.fileExists(atPath: "\($0)/../lib/swift_static/linux/libFoundationEssentials.a") }

/// A released program carries the Swift runtime in it: it starts without looking that up, and runs without a toolchain.
let staticRuntime: [LinkerSetting] =
  hasStaticRuntime == true
  ? [
    .unsafeFlags(
      ["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"], .when(configuration: .release))
  ] : []

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
    // A program that links nothing else of the C library still needs its rounding functions.
    .target(name: "LayoutCore", linkerSettings: [.linkedLibrary("m")]),
    // Paths as text, for modules that make system calls.
    .target(name: "FileNames", path: "Sources/FeedViewer/FileNames"),
    .target(name: "Feeds", dependencies: ["FileNames"], path: "Sources/FeedViewer/Feeds"),
    .target(
      name: "GtkInterop", dependencies: ["CGtk", "FileNames"], path: "Sources/FeedViewer/GtkInterop",
      swiftSettings: onMainActor),
    .target(
      name: "PangoText", dependencies: ["LayoutCore", "GtkInterop", "CGtk"],
      path: "Sources/FeedViewer/PangoText", swiftSettings: onMainActor),
    .target(
      name: "VirtualList", dependencies: ["LayoutCore", "PangoText", "FileNames", "GtkInterop", "CGtk"],
      path: "Sources/FeedViewer/VirtualList", swiftSettings: onMainActor),
    .target(
      name: "EntryRows", dependencies: ["VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk"],
      path: "Sources/FeedViewer/EntryRows", swiftSettings: onMainActor),
    .target(
      name: "ArticleRows",
      dependencies: ["Feeds", "VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk"],
      path: "Sources/FeedViewer/ArticleRows", swiftSettings: onMainActor),
    .executableTarget(
      name: "FeedViewer",
      dependencies: [
        "LayoutCore", "Feeds", "FileNames", "GtkInterop", "PangoText", "EntryRows", "ArticleRows", "VirtualList", "CGtk",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/FeedViewer/App", swiftSettings: onMainActor, linkerSettings: staticRuntime),
    // Random edits of plain arrays, for tests and for long runs of the benchmarks.
    .target(name: "RandomEdits", dependencies: ["LayoutCore"], path: "Tests/RandomEdits"),
    // Random trees of elements, for tests and for long runs of the benchmarks.
    .target(
      name: "RandomElements", dependencies: ["LayoutCore", "RandomEdits"], path: "Tests/RandomElements"),
    .testTarget(name: "LayoutCoreTests", dependencies: ["LayoutCore", "RandomEdits", "RandomElements"]),
    // Broken files for the tests and for the long run of the benchmarks.
    .target(name: "FuzzInputs", dependencies: ["Feeds"], path: "Tests/FuzzInputs"),
    .testTarget(
      name: "FeedsTests", dependencies: ["Feeds", "FileNames", "FuzzInputs"], resources: [.copy("Fixtures")]),
    // Hostile files taken the whole way to heights, for tests, long runs of the benchmarks and libFuzzer.
    .target(
      name: "RowFuzzing",
      dependencies: ["FuzzInputs", "Feeds", "EntryRows", "VirtualList", "PangoText", "LayoutCore"],
      path: "Tests/RowFuzzing", swiftSettings: onMainActor),
    // Programs that tests run, with their output and a time limit.
    .target(name: "ProgramRuns", path: "Tests/ProgramRuns"),
    // Files that crash, freeze or fill the memory of careless programs, and processes with limits to open them in.
    .target(name: "HostileFiles", dependencies: ["ProgramRuns"], path: "Tests/HostileFiles"),
    .executableTarget(name: "RunLimited", path: "Tests/RunLimited", linkerSettings: staticRuntime),
    // What tests of widgets and long runs of the benchmarks have in common.
    .target(
      name: "WidgetTesting",
      dependencies: [
        "RandomEdits", "EntryRows", "VirtualList", "PangoText", "LayoutCore", "GtkInterop", "CGtk",
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
        "RowFuzzing",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "FeedViewer", "EntryRows", "ArticleRows", "VirtualList", "PangoText", "LayoutCore", "Feeds",
        "FileNames",
        "GtkInterop", "CGtk",
        "WidgetTesting", "ProgramRuns",
        "HostileFiles",
      ],
      exclude: ["AssistiveTools"], swiftSettings: onMainActor),
    // What the application's start is compared with.
    .executableTarget(
      name: "BareWindow", dependencies: ["GtkInterop", "CGtk"], path: "Tests/BareWindow",
      swiftSettings: onMainActor, linkerSettings: staticRuntime),
    // Programs of other people, as they would use the list: with its public interface alone.
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
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "LayoutCore", "Feeds", "FuzzInputs", "RowFuzzing", "HostileFiles", "ProgramRuns", "GtkInterop",
        "PangoText",
        "EntryRows", "ArticleRows", "VirtualList",
        "CGtk",
        "WidgetTesting", "RandomElements",
      ],
      path: "Tests/Benchmarks", swiftSettings: onMainActor),
  ],
  swiftLanguageModes: [.v6]
)
