import Feeds
import GtkInterop

nonisolated extension Decompressor {
  /// Decompresses with GIO.
  static let gzip = Decompressor {
    let inflater = GzipInflater()
    return { input, isLast, output in
      let (read, written, outcome) = inflater.step(input, isLast: isLast, into: output)
      switch outcome {
      case .inProgress: return Step(read: read, written: written, outcome: .inProgress)
      case .ended: return Step(read: read, written: written, outcome: .ended)
      case .failed(let fault): return Step(read: read, written: written, outcome: .failed(fault))
      }
    }
  }
}
