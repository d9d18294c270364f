/// What an evaluator knows of one shape at the present width. Read without counting references.
struct PlanSlot: BitwiseCopyable {
  /// Results that are kept for a shape.
  static let knownCount = 256

  /// The shape's address; 0 if the slot is free.
  var shape: UInt = 0
  var queryCount = 0
  /// Nil until the shape has a plan.
  var queries: UnsafeMutablePointer<WidthPlan.Query>?
  /// For each of `knownCount` results the answers that led to it, then the row's height; `PlanTable.unknown` for none.
  var known: UnsafeMutablePointer<Int32>?
  var useCount = 0

  @inline(__always) var isPlanned: Bool { queries != nil }

  @inline(__always)
  func knownHeight(_ hash: UInt64) -> UnsafeMutablePointer<Int32> {
    known.unsafelyUnwrapped + Int(hash >> 56) * (queryCount + 1)
  }
}

/// The width plans of an evaluator, by the addresses of their shapes.
///
/// It is bounded: a template may make another shape for every row (a picture of its own size in each), and such rows
/// are solved one by one.
struct PlanTable {
  static let unknown = Int32.min
  private static let slotCount = 256
  /// Neighbouring slots that a shape may be in.
  private static let probeCount = 8
  /// Rows of a shape that are solved before it gets a plan.
  private static let usesBeforePlan = 4

  private let slots: UnsafeMutablePointer<PlanSlot>
  /// What the slots point at.
  private var shapes: [LayoutShape?]
  private var plans: [WidthPlan?]
  /// Memory for the answers of one row.
  private(set) var answers: UnsafeMutablePointer<Int32>
  private var answerCapacity = 8
  private var values: UnsafeMutablePointer<Double>
  private var valueCapacity = 64
  private var items: UnsafeMutableBufferPointer<StackItem<TracedLength>> = .allocate(capacity: 0)
  private let trace: UnsafeMutablePointer<LayoutTrace>
  /// Shapes that have a plan.
  private(set) var count = 0

  init() {
    let slotCount = Self.slotCount + Self.probeCount
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: PlanSlot(), count: slotCount)
    shapes = Array(repeating: nil, count: slotCount)
    plans = Array(repeating: nil, count: slotCount)
    answers = .allocate(capacity: answerCapacity)
    values = .allocate(capacity: valueCapacity)
    trace = .allocate(capacity: 1)
    trace.initialize(to: LayoutTrace())
  }

  func deallocate() {
    for index in shapes.indices where slots[index].isPlanned { slots[index].deallocate() }
    slots.deallocate()
    answers.deallocate()
    values.deallocate()
    items.deallocate()
    trace.deinitialize(count: 1)
    trace.deallocate()
  }

  mutating func removeAll() {
    for index in shapes.indices {
      if slots[index].isPlanned { slots[index].deallocate() }
      slots[index] = PlanSlot()
      shapes[index] = nil
      plans[index] = nil
    }
    count = 0
  }

  @inline(__always)
  private static func address(_ shape: LayoutShape) -> UInt { UInt(bitPattern: ObjectIdentifier(shape)) }

  /// The first slot that a shape may be in.
  @inline(__always)
  private static func firstSlot(_ address: UInt) -> Int {
    Int((UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  /// The slot of a shape that has a plan, or has none after many uses; nil otherwise.
  @inline(__always)
  func find(_ shape: LayoutShape) -> UnsafeMutablePointer<PlanSlot>? {
    let address = Self.address(shape)
    var slot = slots + Self.firstSlot(address)
    let end = slot + Self.probeCount
    while slot < end {
      if slot.pointee.shape == address { return slot.pointee.useCount < 0 ? slot : nil }
      if slot.pointee.shape == 0 { return nil }
      slot += 1
    }
    return nil
  }

  /// Counts a use of a shape, and makes its plan when it is used often.
  ///
  /// - Returns: Nil as long as the shape has no plan.
  mutating func add(
    _ shape: LayoutShape, contentWidth: Double, grid: PixelGrid
  ) -> UnsafeMutablePointer<PlanSlot>? {
    let address = Self.address(shape)
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
    plans[index] = plan
    count += 1
    slot.pointee.take(plan)
    grow(for: plan)
    return slot
  }

  private mutating func grow(for plan: WidthPlan) {
    if answerCapacity < plan.queries.count {
      answers.deallocate()
      answerCapacity = plan.queries.count
      answers = .allocate(capacity: answerCapacity)
    }
    if valueCapacity < plan.operationCount {
      values.deallocate()
      valueCapacity = plan.operationCount
      values = .allocate(capacity: valueCapacity)
    }
  }

  @inline(__always)
  static func combine(_ hash: UInt64, _ answer: PangoUnits) -> UInt64 {
    (hash ^ UInt64(truncatingIfNeeded: answer)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether a kept result belongs to the present answers.
  @inline(__always)
  func isKnown(_ known: UnsafeMutablePointer<Int32>, _ queryCount: Int) -> Bool {
    for index in 0..<queryCount where known[index] != answers[index] { return false }
    return known[queryCount] != Self.unknown
  }

  /// The content's height in logical pixels for the present answers.
  func contentHeight(_ slot: UnsafeMutablePointer<PlanSlot>, grid: PixelGrid) -> Double {
    plans[slot - slots]?.height(answers, values: values, grid: grid) ?? 0
  }
}

extension PlanSlot {
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
