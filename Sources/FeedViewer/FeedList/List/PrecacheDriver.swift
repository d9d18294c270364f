import CGtk
import GtkInterop
import LayoutCore

/// Carries out what the precache scheduler decides: measures rows ahead of time, from a GLib idle source.
final class PrecacheDriver {
  weak var list: ListView?
  private var scheduler = PrecacheScheduler()
  private var idle: IdleSource?
  private var wakeUp: TimeoutSource?
  private let clock = ContinuousClock()
  private let epoch = ContinuousClock.now
  /// How long one slice may take: a quarter of a frame at 60 Hz.
  private static let budget = Duration.milliseconds(4)

  var isFinished: Bool { idle == nil && wakeUp == nil }

  func contentChanged() {}
  func viewportChanged() {}
  func scrolled() {}
  func setHidden(_ isHidden: Bool) {}
  func stop() {}
}
