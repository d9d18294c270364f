import CGtk
import Dispatch
import FeedViewerBase
import GtkInterop
import LayoutCore

/// Reads local image files and decodes them at the size at which they are shown, off the main thread.
///
/// Images and the bytes of files are kept only while one of their uses is retained. Images on screen come before those
/// that are about to be, and these before files that are only read ahead.
public final class ImageLoader {
  /// A decoded image, or the reason why it can't be shown.
  public typealias Answer = Result<ScaledImage, PictureFailure>

  /// A use of an image. Releasing the last use frees the image, or cancels its decoding.
  @MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
  public final class Use {
    fileprivate let key: Key
    fileprivate weak var loader: ImageLoader?
    fileprivate var completion: ((Answer) -> Void)?

    fileprivate init(_ key: Key, loader: ImageLoader, completion: ((Answer) -> Void)?) {
      self.key = key
      self.loader = loader
      self.completion = completion
    }

    /// Call when the image is on screen: it is decoded before images that are not.
    public func becameVisible() { loader?.raise(key) }

    isolated deinit { loader?.release(key) }
  }

  /// A use of a file that is read ahead. Releasing the last use frees its bytes.
  @MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
  final class FileUse {
    fileprivate let path: FilePath
    fileprivate weak var loader: ImageLoader?

    fileprivate init(_ path: FilePath, loader: ImageLoader) {
      self.path = path
      self.loader = loader
    }

    isolated deinit { loader?.releaseFile(path) }
  }

  fileprivate nonisolated struct Key: Hashable, Sendable {
    /// Or the picture itself, as a `data:` address.
    let path: FilePath
    let shape: ScaledImage.Shape
  }

  private nonisolated enum Job: Hashable, Sendable {
    case decode(Key)
    case read(path: FilePath)
  }

  private struct Image {
    enum State {
      case waiting
      case decoding
      /// The budget for decoding ahead is used up.
      case postponed
      case decoded(Result<ScaledImage, PictureFailure>)
    }

    var state = State.waiting
    var useCount = 0
    /// Uses whose completion was not called yet.
    var waiting: [WeakUse] = []
  }

  private struct WeakUse {
    weak var use: Use?
  }

  private struct File {
    var useCount = 0
    /// nil until they are read, and if they exceed the limit.
    var bytes: [UInt8]?
  }

  /// The present sizes of decoded images and read files in bytes, and the numbers of both since the start.
  struct Statistics: Equatable {
    var decodedBytes = 0
    var readBytes = 0
    var decodedImages = 0
    var readFiles = 0
  }

  private(set) var statistics = Statistics()
  private let limits: ImageLimits
  private let decoder: PictureDecoder?
  private let queue = DispatchQueue(label: "images", qos: .utility, attributes: .concurrent)
  private let maximumRunning: Int
  private var running = 0
  private var jobs = UrgencyQueue<Job>()
  private var images: [Key: Image] = [:]
  private var files: [FilePath: File] = [:]
  /// Images on screen that are not decoded yet.
  private var wanted: Set<Key> = []

  /// The number of images that are decoded at once; one processor is left to the main thread.
  package nonisolated static let maximumDecoding = max(1, min(Int(g_get_num_processors()) - 1, 4))

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - decoder: Decodes the files; without it no image can be shown.
  ///   - limits: The limits on the size of files and images.
  package init(decoder: PictureDecoder?, limits: ImageLimits = ImageLimits()) {
    self.decoder = decoder
    self.limits = limits
    maximumRunning = Self.maximumDecoding
  }

  private var followsLinks: Bool { decoder?.followsLinks ?? false }

  /// Whether requests wait: a process that decodes pictures takes a processor from a program that is about to draw its
  /// first frame.
  var isArchive = false {
    didSet { if !isArchive { startJobs() } }
  }

  /// Whether an image that is on screen is being decoded.
  var isDecoding: Bool { !wanted.isEmpty }

  /// Whether no image or file is being processed or waits.
  var isIdle: Bool { running == 0 && jobs.isEmpty }

  /// Requests the centre square of an image, decoded to `side` device pixels. The image is kept while the returned use is
  /// retained.
  ///
  /// - Parameters:
  ///   - urgency: Visible images are decoded first, regardless of the memory limits.
  ///   - completion: Called with the image, or the reason why it can't be shown: at once if that is known, else later on
  ///     the main thread, while the use is retained.
  package func request(
    path: String, side: Int, urgency: RangeKind = .visible, completion: @escaping (Answer) -> Void
  ) -> Use {
    request(Key(path: FilePath(path), shape: .square(side: side)), urgency, completion)
  }

  /// Requests a whole image, decoded to at most a width. The image is kept while the returned use is retained.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - width: The maximum width in device pixels.
  ///   - completion: Called with the image, or with the reason why it can't be shown: at once if that is known, else
  ///     later on the main thread while the use is retained.
  public func request(
    path: String, fittingWidth width: Int, completion: @escaping (Answer) -> Void
  ) -> Use {
    request(Key(path: FilePath(path), shape: .whole(width: width)), .visible, completion)
  }

  /// An animated picture that is decoded frame by frame, at most as wide as `width`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - width: The maximum width in device pixels.
  /// - Returns: Nil without a decoder.
  package func animation(path: String, fittingWidth width: Int) -> PictureAnimation? {
    let (fileSize, followsLinks) = (limits.fileSize, followsLinks)
    return decoder?.animation(
      as: .whole(width: width), maximumPixelCount: min(limits.pixelCount, limits.animationPixelCount)
    ) { () throws(PictureFailure) in
      try ImageFile.bytes(path: path, maximumSize: fileSize, followsLinks: followsLinks)
    }
  }

  private func request(
    _ key: Key, _ urgency: RangeKind, _ completion: @escaping (Answer) -> Void
  ) -> Use {
    if case .decoded(let image) = images[key]?.state {
      images[key]?.useCount += 1
      completion(image)
      return Use(key, loader: self, completion: nil)
    }
    let use = Use(key, loader: self, completion: completion)
    images[key, default: Image()].useCount += 1
    images[key]?.waiting.append(WeakUse(use: use))
    enqueue(key, urgency)
    return use
  }

  /// Reads a file ahead, for as long as the answer is held.
  func preload(path: String) -> FileUse {
    let path = FilePath(path)
    files[path, default: File()].useCount += 1
    if files[path]?.useCount == 1 {
      jobs.add(.read(path: path), for: .preload)
      startJobs()
    }
    return FileUse(path, loader: self)
  }

  private func enqueue(_ key: Key, _ urgency: RangeKind) {
    if urgency == .visible { wanted.insert(key) }
    switch images[key]?.state {
    case .waiting: jobs.add(.decode(key), for: urgency)
    case .postponed where urgency == .visible:
      images[key]?.state = .waiting
      jobs.add(.decode(key), for: urgency)
    case .postponed, .decoding, .decoded, nil: return
    }
    startJobs()
  }

  private func raise(_ key: Key) {
    switch images[key]?.state {
    case .waiting, .postponed, .decoding: enqueue(key, .visible)
    case .decoded, nil: return
    }
  }

  private func release(_ key: Key) {
    guard var image = images[key] else { return }
    image.useCount -= 1
    images[key] = image
    guard image.useCount == 0 else { return }
    wanted.remove(key)
    switch image.state {
    case .waiting, .postponed:
      jobs.remove(.decode(key))
      images[key] = nil
    // It is dropped when it is done, unless it was requested again.
    case .decoding: return
    case .decoded(let decoded):
      images[key] = nil
      statistics.decodedBytes -= decoded.byteCount
      decodePostponed()
    }
  }

  private func releaseFile(_ path: FilePath) {
    guard var file = files[path] else { return }
    file.useCount -= 1
    files[path] = file
    guard file.useCount == 0 else { return }
    jobs.remove(.read(path: path))
    statistics.readBytes -= file.bytes?.count ?? 0
    files[path] = nil
  }

  private func decodePostponed() {
    guard statistics.decodedBytes < limits.decodedBytes else { return }
    for (key, image) in images {
      guard case .postponed = image.state else { continue }
      images[key]?.state = .waiting
      jobs.add(.decode(key), for: .display)
    }
    startJobs()
  }

  private func startJobs() {
    while !isArchive, running < maximumRunning, let (job, urgency) = jobs.next() {
      switch job {
      case .decode(let key):
        if urgency != .visible, statistics.decodedBytes >= limits.decodedBytes {
          images[key]?.state = .postponed
        } else {
          decode(key)
        }
      case .read(let path):
        if statistics.readBytes < limits.readBytes { read(path) }
      }
    }
  }

  private func decode(_ key: Key) {
    images[key]?.state = .decoding
    running += 1
    let limits = limits
    let known = files[key.path]?.bytes
    let decoder = decoder
    queue.async { [weak self] in
      let image = Result { () throws(PictureFailure) in
        guard let decoder else { throw .noDecoder }
        let bytes =
          if let known {
            known
          } else {
            try ImageFile.bytes(
              path: key.path.text, maximumSize: limits.fileSize, followsLinks: decoder.followsLinks)
          }
        return try decoder.decode(bytes, as: key.shape, maximumPixelCount: limits.pixelCount)
      }
      Task { @MainActor in self?.decoded(key, image) }
    }
  }

  private func decoded(_ key: Key, _ image: Result<ScaledImage, PictureFailure>) {
    running -= 1
    wanted.remove(key)
    defer { startJobs() }
    guard let entry = images[key] else { return }
    guard entry.useCount > 0 else {
      images[key] = nil
      return
    }
    statistics.decodedImages += 1
    statistics.decodedBytes += image.byteCount
    images[key]?.state = .decoded(image)
    images[key]?.waiting = []
    for waiting in entry.waiting {
      waiting.use?.completion?(image)
      waiting.use?.completion = nil
    }
  }

  private func read(_ path: FilePath) {
    running += 1
    let maximumSize = min(limits.fileSize, limits.readBytes - statistics.readBytes)
    let followsLinks = followsLinks
    queue.async { [weak self] in
      let bytes = try? ImageFile.bytes(path: path.text, maximumSize: maximumSize, followsLinks: followsLinks)
      Task { @MainActor in self?.didRead(path, bytes) }
    }
  }

  private func didRead(_ path: FilePath, _ bytes: [UInt8]?) {
    running -= 1
    defer { startJobs() }
    guard let file = files[path], file.bytes == nil, let bytes else { return }
    files[path]?.bytes = bytes
    statistics.readFiles += 1
    statistics.readBytes += bytes.count
  }
}

extension Result<ScaledImage, PictureFailure> {
  /// The memory that the pixels take.
  fileprivate var byteCount: Int { (try? get())?.byteCount ?? 0 }
}
