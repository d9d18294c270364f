import Feeds
import GtkInterop

nonisolated extension Decompressor {
  /// GIO's.
  static let gzip = Decompressor {
    let inflater = GzipInflater()
    return { input, isLast, output in
      let (read, written, outcome) = inflater.step(input, isLast: isLast, into: output)
      switch outcome {
      case .goesOn: return Step(read: read, written: written, outcome: .goesOn)
      case .ended: return Step(read: read, written: written, outcome: .ended)
      case .failed(let fault): return Step(read: read, written: written, outcome: .failed(fault))
      }
    }
  }
}
