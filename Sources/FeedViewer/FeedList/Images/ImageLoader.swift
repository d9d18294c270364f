import CGtk
import Dispatch
import GtkInterop

/// Decodes local image files at the size they are shown, off the main thread, and keeps the last ones.
public final class ImageLoader {
  /// An answer that is being waited for; letting go of it takes the question back.
  final class Request {
    fileprivate var completion: ((SharedObject?) -> Void)?
    fileprivate init(_ completion: @escaping (SharedObject?) -> Void) { self.completion = completion }
  }

  private struct Key: Hashable {
    let path: String
    let side: Int
  }

  private enum Entry {
    case decoded(SharedObject?)
    case decoding([WeakRequest])
  }

  private struct WeakRequest {
    weak var request: Request?
  }

  /// The most decoded images that are kept: at 96 device pixels a side about 10 MB.
  private static let capacity = 256
  private let queue = DispatchQueue(label: "image-decoding", qos: .utility)
  private var entries: [Key: Entry] = [:]
  private var order: [Key] = []

  private var decodingCount = 0

  public init() {}

  /// Whether an image is being decoded.
  var isDecoding: Bool { decodingCount > 0 }

  /// Calls `completion` with the image, its shorter side `side` device pixels, or nil if it can't be read:
  /// at once if it is known, else later on the main thread as long as the request is held.
  func request(path: String, side: Int, completion: @escaping (SharedObject?) -> Void) -> Request? {
    let key = Key(path: path, side: side)
    switch entries[key] {
    case .decoded(let texture):
      completion(texture)
      return nil
    case .decoding(let requests):
      let request = Request(completion)
      entries[key] = .decoding(requests + [WeakRequest(request: request)])
      return request
    case nil:
      let request = Request(completion)
      entries[key] = .decoding([WeakRequest(request: request)])
      decodingCount += 1
      queue.async { [weak self] in
        let texture = ImageDecoder.texture(path: path, shorterSide: side)
        Task { @MainActor in self?.finish(key, texture) }
      }
      return request
    }
  }

  private func finish(_ key: Key, _ texture: SharedObject?) {
    guard case .decoding(let requests) = entries[key] else { return }
    decodingCount -= 1
    entries[key] = .decoded(texture)
    order.append(key)
    if order.count > Self.capacity { entries[order.removeFirst()] = nil }
    for request in requests { request.request?.completion?(texture) }
  }
}

/// Decoding of one image file, on any thread.
nonisolated enum ImageDecoder {
  /// The most pixels that an image may have, against files that would fill the memory when decoded.
  private static let maximumPixelCount = 64_000_000

  static func texture(path: String, shorterSide: Int) -> SharedObject? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0,
      Int(width) * Int(height) <= maximumPixelCount
    else { return nil }
    let scale = min(1, Double(shorterSide) / Double(min(width, height)))
    guard
      let pixbuf = gdk_pixbuf_new_from_file_at_scale(
        path, Int32((Double(width) * scale).rounded(.up)), Int32((Double(height) * scale).rounded(.up)),
        1, nil)
    else { return nil }
    defer { g_object_unref(pixbuf.raw) }
    return gdk_texture_new_for_pixbuf(pixbuf).map(SharedObject.init(adopting:))
  }
}
