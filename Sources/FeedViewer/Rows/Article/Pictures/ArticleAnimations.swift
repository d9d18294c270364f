import CGtk
import FeedViewerBase
import GtkInterop
import VirtualList

/// Plays the animated pictures of an article: only on demand, only while they are on screen, and one at a time.
package final class ArticleAnimations {
  package enum State: Equatable {
    /// The first frame is shown.
    case stopped
    case playing
    /// The frame at which it was paused is shown.
    case paused
    case failed(PictureFailure)
  }

  /// A picture on screen. Releasing the last use of a picture stops its animation.
  @MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
  final class Use {
    fileprivate let path: FilePath
    fileprivate let width: Int
    fileprivate let images: ImageLoader
    fileprivate let needsRedraw: () -> Void
    fileprivate weak var owner: ArticleAnimations?

    fileprivate init(
      _ path: FilePath, _ width: Int, _ images: ImageLoader, _ owner: ArticleAnimations,
      _ needsRedraw: @escaping () -> Void
    ) {
      self.path = path
      self.width = width
      self.images = images
      self.owner = owner
      self.needsRedraw = needsRedraw
    }

    isolated deinit { owner?.useEnded() }
  }

  private struct WeakUse {
    weak var use: Use?
  }

  /// What is played, or was played last.
  private struct Current {
    let path: FilePath
    let animation: PictureAnimation
    var state = State.playing
    var shown: SharedObject?
    /// A frame that was decoded, but is not shown yet.
    var next: PictureFrame?
    /// When the next frame is to be shown.
    var due = ContinuousClock.now
    /// Whether the last frame was shown.
    var isAtEnd = false
    var work: Task<Void, Never>?
  }

  /// Shorter delays, in milliseconds, are not meant: browsers show such frames for 100 ms, too.
  private static let leastDelay = 20
  private static let usualDelay = 100

  /// Told when a picture is played, pauses or stops.
  weak var accessibility: ArticleAccessibility?
  private var uses: [WeakUse] = []
  private var current: Current?
  private var check: IdleSource?

  /// The frame that is shown instead of the first one.
  func frame(of path: String) -> SharedObject? { current?.path == FilePath(path) ? current?.shown : nil }

  package func state(of path: String) -> State {
    current?.path == FilePath(path) ? current?.state ?? .stopped : .stopped
  }

  /// An animated picture is on screen.
  ///
  /// - Parameters:
  ///   - width: The maximum width of its frames, in device pixels.
  ///   - images: Reads it.
  ///   - needsRedraw: Called when it shows another frame.
  func use(
    _ path: String, width: Int, _ images: ImageLoader, needsRedraw: @escaping () -> Void
  ) -> Use {
    let use = Use(FilePath(path), width, images, self, needsRedraw)
    uses.append(WeakUse(use: use))
    return use
  }

  /// Plays a picture on screen, pauses it, or goes on with it.
  package func toggle(_ path: String) {
    switch state(of: path) {
    case .playing: pause()
    case .paused:
      current?.state = .playing
      run()
    case .stopped, .failed: start(FilePath(path))
    }
    changed(FilePath(path))
  }

  /// Stops what is played.
  func stop() {
    guard let stopped = current else { return }
    stopped.work?.cancel()
    current = nil
    changed(stopped.path)
  }

  private func start(_ path: FilePath) {
    stop()
    guard let use = uses.lazy.compactMap(\.use).first(where: { $0.path == path }),
      let animation = use.images.animation(path: path.text, fittingWidth: use.width)
    else { return }
    current = Current(path: path, animation: animation)
    run()
  }

  private func pause() {
    current?.work?.cancel()
    current?.work = nil
    current?.state = .paused
  }

  /// Shows frame after frame.
  private func run() {
    guard let animation = current?.animation else { return }
    let due = current?.due ?? .now
    current?.due = max(due, .now)
    current?.work = Task { [weak self] in
      while let self, let due = await self.decode(animation) {
        try? await Task.sleep(until: due)
        guard !Task.isCancelled, self.showNext() else { return }
      }
    }
  }

  /// Decodes the next frame while the one before is shown.
  ///
  /// - Returns: When the frame is to be shown; nil if the animation does not go on.
  private func decode(_ animation: PictureAnimation) async -> ContinuousClock.Instant? {
    if current?.next == nil {
      let answer = await Self.next(of: animation)
      // Kept also if it was paused meanwhile.
      guard current?.animation === animation else { return nil }
      switch answer {
      case .success(let frame): current?.next = frame
      case .failure(let failure):
        fail(failure)
        return nil
      }
    }
    return Task.isCancelled ? nil : current?.due
  }

  private nonisolated static func next(
    of animation: PictureAnimation
  ) async -> Result<PictureFrame, PictureFailure> {
    do throws(PictureFailure) { return .success(try await animation.next()) } catch { return .failure(error) }
  }

  /// - Returns: Whether another frame follows.
  private func showNext() -> Bool {
    guard let frame = current?.next, let path = current?.path else { return false }
    if current?.isAtEnd == true {
      stop()
      return false
    }
    current?.next = nil
    current?.shown = frame.image.texture
    // The last frame is shown as long as others, then the first one again, with the sign.
    let delay = frame.delay ?? Self.usualDelay
    current?.isAtEnd = frame.delay == nil
    let due = max(current?.due ?? .now, .now)
    current?.due = due + .milliseconds(delay < Self.leastDelay ? Self.usualDelay : delay)
    redraw(path)
    return true
  }

  private func fail(_ failure: PictureFailure) {
    guard let path = current?.path else { return }
    current?.state = .failed(failure)
    current?.shown = nil
    current?.work = nil
    changed(path)
  }

  private func changed(_ path: FilePath) {
    redraw(path)
    accessibility?.setOutdated()
  }

  private func redraw(_ path: FilePath) {
    for use in uses.compactMap(\.use) where use.path == path { use.needsRedraw() }
  }

  /// A row that is laid out again ends its use before it begins another one, so that the check waits.
  private func useEnded() {
    guard check == nil else { return }
    check = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      self.check = nil
      self.uses.removeAll { $0.use == nil }
      if let path = self.current?.path, !self.uses.contains(where: { $0.use?.path == path }) { self.stop() }
      return .done
    }
  }
}
