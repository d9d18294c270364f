import CGtk
import Glibc
import GtkInterop
import VirtualList

/// The window of an example: a list in a scroller, buttons above it, and a spinner for what takes a while.
///
/// With `--screenshot FILE` on the command line the program writes a picture of the window to a PNG file and ends.
public final class ExampleWindow {
  private static let width: Int32 = 420
  private static let height: Int32 = 640
  /// Called with a complete window before its picture is taken, a few frames earlier.
  private static let calmLooks = 8

  public let list: ListView
  /// Called after the viewport has moved over the rows; the list may be edited.
  public var onScroll: () -> Void = {}
  /// Called with rows that are to be deleted: by a swipe, by the Delete key or by their menu. Without it they can't be.
  public var onDelete: (([RowIndexPath]) -> Void)?

  public let window: WidgetPointer
  private let bar: WidgetPointer
  private let column: WidgetPointer
  /// The buttons that were added last.
  private var row: WidgetPointer?
  private var refreshControl: RefreshControl?
  private var refreshTimer: TimeoutSource?
  private var scrollNotice: IdleSource?
  private var screenshotTimer: TimeoutSource?
  private var textTimer: TimeoutSource?

  /// - Parameters:
  ///   - title: Of the window.
  ///   - dataSource: Kept by whoever calls.
  public init(title: String, dataSource: any ListDataSource) {
    guard gtk_init_check() != 0 else {
      Self.fail("There is no display.")
    }
    MainQueueSource.attach()
    window = gtk_window_new()!
    bar = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    list = ListView()
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_default_size(window.cast(), Self.width, Self.height)
    list.dataSource = dataSource
    list.delegate = self
    list.reloadData()
    let scroller = list.makeScrolledWindow()
    gtk_widget_set_vexpand(scroller, 1)
    for child in [bar, scroller] { gtk_box_append(column.cast(), child) }
    gtk_window_set_child(window.cast(), column)
    connect(scroller)
  }

  private func connect(_ scroller: WidgetPointer) {
    let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)!
    Signal.connect(adjustment, "value-changed") { [weak self] in
      // The list may be in the middle of a jump.
      self?.scrollNotice = IdleSource(priority: G_PRIORITY_DEFAULT) {
        self?.scrollNotice = nil
        self?.onScroll()
        return .done
      }
    }
    let keys = gtk_event_controller_key_new()!
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      let isControl = arguments.flags(2) & GDK_CONTROL_MASK.rawValue != 0
      switch (Int32(arguments.uint(0)), isControl) {
      case (GDK_KEY_F5, false), (GDK_KEY_r, true): self?.refreshControl?.beginRefreshing()
      default: return .unhandled
      }
      return .handled
    }
    gtk_widget_add_controller(window, keys)
  }

  /// Adds a row of buttons above the list. An underscore comes before the letter that clicks one together with Alt.
  public func addButtons(_ buttons: [(label: String, onClick: () -> Void)]) {
    let row = addRow()
    for (label, onClick) in buttons {
      let button = gtk_button_new_with_mnemonic(label)!
      Signal.connect(button, "clicked", onClick)
      gtk_box_append(row.cast(), button)
    }
  }

  /// Adds a row of buttons above the list, one of which is pressed.
  ///
  /// - Parameter onChoice: Called with the index of another one that is pressed from now on.
  public func addSegments(_ labels: [String], selected: Int, onChoice: @escaping (Int) -> Void) {
    let row = addRow()
    var first: WidgetPointer?
    for (index, label) in labels.enumerated() {
      let button = gtk_toggle_button_new_with_label(label)!
      gtk_toggle_button_set_group(button.cast(), first?.cast())
      if index == selected { gtk_toggle_button_set_active(button.cast(), 1) }
      first = first ?? button
      Signal.connect(button, "toggled") {
        if gtk_toggle_button_get_active(button.cast()) != 0 { onChoice(index) }
      }
      gtk_box_append(row.cast(), button)
    }
  }

  /// Adds a button beside those that were added last, which stays pressed until it is clicked again.
  public func addToggle(_ label: String, onChange: @escaping (_ isOn: Bool) -> Void) {
    let button = gtk_toggle_button_new_with_label(label)!
    Signal.connect(button, "toggled") { onChange(gtk_toggle_button_get_active(button.cast()) != 0) }
    gtk_box_append((row ?? addRow()).cast(), button)
  }

  /// Adds a text above the list, which follows what it tells of.
  public func addText(_ text: @escaping () -> String) {
    let label = gtk_label_new(text())!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_box_append(addRow().cast(), label)
    textTimer = TimeoutSource(milliseconds: 200) {
      gtk_label_set_text(label.opaque, text())
      return .again
    }
    Signal.connect(label, "destroy") { [weak self] in self?.textTimer = nil }
  }

  /// Adds a button that refreshes the list; so do F5, Ctrl+R, and pulling the list down at its top. A spinner turns
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - milliseconds: How long it takes.
  ///   - onEnd: What is done then.
  public func addRefreshButton(milliseconds: UInt32, onEnd: @escaping () -> Void) {
    let control = RefreshControl(for: list) { [weak self] in
      self?.refreshTimer = TimeoutSource(milliseconds: milliseconds) { [weak self] in
        self?.refreshTimer = nil
        onEnd()
        self?.refreshControl?.endRefreshing()
        return .done
      }
    }
    refreshControl = control
    gtk_box_insert_child_after(column.cast(), control.indicator, bar)
    addButtons([("Refresh", { control.beginRefreshing() })])
  }

  private func addRow() -> WidgetPointer {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(row, "linked")
    gtk_box_set_homogeneous(row.cast(), 1)
    gtk_widget_set_margin_top(row, 6)
    gtk_widget_set_margin_start(row, 6)
    gtk_widget_set_margin_end(row, 6)
    gtk_box_append(bar.cast(), row)
    self.row = row
    return row
  }

  /// Shows the window, and runs the main loop until it is closed.
  public func run() -> Never {
    var isOpen = true
    Signal.connect(window, "destroy") { isOpen = false }
    let arguments = CommandLine.arguments
    if let option = arguments.firstIndex(of: "--screenshot"), option + 1 < arguments.count {
      takeScreenshot(to: arguments[option + 1])
    }
    gtk_window_present(window.cast())
    list.takeFocus()
    while isOpen { g_main_context_iteration(nil, 1) }
    exit(0)
  }

  private static func fail(_ sentence: String) -> Never {
    let line = Array((sentence + "\n").utf8)
    write(STDERR_FILENO, line, line.count)
    exit(1)
  }

  private func takeScreenshot(to path: String) {
    // The frame that a display without compositing needs would be part of the picture.
    gtk_window_set_decorated(window.cast(), 0)
    var calm = 0
    screenshotTimer = TimeoutSource(milliseconds: 30) { [weak self] in
      guard let self else { return .done }
      gtk_widget_unset_state_flags(window, GTK_STATE_FLAG_BACKDROP)
      calm = list.isComplete ? calm + 1 : 0
      guard calm > Self.calmLooks else { return .again }
      writeScreenshotAfterFrame(to: path)
      return .done
    }
  }

  private func writeScreenshotAfterFrame(to path: String) {
    Signal.connect(gtk_widget_get_frame_clock(window)!, "after-paint") { [window] in
      guard let failure = WidgetPicture.write(window, to: path) else { exit(0) }
      Self.fail(failure)
    }
    gtk_widget_queue_draw(window)
  }
}

extension ExampleWindow: ListViewDelegate {
  public func listView(_ list: ListView, swipeActionFor row: RowIndexPath) -> RowAction? {
    onDelete.map { _ in RowAction("Delete", iconName: "user-trash-symbolic", isDestructive: true) }
  }

  public func listView(_ list: ListView, perform action: RowAction, on rows: [RowIndexPath]) {
    onDelete?(rows)
  }
}
