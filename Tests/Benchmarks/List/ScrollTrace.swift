import FeedViewerRows
import VirtualList

/// `Benchmarks scroll-trace [ours|fresh|gtk] [STEP] [FRAMES]`: prints a line for every frame of one pass: its CPU time
/// in milliseconds, the part of it until the end of layout, and the number of rows that came into view. Also for
/// profilers.
///
/// "ours" has all rows measured, "fresh" was just shown for the first time. All start at the top.
enum ScrollTrace {
  enum Failure: Error, CustomStringConvertible {
    case arguments
    var description: String {
      "Usage: scroll-trace [ours|fresh|gtk] [STEP] [FRAMES]; STEP is in pixels a frame."
    }
  }

  static func run(_ arguments: [String]) throws -> String {
    let subject = arguments.first ?? "ours"
    guard ["ours", "fresh", "gtk"].contains(subject), let step = Double(arguments.dropFirst().first ?? "120"),
      let frames = Int(arguments.dropFirst(2).first ?? "600"), step > 0, frames > 0
    else { throw Failure.arguments }
    try BenchmarkWindow.initializeGTK()
    let rows = BenchmarkRows(count: 100_000)
    let pass: ScrollPass
    if subject != "gtk" {
      let list = ListSubject(rows, width: 900, height: 800)
      defer { list.close() }
      guard subject == "fresh" || Loop.spin(120, until: { list.list.isPrecacheFinished }) else {
        throw ScrollBenchmark.Failure.precacheNotFinished
      }
      pass = list.scroll(by: step, frames: frames)
    } else {
      let peer = PeerSubject(rows, width: 900, height: 800)
      defer { peer.close() }
      pass = peer.scroll(by: step, frames: frames)
    }
    func rounded(_ time: Double) -> Double { (time * 1000).rounded() / 1000 }
    let lines = pass.frames.indices.map {
      "\($0) \(rounded(pass.frames[$0])) \(rounded(pass.layoutTimes[$0])) \(pass.newRows[$0])"
    }
    return lines.joined(separator: "\n")
  }
}
