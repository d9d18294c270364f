import CGtk
import GtkInterop

/// When the article follows the selection in the list, and when an entry that is shown counts as read.
///
/// A selection that stands alone is followed at once. Of selections that come quickly one after the other, as with a key that
/// is held, the last one is followed, so that nothing is read and marked that was only passed.
final class SelectionPace {
  /// How long nothing else must be selected, in milliseconds.
  var restTime: UInt32 = 150
  /// How long an entry is shown until it counts as read, in milliseconds.
  var readingTime: UInt32 = 1_000
  private var waiting: TimeoutSource?
  private var isResting = true
  private var reading: TimeoutSource?

  /// Another row is selected.
  ///
  /// - Parameter follow: Called at once or after the last of several selections.
  func selectionMoved(_ follow: @escaping () -> Void) {
    reading = nil
    let isAlone = isResting
    isResting = false
    if isAlone { follow() }
    waiting = TimeoutSource(milliseconds: restTime) { [weak self] in
      self?.isResting = true
      if !isAlone { follow() }
      return .done
    }
  }

  /// An entry is shown from now on.
  ///
  /// - Parameter mark: Called when it counts as read.
  func shown(_ mark: @escaping () -> Void) {
    reading = TimeoutSource(milliseconds: readingTime) {
      mark()
      return .done
    }
  }

  /// The entry that is shown does not count as read any more by being shown.
  func stopReading() { reading = nil }

  /// Nothing waits any more to be followed.
  func stop() {
    waiting = nil
    reading = nil
    isResting = true
  }
}
