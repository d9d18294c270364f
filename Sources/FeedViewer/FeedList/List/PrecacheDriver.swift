import CGtk
import GtkInterop
import LayoutCore

/// Carries out what the precache scheduler decides: measures rows ahead of time, from a GLib idle source.
final class PrecacheDriver {
  /// How long one slice may take: a quarter of a frame at 60 Hz.
  private static let budget = Duration.milliseconds(4)

  weak var list: ListView?
  private var scheduler = PrecacheScheduler()
  private var idle: IdleSource?
  private var wakeUp: TimeoutSource?
  private var isStopped = false
  private var lastContentOffset = 0

  /// Whether nothing is left to do: no source is attached to the main loop then.
  var isFinished: Bool { idle == nil && wakeUp == nil }

  func contentChanged() {
    scheduler.contentChanged()
    update()
  }

  /// Called at the end of each layout, when the rows on screen are measured.
  func viewportChanged() {
    guard let list, let first = list.firstVisibleElement, let last = list.lastVisibleElement else { return }
    let offset = list.contentOffset
    scheduler.viewportChanged(first: first, last: last, movesForward: offset >= lastContentOffset)
    lastContentOffset = offset
    update()
  }

  func scrolled() {
    scheduler.scrolled(at: Int64(g_get_monotonic_time()))
    update()
  }

  var isHidden = false {
    didSet { pausesChanged() }
  }

  var isPaused = false {
    didSet { pausesChanged() }
  }

  private func pausesChanged() {
    scheduler.isPaused = isHidden || isPaused
    update()
  }

  /// Ends all work for good.
  func stop() {
    isStopped = true
    update()
  }

  private func update() {
    let canWork = !isStopped && list != nil && list?.cacheMode != HeightCacheMode.none
    switch canWork ? scheduler.activity(at: Int64(g_get_monotonic_time())) : .rest {
    case .rest:
      idle = nil
      wakeUp = nil
    case .wait(let microseconds):
      idle = nil
      guard wakeUp == nil else { return }
      wakeUp = TimeoutSource(milliseconds: UInt32(microseconds / 1000 + 1)) { [weak self] in
        self?.wakeUp = nil
        self?.update()
        return .done
      }
    case .work:
      wakeUp = nil
      guard idle == nil else { return }
      idle = IdleSource { [weak self] in self?.slice() ?? .done }
    }
  }

  /// Measures until the budget is spent; at least one row, so that it always comes to an end.
  private func slice() -> IdleSource.Next {
    guard let list else { return .done }
    // The scroll bar maps the pointer to a fraction of the range: it must not change under a held thumb.
    if list.isThumbHeld { scheduler.scrolled(at: Int64(g_get_monotonic_time())) }
    guard scheduler.activity(at: Int64(g_get_monotonic_time())) == .work else {
      idle = nil
      update()
      return .done
    }
    let deadline = ContinuousClock.now + Self.budget
    var measured: [ListElement] = []
    repeat {
      guard let element = scheduler.next(in: list.geometry) else { break }
      measured.append(element)
      list.measureAhead(element)
    } while ContinuousClock.now < deadline
    if !measured.isEmpty { list.commitMeasuredAhead() }
    guard scheduler.isFinished else { return .again }
    idle = nil
    return .done
  }
}
