import Feeds
import GtkInterop

nonisolated extension Decompressor {
  /// GIO's.
  static let gzip = Decompressor { GzipInflater.inflate($0, take: $1) }
}
