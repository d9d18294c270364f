import CGtk
import GtkInterop
import LayoutCore

/// The widget of a row, header or footer on screen. It is made once, bound to one item after another, and drawn from the
/// measured layout.
final class RowView: CustomWidgetDelegate {
  /// The properties of a widget that never change: the kind of its elements, which decides its style, and its role.
  struct Variant: Hashable {
    let kind: ListElement.Kind
    let role: AccessibleRole

    /// The variant of a kind; nil for the kind's default role.
    init(_ kind: ListElement.Kind, _ role: AccessibleRole? = nil) {
      self.kind = kind
      self.role = role ?? AccessibleRole(of: kind)
    }

    fileprivate var widgetClass: CustomWidgetClass {
      let (name, cssName) =
        switch kind {
        case .row: ("Row", "feedrow")
        case .header: ("Header", "feedheader")
        case .footer: ("Footer", "feedfooter")
        }
      let suffix = role == AccessibleRole(of: kind) ? "" : "-\(role.gtkRole.rawValue)"
      return CustomWidgetClass(name: "FeedViewer\(name)\(suffix)", cssName: cssName, role: role.gtkRole)
    }
  }

  /// The maximum length of a tooltip in Unicode scalars.
  private static let tooltipLimit = 1_000

  let widget: GObjectReference<WidgetPointer>
  let variant: Variant
  var kind: ListElement.Kind { variant.kind }
  /// The accessible actions; nil for headers and footers.
  var accessibleActions: RowAccessibleActions?
  /// The widgets inside this one; nil in most lists.
  var parts: (any RowParts)?
  private(set) var binding: Binding?
  /// The painter of the bound item; nil while the widget is free.
  private(set) var painter: RowPainter?
  /// The key of the item that was bound last.
  private(set) var lastKey: ItemKey?
  /// Called when the widget has received the keyboard focus.
  var onFocus: () -> Void = {}
  /// Called when the widget's style may have changed.
  var onStyleChange: () -> Void = {}
  private var isSelected = false
  private(set) var accessibleName: String?
  private var accessibleDescription: String?
  /// The colours behind the texts of an element.
  var highlights: (ListElement) -> [TextHighlight] = { _ in [] }
  /// Whether the bound layout has not been compared with the drawn texts yet.
  var needsHeightCheck = false

  /// The item that a widget shows, with everything that its layout depends on.
  struct Binding: Equatable {
    let element: ListElement
    let identity: ItemIdentity
    let conditions: MeasurementContext
    /// The number of rows in the row's section, for the accessible name; 0 for a header or footer.
    let rowCount: Int
  }

  init(_ variant: Variant, parent: WidgetPointer) {
    self.variant = variant
    widget = variant.widgetClass.make()
    CustomWidgetClass.setDelegate(self, of: widget.pointer)
    gtk_widget_set_overflow(widget.pointer, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_has_tooltip(widget.pointer, 1)
    Signal.connect(widget.pointer, "query-tooltip") { [weak self] arguments in
      self?.answerTooltip(arguments) ?? .unhandled
    }
    if kind == .row {
      gtk_widget_set_focusable(widget.pointer, 1)
      // An explicit state of not being selected marks the row as selectable.
      Accessible.setSelected(false, of: widget.pointer)
    }
    Signal.connect(widget.pointer, "notify::has-focus") { [weak self] in
      guard let self, self.binding != nil, gtk_widget_has_focus(self.widget.pointer) != 0 else { return }
      self.onFocus()
    }
    gtk_widget_set_parent(widget.pointer, parent)
    unbind()
  }

  /// Removes the widget from its parent for good.
  func unparent() {
    parts?.remove()
    parts = nil
    gtk_widget_unparent(widget.pointer)
  }

  /// The height of the bound layout with its CSS box, in device pixels.
  var layoutHeight: Int? {
    guard let painter, let binding else { return nil }
    return binding.conditions.height(ofLayout: painter.layout.height, binding.element.kind)
  }

  var content: (any Sendable)? { painter?.content }

  /// Binds the widget to an item.
  func bind(_ binding: Binding, accessibleName: String, painter: RowPainter) {
    let wasBound = self.binding != nil
    if self.binding?.identity.key != binding.identity.key { parts?.itemChanged() }
    self.binding = binding
    lastKey = binding.identity.key
    self.painter = painter
    needsHeightCheck = true
    painter.becameVisible { [weak self, weak painter] in
      guard let self, self.painter === painter else { return }
      self.describe()
      gtk_widget_queue_draw(self.widget.pointer)
    }
    describe()
    if !wasBound {
      ChildVisibility.set(true, of: widget.pointer)
      Accessible.setHidden(false, of: widget.pointer)
    }
    setAccessibleName(accessibleName)
    gtk_widget_queue_draw(widget.pointer)
  }

  private func describe() {
    let description = painter?.accessibleDescription
    guard description != accessibleDescription else { return }
    accessibleDescription = description
    Accessible.setDescription(description, of: widget.pointer)
  }

  /// Updates the index path or the name of the bound item; nothing is laid out again.
  func rebind(_ binding: Binding, accessibleName: String) {
    if accessibleName != self.accessibleName { setAccessibleName(accessibleName) }
    self.binding = binding
  }

  private func setAccessibleName(_ name: String) {
    accessibleName = name
    Accessible.setLabel(name, of: widget.pointer)
  }

  func unbind() {
    parts?.itemChanged()
    binding = nil
    painter = nil
    ChildVisibility.set(false, of: widget.pointer)
    Accessible.setHidden(true, of: widget.pointer)
    setSelected(false)
    setHighlighted(false)
  }

  /// Whether the pointer is on it.
  var isHighlighted: Bool {
    gtk_widget_get_state_flags(widget.pointer).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
  }

  func setHighlighted(_ highlighted: Bool) {
    guard highlighted != isHighlighted else { return }
    if highlighted {
      gtk_widget_set_state_flags(widget.pointer, GTK_STATE_FLAG_PRELIGHT, 0)
    } else {
      gtk_widget_unset_state_flags(widget.pointer, GTK_STATE_FLAG_PRELIGHT)
    }
  }

  func setSelected(_ selected: Bool) {
    guard selected != isSelected else { return }
    isSelected = selected
    if selected {
      gtk_widget_set_state_flags(widget.pointer, GTK_STATE_FLAG_SELECTED, 0)
    } else {
      gtk_widget_unset_state_flags(widget.pointer, GTK_STATE_FLAG_SELECTED)
    }
    if kind == .row { Accessible.setSelected(selected, of: widget.pointer) }
  }

  /// Places the widget in its parent, in logical pixels.
  func allocate(y: Double, width: Int, height: Int) {
    var point = graphene_point_t(x: 0, y: Float(y))
    gtk_widget_allocate(
      widget.pointer, Int32(width), Int32(height), -1, gsk_transform_translate(nil, &point))
  }

  /// Whether the pointer can reach a point of the row, in logical pixels.
  var isReachable: (_ y: Double) -> Bool = { _ in true }

  func contains(x: Double, y: Double) -> Bool { isReachable(y) }

  // The list itself moves the focus among its rows.
  func moveFocus(_ direction: GtkDirectionType) -> Bool? { false }

  func environmentChanged() { onStyleChange() }

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(width: Int, height: Int) { parts?.allocate() }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let painter, let binding else { return }
    painter.paint(on: snapshot, widget: widget.pointer, highlights: highlights(binding.element))
    parts?.snapshot(on: snapshot)
  }

  private func answerTooltip(_ arguments: SignalArguments) -> EventResult {
    guard let painter, let tooltip = arguments.object(3),
      let text = painter.tooltip(x: Double(arguments.int(0)), y: Double(arguments.int(1)))
    else { return .unhandled }
    // GTK lays out the whole text of a tooltip.
    gtk_tooltip_set_text(OpaquePointer(tooltip), String(text.unicodeScalars.prefix(Self.tooltipLimit)))
    return .handled
  }
}
