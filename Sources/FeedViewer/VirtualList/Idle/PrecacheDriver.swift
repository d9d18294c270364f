import CGtk
import GtkInterop
import LayoutCore

/// Carries out what the precache scheduler decides: worker threads prepare rows ahead of time, and the main loop
/// measures them when it is idle, between frames or while nothing is drawn.
final class PrecacheDriver {
  /// Rows in one batch: measured in well under a millisecond when they come back.
  private static let batchLength = 128
  /// Batches on their way, so that workers always have one to go on with.
  private static let maximumBatches = 8

  weak var list: ListView?
  var isHidden = false {
    didSet { pausesChanged() }
  }
  var isPaused = false {
    didSet { pausesChanged() }
  }
  private var scheduler = PrecacheScheduler()
  private let preparation = RowPreparation()
  /// Rows that workers prepare.
  private var inFlight: Set<ListElement> = []
  private var batches = 0
  /// What became of a row that workers were asked for.
  private struct ReadyRow {
    let request: RowPreparation.Request
    let compiled: CompiledLayout?
    /// Of the texts, when it was asked for.
    let generation: UInt32
  }

  /// Rows that have come back, and must not change the scroll bar at the moment. The font may change meanwhile.
  private var ready: [ReadyRow] = []
  private var lastScroll: Int64 = 0
  private var idle: IdleSource?
  private var wakeUp: TimeoutSource?
  private var isStopped = false
  private var hasUncommittedHeights = false
  private var lastCommit: Int64 = 0

  /// Whether nothing is left to do: no source is attached to the main loop then, and no thread works.
  var isFinished: Bool { idle == nil && wakeUp == nil && batches == 0 && ready.isEmpty }

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

  /// The list was scrolled: nothing is measured for a while.
  func scrolled() {
    lastScroll = now
    scheduler.scrolled(at: now)
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
    ready = []
    update()
  }

  private var now: Int64 { Int64(g_get_monotonic_time()) }

  private func pausesChanged() {
    scheduler.isPaused = isHidden || isPaused
    update()
  }

  private var activity: PrecacheScheduler.Activity {
    guard !isStopped, let list, list.cacheMode != HeightCacheMode.none else { return .rest }
    return scheduler.activity(at: now)
  }

  private func update() {
    switch activity {
    case .rest:
      idle = nil
      wakeUp = nil
      if !ready.isEmpty, !isSetAside { wait(microseconds: PrecacheScheduler.quietPeriod) }
      commitIfRested()
    case .wait(let microseconds):
      idle = nil
      wait(microseconds: microseconds)
    case .work:
      wakeUp = nil
      // Workers that have enough to do call back.
      guard idle == nil, batches < Self.maximumBatches else { return }
      idle = IdleSource { [weak self] in self?.slice() ?? .done }
    }
  }

  private func wait(microseconds: Int64) {
    guard wakeUp == nil else { return }
    wakeUp = TimeoutSource(milliseconds: UInt32(microseconds / 1000 + 1)) { [weak self] in
      self?.wakeUp = nil
      self?.measureReadyRows()
      self?.update()
      return .done
    }
  }

  /// Whether nothing is to be done until somebody says otherwise.
  private var isSetAside: Bool { isStopped || isHidden || isPaused || scheduler.isRefreshing }

  /// Measures what workers have prepared, unless the list is moved or set aside: then it stays until later.
  private func measureReadyRows() {
    guard !ready.isEmpty, let list, !isSetAside, !list.isThumbHeld,
      now - PrecacheScheduler.quietPeriod >= lastScroll
    else { return }
    let rows = ready
    ready = []
    var areAllMeasured = true
    for row in rows {
      let isMeasured =
        row.generation == list.text.generation && list.measureAhead(row.request, compiled: row.compiled)
      areAllMeasured = areAllMeasured && isMeasured
    }
    // Rows that changed on their way were passed over meanwhile: they are looked for again.
    if !areAllMeasured {
      scheduler.contentChanged()
      viewportChanged()
    }
    hasUncommittedHeights = true
    commit(isLast: false)
  }

  /// Collects rows for the workers, and measures what needs no preparing, until the slice's time is over.
  private func slice() -> IdleSource.Next {
    guard let list else { return .done }
    // The scroll bar maps the pointer to a fraction of the range: it must not change under a held thumb.
    if list.isThumbHeld { scheduler.scrolled(at: now) }
    guard activity == .work else {
      idle = nil
      update()
      return .done
    }
    measureReadyRows()
    scheduler.sliceBegan(at: now)
    var requests: [RowPreparation.Request] = []
    repeat {
      guard let element = scheduler.next(in: list.geometry, isUnderWay: inFlight.contains) else { break }
      if let request = list.preparationRequest(for: element) {
        requests.append(request)
        inFlight.insert(element)
      } else {
        list.measureAhead(element)
        hasUncommittedHeights = true
      }
    } while requests.count < Self.batchLength && scheduler.hasTime(at: now)
    scheduler.sliceEnded(at: now)
    send(requests)
    if hasUncommittedHeights { commit(isLast: false) }
    if !scheduler.isFinished && batches < Self.maximumBatches { return .again }
    idle = nil
    commitIfRested()
    return .done
  }

  private func send(_ requests: [RowPreparation.Request]) {
    guard let list, !requests.isEmpty else { return }
    batches += 1
    let generation = list.text.generation
    preparation.prepare(requests, in: list.text.environment) { [weak self] rows in
      self?.finish(requests, rows, generation: generation)
    }
  }

  private func finish(_ requests: [RowPreparation.Request], _ rows: [CompiledLayout?], generation: UInt32) {
    batches -= 1
    for request in requests { inFlight.remove(.row(request.row)) }
    guard list != nil, !isStopped else { return }
    ready += zip(requests, rows).map { ReadyRow(request: $0, compiled: $1, generation: generation) }
    measureReadyRows()
    update()
  }

  private func commitIfRested() {
    if hasUncommittedHeights, batches == 0, !isStopped, let list, !list.isThumbHeld { commit(isLast: true) }
  }

  /// - Parameter isLast: Whether no other will follow soon.
  private func commit(isLast: Bool) {
    guard isLast || now - lastCommit >= PrecacheScheduler.commitInterval else { return }
    lastCommit = now
    hasUncommittedHeights = false
    list?.commitMeasuredAhead()
  }
}
