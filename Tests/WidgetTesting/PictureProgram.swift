import FeedViewerRows
import Glibc
import GtkInterop
import VirtualList

/// The program that decodes pictures for tests and benchmarks: `feed-viewer`, which is built into the folder of the
/// running program.
public enum PictureProgram {
  public static let path: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let running = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return running.prefix(through: running.lastIndex(of: "/") ?? running.startIndex) + "feed-viewer"
  }()

  /// A decoder of its own.
  package static func decoder(
    budget: PictureBudget = PictureBudget(), maximumProcesses: Int = ImageLoader.maximumDecoding
  ) -> PictureDecoder {
    PictureDecoder(
      executable: path, arguments: ["decode-pictures"], maximumProcesses: maximumProcesses, budget: budget)
  }

  /// The shared decoder: its processes are started once.
  public static let shared = decoder()
}
