import Foundation
import ProgramRuns
import WidgetTesting

/// `Benchmarks pixels REFERENCE [OURS]`: takes screenshots of every sample at six sizes, light and dark, with two
/// programs, and compares them pixel by pixel. OURS is the program beside this one by default.
///
/// The screen must be larger than the windows, so that the pointer is not over a window: run it under
/// `xvfb-run -a -s "-screen 0 1920x1200x24" dbus-run-session --`.
enum PixelsBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case noReference, smallScreen
    case noProgram(String)
    case noSamples(String)
    case noPicture(String, String)

    var description: String {
      switch self {
      case .noReference: "Usage: pixels REFERENCE [OURS], two programs."
      case .smallScreen: "The screen must be larger than \(largest.width)x\(largest.height)."
      case .noProgram(let path): "There is no program at \(path)."
      case .noSamples(let path): "There are no samples in \(path). Run the benchmark in the package's folder."
      case .noPicture(let program, let command): "\(program) wrote no screenshot of \(command)."
      }
    }
  }

  /// One picture that both programs take.
  private struct Shot {
    let sample: String
    let size: String
    let isDark: Bool

    var name: String { "\(sample) \(size)\(isDark ? " dark" : "")" }
  }

  private static let sizes = ["360x500", "480x700", "720x800", "900x600", "1200x800", "1600x900"]
  private nonisolated static let largest = (width: 1_600, height: 900)
  private static let folder = "data/samples"
  /// Where the overlaid scroll bar fades, in pixels.
  private static let scrollBarWidth = 14
  private static let settings = """
    [Settings]
    gtk-enable-animations=0

    """

  static func run(_ arguments: [String]) throws -> Report {
    let paths = arguments.prefix { !$0.hasPrefix("--") }
    guard let reference = paths.first else { throw Failure.noReference }
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let ours =
      paths.dropFirst().first
      ?? URL(fileURLWithPath: own).deletingLastPathComponent().path + "/feed-viewer"
    for path in [reference, ours] where !FileManager.default.isExecutableFile(atPath: path) {
      throw Failure.noProgram(path)
    }
    try BenchmarkWindow.initializeGTK()
    guard let screen = ScreenPointer.moveToCorner(), screen.width > largest.width,
      screen.height > largest.height
    else { throw Failure.smallScreen }
    let configuration = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: configuration.path + "/gtk-4.0", withIntermediateDirectories: true)
    try settings.write(
      toFile: configuration.path + "/gtk-4.0/settings.ini", atomically: true, encoding: .utf8)
    var (compared, different) = (0, 0)
    for shot in try shots() {
      let pictures = try [reference, ours].map {
        try picture(shot, by: $0, configuration: configuration.path)
      }
      compared += 1
      guard let difference = pictures[0].difference(from: pictures[1], ignoringTrailing: scrollBarWidth)
      else { continue }
      different += 1
      print("\(shot.name): \(difference)")
      fflush(nil)
    }
    var report = Report("pixels")
    report.add("pictures", compared)
    report.add("different", Double(different), bar: 0)
    return report
  }

  private static func shots() throws -> [Shot] {
    let samples = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    guard !samples.isEmpty else { throw Failure.noSamples(folder) }
    return samples.sorted().flatMap { sample in
      sizes.flatMap { size in
        [false, true].map { Shot(sample: sample, size: size, isDark: $0) }
      }
    }
  }

  private static func picture(
    _ shot: Shot, by program: String, configuration: String
  ) throws -> PixelImage {
    let scratch = try TemporaryFolder()
    let file = scratch.path + "/picture.png"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments =
      ["--screenshot", file, "--size", shot.size] + (shot.isDark ? ["--dark"] : [])
      + ["\(folder)/\(shot.sample)"]
    var environment = ProcessInfo.processInfo.environment
    environment["GSK_RENDERER"] = "cairo"
    environment["XDG_CONFIG_HOME"] = configuration
    environment["XDG_DATA_HOME"] = scratch.path
    environment["XDG_CACHE_HOME"] = scratch.path
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard let picture = PixelImage(contentsOf: file) else { throw Failure.noPicture(program, shot.name) }
    return picture
  }
}
