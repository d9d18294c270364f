import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop

/// The window in which settings are chosen. What has a menu too changes with it.
enum PreferencesDialog {
  private static let width = 460
  private static let margin: Int32 = 12

  static func present(_ settings: Settings, over parent: UnsafeMutablePointer<GtkWindow>) {
    let list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_set_margin_start(list, margin)
    gtk_widget_set_margin_end(list, margin)
    gtk_widget_set_margin_top(list, margin)
    gtk_widget_set_margin_bottom(list, margin)
    append(
      choice(
        localized("Rows"), EntryDensity.allCases.map { ($0.title, $0.rawValue) }, action: "density",
        of: parent),
      to: list)
    append(
      choice(
        localized("Order"), Arrangement.Order.allCases.map { ($0.title, $0.rawValue) }, action: "order",
        of: parent),
      to: list)
    append(
      choice(
        localized("Sections"), Arrangement.Grouping.allCases.map { ($0.title, $0.rawValue) },
        action: "grouping",
        of: parent),
      to: list)
    append(
      toggle(localized("Mark entries as read when they are opened"), ViewerSetting.marksReadOnOpen, settings),
      to: list)
    append(
      toggle(
        localized("Open the files of the last time at the start"), ViewerSetting.restoresSession, settings),
      to: list)
    append(
      toggle(
        localized("Notifications about new entries of open files"), ViewerSetting.notifiesOfNewEntries,
        settings),
      to: list)
    append(
      toggle(localized("Keys without Ctrl, such as m, s and j"), ViewerSetting.singleKeyShortcuts, settings),
      to: list)
    DialogWindow.present(list, title: localized("Preferences"), width: width, over: parent)
  }

  private static func append(_ row: (title: String, control: WidgetPointer), to list: WidgetPointer) {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 24)!
    gtk_widget_set_margin_top(box, 6)
    gtk_widget_set_margin_bottom(box, 6)
    let label = gtk_label_new(row.title)!
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_valign(row.control, GTK_ALIGN_CENTER)
    Accessible.setLabel(row.title, of: row.control)
    gtk_box_append(box.cast(), label)
    gtk_box_append(box.cast(), row.control)
    gtk_box_append(list.cast(), box)
  }

  private static func toggle(_ title: String, _ key: SettingsKey<Bool>, _ settings: Settings) -> (
    title: String, control: WidgetPointer
  ) {
    let control = gtk_switch_new()!
    gtk_switch_set_active(control.opaque, settings[key] ? 1 : 0)
    Signal.connect(control, "notify::active") { settings[key] = gtk_switch_get_active(control.opaque) != 0 }
    return (title, control)
  }

  /// - Parameters:
  ///   - choices: Titles with mnemonics, and values of the action.
  ///   - action: An action of the window with a choice.
  private static func choice(
    _ title: String, _ choices: [(title: String, value: String)], action: String,
    of window: UnsafeMutablePointer<GtkWindow>
  ) -> (title: String, control: WidgetPointer) {
    let titles = choices.map { Menu.plainTitle($0.title) }
    let control = CStringArray.withConstants(titles) { gtk_drop_down_new_from_strings($0) }!
    let present = Action.state(of: action, in: window)
    let selected = choices.firstIndex { $0.value == present } ?? 0
    gtk_drop_down_set_selected(control.opaque, UInt32(selected))
    Signal.connect(control, "notify::selected") {
      Action.setState(choices[Int(gtk_drop_down_get_selected(control.opaque))].value, of: action, in: window)
    }
    return (title, control)
  }
}
