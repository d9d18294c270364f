/// The width plan of one shape at the present width, which is read without counting references.
struct PlanSlot: BitwiseCopyable {
  /// The number of results that are kept for a shape.
  static let knownCount = 256

  /// The address of the shape; 0 for a free slot.
  var shape: UInt = 0
  var queryCount = 0
  /// The plan's queries; nil until the shape has a plan.
  var queries: UnsafeMutablePointer<WidthPlan.Query>?
  /// `knownCount` results: the answers that led to each, then the row's height, which is `PlanTable.unknown` if there
  /// is none.
  var known: UnsafeMutablePointer<Int32>?
  var useCount = 0

  @inline(__always)
  func knownHeight(_ hash: UInt64) -> UnsafeMutablePointer<Int32> {
    known.unsafelyUnwrapped + Int(hash >> 56) * (queryCount + 1)
  }
}

/// The width plans of an evaluator, by the addresses of their shapes.
///
/// The table is bounded: a template may create another shape for every row, for example with a picture of another size,
/// and such rows are solved one by one.
final class PlanTable {
  static let unknown = Int32.min
  /// The maximum number of queries of a plan; a shape with more queries has no plan.
  private static let maximumQueryCount = 64
  private static let slotCount = 256
  /// The number of neighbouring slots in which a shape may be.
  private static let probeCount = 8
  /// The most memory of kept results, in bytes.
  private static let knownByteLimit = 1 << 20
  /// The number of rows of a shape that are solved before it gets a plan.
  private static let usesBeforePlan = 4

  private let slots: UnsafeMutablePointer<PlanSlot>
  /// Memory for the answers of one row.
  let answers: UnsafeMutablePointer<Int32>
  // The owners of the objects that the slots point to.
  private var shapes: [LayoutShape?]
  private var plans: [WidthPlan?]
  private var values: UnsafeMutableBufferPointer<Double> = .allocate(capacity: 64)
  private var items: UnsafeMutableBufferPointer<StackItem<TracedLength>> = .allocate(capacity: 0)
  private let trace: UnsafeMutablePointer<LayoutTrace>
  /// The number of shapes with a plan.
  private(set) var count = 0
  /// The memory of kept results, in bytes.
  private var knownByteCount = 0

  init() {
    let slotCount = Self.slotCount + Self.probeCount
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: PlanSlot(), count: slotCount)
    shapes = Array(repeating: nil, count: slotCount)
    plans = Array(repeating: nil, count: slotCount)
    answers = .allocate(capacity: Self.maximumQueryCount)
    answers.initialize(repeating: 0, count: Self.maximumQueryCount)
    trace = .allocate(capacity: 1)
    trace.initialize(to: LayoutTrace())
  }

  deinit {
    for index in shapes.indices { slots[index].deallocate() }
    slots.deallocate()
    answers.deallocate()
    values.deallocate()
    items.deallocate()
    trace.deinitialize(count: 1)
    trace.deallocate()
  }

  func removeAll() {
    for index in shapes.indices where slots[index].shape != 0 {
      slots[index].deallocate()
      slots[index] = PlanSlot()
      shapes[index] = nil
      plans[index] = nil
    }
    count = 0
    knownByteCount = 0
  }

  /// The first slot in which a shape may be.
  @inline(__always)
  private static func firstSlot(_ address: UInt) -> Int {
    Int((UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  /// The slot of a shape for which a plan was made or turned out to be impossible; nil for any other shape.
  ///
  /// - Parameter shape: The identity of the shape, whose memory is not accessed.
  @inline(__always)
  func find(_ shape: ObjectIdentifier) -> UnsafeMutablePointer<PlanSlot>? {
    let address = UInt(bitPattern: shape)
    var slot = slots + Self.firstSlot(address)
    let end = slot + Self.probeCount
    while slot < end {
      if slot.pointee.shape == address { return slot.pointee.useCount < 0 ? slot : nil }
      if slot.pointee.shape == 0 { return nil }
      slot += 1
    }
    return nil
  }

  /// Counts a use of a shape, and makes its plan once it is used often.
  ///
  /// - Returns: Nil as long as the shape has no plan.
  func add(
    _ shape: LayoutShape, contentWidth: Double, grid: PixelGrid
  ) -> UnsafeMutablePointer<PlanSlot>? {
    let address = UInt(bitPattern: ObjectIdentifier(shape))
    let first = Self.firstSlot(address)
    guard
      let index = (first..<first + Self.probeCount).first(where: {
        slots[$0].shape == address || slots[$0].shape == 0
      })
    else { return nil }
    let slot = slots + index
    slot.pointee.shape = address
    shapes[index] = shape
    slot.pointee.useCount += 1
    guard slot.pointee.useCount > Self.usesBeforePlan else { return nil }
    slot.pointee.useCount = -1
    if items.count < shape.nodes.count {
      items.deallocate()
      items = .allocate(capacity: shape.nodes.count)
      items.initialize(repeating: StackItem())
    }
    guard
      let plan = WidthPlan(
        shape, width: contentWidth, grid: grid, items: items.baseAddress!, trace: trace)
    else { return slot }
    let bytes = PlanSlot.knownByteCount(queryCount: plan.queries.count)
    guard plan.queries.count <= Self.maximumQueryCount, knownByteCount + bytes <= Self.knownByteLimit else {
      return slot
    }
    knownByteCount += bytes
    if values.count < plan.operationCount {
      values.deallocate()
      values = .allocate(capacity: plan.operationCount)
    }
    plans[index] = plan
    count += 1
    slot.pointee.take(plan)
    return slot
  }

  @inline(__always)
  static func combine(_ hash: UInt64, _ answer: PangoUnits) -> UInt64 {
    (hash ^ UInt64(truncatingIfNeeded: answer)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether a kept result is that of the present answers.
  @inline(__always)
  func isKnown(_ known: UnsafeMutablePointer<Int32>, _ queryCount: Int) -> Bool {
    for index in 0..<queryCount where known[index] != answers[index] { return false }
    return known[queryCount] != Self.unknown
  }

  /// The content's height in logical pixels for the present answers.
  func contentHeight(_ slot: UnsafeMutablePointer<PlanSlot>, grid: PixelGrid) -> Double {
    plans[slot - slots]?.height(answers, values: values.baseAddress!, grid: grid) ?? 0
  }
}

extension PlanSlot {
  /// The memory of the results that are kept for a plan, in bytes.
  fileprivate static func knownByteCount(queryCount: Int) -> Int {
    knownCount * (queryCount + 1) * MemoryLayout<Int32>.stride
  }

  fileprivate mutating func take(_ plan: WidthPlan) {
    queryCount = plan.queries.count
    let queries = UnsafeMutablePointer<WidthPlan.Query>.allocate(capacity: max(queryCount, 1))
    for (index, query) in plan.queries.enumerated() { (queries + index).initialize(to: query) }
    let known = UnsafeMutablePointer<Int32>.allocate(capacity: Self.knownCount * (queryCount + 1))
    known.initialize(repeating: PlanTable.unknown, count: Self.knownCount * (queryCount + 1))
    self.queries = queries
    self.known = known
  }

  fileprivate func deallocate() {
    queries?.deallocate()
    known?.deallocate()
  }
}
