import CGtk

/// The virtual functions of a custom widget.
package protocol CustomWidgetDelegate: AnyObject {
  /// The minimum and natural size in logical pixels.
  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int)
  /// Called in the layout phase, with the size in logical pixels.
  func allocate(width: Int, height: Int)
  /// Draws into a GtkSnapshot.
  func snapshot(_ snapshot: OpaquePointer)
  /// Whether a point of the widget's box is inside the widget, in logical pixels.
  func contains(x: Double, y: Double) -> Bool
  /// Moves the keyboard focus in a direction: into the widget, between its children, or out of it.
  ///
  /// - Returns: Whether the widget contains the focus afterwards; nil to let GTK iterate over the children.
  func moveFocus(_ direction: GtkDirectionType) -> Bool?
  /// The style, the font settings or the text direction changed.
  func environmentChanged()
  /// The widget is being disposed: unparent its children.
  func dispose()
}

extension CustomWidgetDelegate {
  package func contains(x: Double, y: Double) -> Bool { true }
  package func moveFocus(_ direction: GtkDirectionType) -> Bool? { nil }
  package func environmentChanged() {}
  package func dispose() {}
}

/// The additional virtual functions of a widget inside a GtkScrolledWindow.
package protocol ScrollableWidgetDelegate: CustomWidgetDelegate {
  func setAdjustment(_ adjustment: UnsafeMutablePointer<GtkAdjustment>?, for orientation: GtkOrientation)
  func adjustment(for orientation: GtkOrientation) -> UnsafeMutablePointer<GtkAdjustment>?
}

/// A GtkWidget subclass registered at run time; every virtual function forwards to the widget's delegate.
package struct CustomWidgetClass {
  /// The name of the GType, unique in the process.
  package let name: String
  /// The name of the CSS node.
  package let cssName: String
  package let role: GtkAccessibleRole
  /// Whether it implements GtkScrollable.
  package let isScrollable: Bool

  package init(name: String, cssName: String, role: GtkAccessibleRole, isScrollable: Bool = false) {
    self.name = name
    self.cssName = cssName
    self.role = role
    self.isScrollable = isScrollable
  }

  /// Makes a widget, which does nothing until it has a delegate.
  package func make() -> GObjectReference<WidgetPointer> {
    GObjectReference(adopting: g_object_new_with_properties(type, 0, nil, nil)!.cast())
  }

  /// Makes a widget of such a class forward to `delegate`, which is not retained.
  package static func setDelegate(_ delegate: any CustomWidgetDelegate, of widget: WidgetPointer) {
    let box = Unmanaged.passRetained(DelegateBox(delegate)).toOpaque()  // released by DelegateBox.release
    g_object_set_qdata_full(widget.cast(), CustomWidget.delegateQuark, box, DelegateBox.release)
  }

  private var type: GType {
    let known = g_type_from_name(name)
    if known != 0 { return known }
    CustomWidget.classes[name] = self
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GtkWidgetClass>.size)
    info.instance_size = guint16(MemoryLayout<GtkWidget>.size)
    info.class_init = { gclass, _ in CustomWidget.initialize(gclass!) }
    let type = g_type_register_static(gtk_widget_get_type(), name, &info, GTypeFlags(0))
    if isScrollable {
      var scrollable = GInterfaceInfo()
      g_type_add_interface_static(type, gtk_scrollable_get_type(), &scrollable)
    }
    return type
  }
}

private enum CustomWidget {
  static let delegateQuark = g_quark_from_static_string("swift-delegate")
  static var classes: [String: CustomWidgetClass] = [:]
  private static let parentClass = g_type_class_ref(gtk_widget_get_type())!
    .assumingMemoryBound(to: GtkWidgetClass.self)

  static func delegate(of widget: (some GObjectPointer)?) -> (any CustomWidgetDelegate)? {
    guard let widget, let data = g_object_get_qdata(widget.cast(), delegateQuark) else { return nil }
    return Unmanaged<DelegateBox>.fromOpaque(data).takeUnretainedValue().delegate
  }

  static func initialize(_ gclass: gpointer) {
    let type = gclass.assumingMemoryBound(to: GTypeClass.self).pointee.g_type
    guard let described = classes[String(cString: g_type_name(type))] else {
      preconditionFailure("A custom widget class is initialized only through CustomWidgetClass.make().")
    }
    let widgetClass = gclass.assumingMemoryBound(to: GtkWidgetClass.self)
    gtk_widget_class_set_css_name(widgetClass, described.cssName)
    gtk_widget_class_set_accessible_role(widgetClass, described.role)
    widgetClass.pointee.measure = {
      widget, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
      let size =
        CustomWidget.delegate(of: widget)?.measure(orientation, forSize: Int(forSize))
        ?? (minimum: 0, natural: 0)
      minimum?.pointee = gint(size.minimum)
      natural?.pointee = gint(size.natural)
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
    }
    widgetClass.pointee.size_allocate = { widget, width, height, _ in
      CustomWidget.delegate(of: widget)?.allocate(width: Int(width), height: Int(height))
    }
    widgetClass.pointee.snapshot = { widget, snapshot in
      CustomWidget.delegate(of: widget)?.snapshot(snapshot!)
    }
    widgetClass.pointee.contains = { widget, x, y in
      guard CustomWidget.parentClass.pointee.contains(widget, x, y) != 0 else { return 0 }
      return CustomWidget.delegate(of: widget)?.contains(x: x, y: y) == false ? 0 : 1
    }
    widgetClass.pointee.focus = { widget, direction in
      guard let moved = CustomWidget.delegate(of: widget)?.moveFocus(direction) else {
        return CustomWidget.parentClass.pointee.focus(widget, direction)
      }
      return moved ? 1 : 0
    }
    widgetClass.pointee.css_changed = { widget, change in
      CustomWidget.parentClass.pointee.css_changed(widget, change)
      CustomWidget.delegate(of: widget)?.environmentChanged()
    }
    widgetClass.pointee.system_setting_changed = { widget, setting in
      CustomWidget.parentClass.pointee.system_setting_changed(widget, setting)
      CustomWidget.delegate(of: widget)?.environmentChanged()
    }
    widgetClass.pointee.direction_changed = { widget, previous in
      CustomWidget.parentClass.pointee.direction_changed(widget, previous)
      CustomWidget.delegate(of: widget)?.environmentChanged()
    }
    let objectClass = gclass.assumingMemoryBound(to: GObjectClass.self)
    objectClass.pointee.dispose = { object in
      CustomWidget.delegate(of: object)?.dispose()
      CustomWidget.parentClass.pointee.parent_class.dispose(object)
    }
    if described.isScrollable { initializeScrollable(objectClass) }
  }

  private static func initializeScrollable(_ objectClass: UnsafeMutablePointer<GObjectClass>) {
    objectClass.pointee.set_property = { object, id, value, _ in
      guard let property = ScrollableProperty(rawValue: id), let orientation = property.orientation,
        let delegate = CustomWidget.delegate(of: object) as? any ScrollableWidgetDelegate
      else { return }
      delegate.setAdjustment(g_value_get_object(value)?.cast(), for: orientation)
    }
    objectClass.pointee.get_property = { object, id, value, _ in
      guard let property = ScrollableProperty(rawValue: id) else { return }
      if let orientation = property.orientation {
        let delegate = CustomWidget.delegate(of: object) as? any ScrollableWidgetDelegate
        g_value_set_object(value, delegate?.adjustment(for: orientation))
      } else {
        g_value_set_enum(value, gint(GTK_SCROLL_MINIMUM.rawValue))
      }
    }
    for property in ScrollableProperty.allCases {
      g_object_class_override_property(objectClass, property.rawValue, property.name)
    }
  }
}

private enum ScrollableProperty: guint, CaseIterable {
  case horizontalAdjustment = 1
  case verticalAdjustment, horizontalPolicy, verticalPolicy

  var name: String {
    switch self {
    case .horizontalAdjustment: "hadjustment"
    case .verticalAdjustment: "vadjustment"
    case .horizontalPolicy: "hscroll-policy"
    case .verticalPolicy: "vscroll-policy"
    }
  }

  var orientation: GtkOrientation? {
    switch self {
    case .horizontalAdjustment: GTK_ORIENTATION_HORIZONTAL
    case .verticalAdjustment: GTK_ORIENTATION_VERTICAL
    case .horizontalPolicy, .verticalPolicy: nil
    }
  }
}

private final class DelegateBox {
  weak var delegate: (any CustomWidgetDelegate)?
  init(_ delegate: any CustomWidgetDelegate) { self.delegate = delegate }
  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<DelegateBox>.fromOpaque($0!).release()
  }
}
