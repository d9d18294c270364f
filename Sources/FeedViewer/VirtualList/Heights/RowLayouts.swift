import LayoutCore
import PangoText

/// Lays items out, and compiles rows into arithmetic for their heights. The layouts that are measured here are drawn.
final class RowLayouts {
  /// The maximum length in bytes of texts that are shared among items: such texts are prepared only once.
  private static let repeatedTextLength = 64

  /// Whether compiled rows and prepared texts are kept.
  var keepsPreparedRows = true {
    didSet { if !keepsPreparedRows { compiledRows.removeAll() } }
  }
  /// The most memory of rows that are kept prepared when rows are measured ahead or leave the preload range, in bytes.
  var preparedRowByteLimit = Int.max
  /// The result of a measurement, in logical pixels without the separator.
  var onEvent: (TemplateEvent, _ isRow: Bool) -> Void = { _, _ in }

  let text: TextSystem
  let templates: TemplateTable
  private(set) var compiledRows = CompiledRows()
  /// The items whose heights arithmetic predicted wrong.
  private var contradicted: Set<ItemIdentity> = []
  /// Whether layouts are logged as measurements; those made for drawing are not.
  private var isMeasuring = false
  /// Whether the element is a row, as opposed to a header or footer.
  private var isMeasuringRow = true

  init(text: TextSystem, templates: TemplateTable) {
    self.text = text
    self.templates = templates
    templates.onEvent = { [weak self] in self?.report($0) }
  }

  var compiledRowCount: Int { compiledRows.count }

  /// The heights of all rows by arithmetic alone, in device pixels.
  func compiledHeights(rowCounts: [Int], under conditions: MeasurementContext) -> CompiledHeights {
    var heights = compiledRows.heights(
      rowCounts: rowCounts, metrics: conditions.metrics(of: .row), scale: conditions.environment.scale)
    heights.boxHeight = Int32(conditions.boxHeight(of: .row))
    return heights
  }

  /// Whether a row's texts must be prepared before its height can be computed by arithmetic.
  func needsPreparation(
    _ row: RowIndexPath, _ identity: ItemIdentity, under conditions: MeasurementContext
  ) -> Bool {
    guard keepsPreparedRows, !contradicted.contains(identity) else { return false }
    guard let known = compiledRows[row], known.revision == identity.revision else { return true }
    return height(of: known.layout, under: conditions) == nil
  }

  /// Stores a row that was compiled elsewhere.
  func keep(_ layout: CompiledLayout, of identity: ItemIdentity, at row: RowIndexPath) {
    if keepsPreparedRows {
      compiledRows.store(CompiledRows.Row(layout: layout, revision: identity.revision), at: row)
    }
  }

  /// Measures an item by its drawn layout from now on, because arithmetic has predicted another height.
  func contradict(_ identity: ItemIdentity, of element: ListElement) {
    contradicted.insert(identity)
    if case .row(let row) = element { compiledRows.remove(at: row) }
  }

  /// Whether an item is measured by its drawn layout instead of by arithmetic.
  func isContradicted(_ identity: ItemIdentity) -> Bool { contradicted.contains(identity) }

  /// The height of an element in the list, in device pixels: by arithmetic if possible, else by its layout.
  ///
  /// - Parameters:
  ///   - computed: The height of the layout of a row that is compiled, if it is known.
  ///   - content: Its content; called only if it must be prepared or laid out.
  func measure(
    _ element: ListElement, _ identity: ItemIdentity, under conditions: MeasurementContext,
    computed: Int? = nil, content: () -> any Sendable
  ) -> Int {
    isMeasuringRow = element.isRow
    templates.makeIfNeeded(identity.template)
    guard keepsPreparedRows, case .row(let row) = element, !contradicted.contains(identity) else {
      return measure(element, content(), identity, compiled: nil, under: conditions)
    }
    var compiled: CompiledLayout?
    if let known = compiledRows[row], known.revision == identity.revision {
      compiled = known.layout
    } else {
      // Short texts such as authors and dates recur.
      compiled = compiledRows.compile(content(), templates[identity.template]) {
        Self.prepared($0, by: text, keeps: $0.string.utf8.count <= Self.repeatedTextLength).prepared
      }
      if let compiled {
        keep(compiled, of: identity, at: row)
        #if DEBUG
          compareWithLayout(compiled, of: element, content(), identity, under: conditions)
        #endif
      }
    }
    if let compiled, let height = computed ?? height(of: compiled, under: conditions) {
      // Without the separator, like a measurement by the template.
      let separator = height > 0 && conditions.separator == .singleLine ? 1 : 0
      onEvent(.calculatedBySpec(conditions.grid.points(height - separator)), true)
      return conditions.height(ofLayout: height, .row)
    }
    return measure(element, content(), identity, compiled: compiled, under: conditions)
  }

  /// The layout of an element for drawing; its height is the element's height.
  func layout(
    of element: ListElement, _ content: any Sendable, _ identity: ItemIdentity,
    under conditions: MeasurementContext
  ) -> TemplateLayout {
    var compiled: CompiledLayout?
    if case .row(let row) = element, let known = compiledRows[row], known.revision == identity.revision {
      compiled = known.layout
    }
    return layout(of: element, content, identity, compiled: compiled, under: conditions)
  }

  /// Forgets a row's prepared texts if prepared rows take more memory than they may.
  func trimPreparedRows(from row: RowIndexPath) {
    if compiledRows.byteCount > preparedRowByteLimit { compiledRows.remove(at: row) }
  }

  /// Follows an edit.
  func apply(_ change: ChangeSet) { compiledRows.apply(change) }

  /// Removes the prepared texts of a row.
  func forget(_ identity: ItemIdentity, at row: RowIndexPath) {
    contradicted.remove(identity)
    compiledRows.remove(at: row)
  }

  /// Frees the prepared rows; they are prepared again on demand.
  func forgetPreparedRows() { compiledRows.removeAll() }

  /// Call when the font has changed: all prepared texts are removed.
  func forgetAll() {
    contradicted = []
    compiledRows.removeAll()
  }

  #if DEBUG
    private func compareWithLayout(
      _ compiled: CompiledLayout, of element: ListElement, _ content: any Sendable,
      _ identity: ItemIdentity, under conditions: MeasurementContext
    ) {
      guard let height = height(of: compiled, under: conditions) else { return }
      let layout = layout(of: element, content, identity, compiled: compiled, under: conditions)
      precondition(layout.height == height, "A compiled row is as high as its layout.")
    }
  #endif

  private func height(of compiled: CompiledLayout, under conditions: MeasurementContext) -> Int? {
    compiledRows.height(
      of: compiled, metrics: conditions.metrics(of: .row), scale: conditions.environment.scale)
  }

  private func measure(
    _ element: ListElement, _ content: any Sendable, _ identity: ItemIdentity, compiled: CompiledLayout?,
    under conditions: MeasurementContext
  ) -> Int {
    isMeasuring = true
    defer { isMeasuring = false }
    let layout = layout(of: element, content, identity, compiled: compiled, under: conditions)
    return conditions.height(ofLayout: layout.height, element.kind)
  }

  /// - Parameter compiled: The compiled row of the item, if there is one.
  private func layout(
    of element: ListElement, _ content: any Sendable, _ identity: ItemIdentity, compiled: CompiledLayout?,
    under conditions: MeasurementContext
  ) -> TemplateLayout {
    let text = text
    let asksPango = contradicted.contains(identity)
    let context = LayoutContext(environment: conditions.environment) { element, width in
      MainActor.assumeIsolated {
        asksPango
          ? text.extentsAsDrawn(of: element, width: width)
          : text.extents(of: element, width: width)
      }
    }
    let keeps = keepsPreparedRows
    // A template keeps its last item, and belongs to this object: the item must not retain it.
    let item = TemplateItem(content: content, compiled: compiled) {
      Self.prepared($0, by: text, keeps: keeps)
    }
    return templates.layout(
      identity.template, for: item, metrics: conditions.metrics(of: element.kind), in: context)
  }

  private static func prepared(_ element: TextElement, by text: TextSystem, keeps: Bool) -> TextElement {
    text.element(
      element.string, style: TextStyle(element.style), maximumLineCount: element.maximumLineCount,
      attributes: element.attributes, keepsPrepared: keeps)
  }

  private func report(_ event: TemplateEvent) {
    switch event {
    case .calculatedBySpec, .calculatedByManualSizing: if isMeasuring { onEvent(event, isMeasuringRow) }
    case .created, .warning: onEvent(event, isMeasuringRow)
    }
  }
}
