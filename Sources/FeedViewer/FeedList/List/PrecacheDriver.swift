import CGtk
import GtkInterop
import LayoutCore

/// Carries out what the precache scheduler decides: measures rows ahead of time, from a GLib idle source.
final class PrecacheDriver {
  weak var list: ListView?
  private var scheduler = PrecacheScheduler()
  private var idle: IdleSource?
  private var wakeUp: TimeoutSource?
  private var isStopped = false

  /// Whether nothing is left to do: no source is attached to the main loop then.
  var isFinished: Bool { idle == nil && wakeUp == nil }

  func contentChanged() {
    scheduler.contentChanged()
    update()
  }

  /// Called at the end of each layout, when the rows on screen are measured.
  func viewportChanged() {
    guard let list, let first = list.firstVisibleElement, let last = list.lastVisibleElement else { return }
    scheduler.viewportChanged(
      first: first, last: last, movesForward: list.preloader.ranges.movesForward)
    update()
  }

  func scrolled() {
    scheduler.scrolled(at: Int64(g_get_monotonic_time()))
    update()
  }

  func setHidden(_ isHidden: Bool) {
    scheduler.isPaused = isHidden
    update()
  }

  /// Whether the list's content is being read again.
  var isRefreshing: Bool {
    get { scheduler.isRefreshing }
    set {
      scheduler.isRefreshing = newValue
      update()
    }
  }

  /// A frame was drawn; slices end before the next one.
  func frameDrawn(at now: Int64, interval: Int64) { scheduler.frameDrawn(at: now, interval: interval) }

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
    scheduler.sliceBegan(at: Int64(g_get_monotonic_time()))
    repeat {
      guard let element = scheduler.next(in: list.geometry) else { break }
      list.measureAhead(element)
    } while scheduler.hasTime(at: Int64(g_get_monotonic_time()))
    if scheduler.sliceEnded(at: Int64(g_get_monotonic_time())) { list.commitMeasuredAhead() }
    guard scheduler.isFinished else { return .again }
    idle = nil
    return .done
  }
}
