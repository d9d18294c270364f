import Dispatch

/// The main thread of a program with windows, which draws. The disk may take seconds to answer, so that workers read entries, and
/// this thread none but those of a row that it is about to show.
public enum DrawingThread {
  /// The main queue, and not its thread, has it: without GTK's loop, as in tests, any thread may run that queue.
  private static let key = DispatchSpecificKey<Bool>()

  /// From now on, the main thread draws.
  public static func begin() { DispatchQueue.main.setSpecific(key: key, value: true) }

  /// Stops a debug build on this thread.
  static func mustNotWait() {
    assert(
      DispatchQueue.getSpecific(key: key) == nil, "Entries are read by workers, not by the thread that draws."
    )
  }
}
