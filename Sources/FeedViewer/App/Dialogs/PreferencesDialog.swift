import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop

/// The window in which settings are chosen, on one page of groups. What has a menu too changes with it.
enum PreferencesDialog {
  private static let size = (width: 520, height: 760)
  private static let sliderWidth: Int32 = 140
  /// The least room for words beside a control, in average characters, unless they are shorter.
  private static let wordsLength: Int32 = 20
  /// "300 %"
  private static let zoomTextLength: Int32 = 6

  static func present(over window: ViewerWindow) {
    let settings = window.keeper.settings
    func choice<Value: CaseIterable & RawRepresentable<String>>(
      _ title: String, of command: WindowCommand, _ titles: KeyPath<Value, String>
    ) -> WidgetPointer {
      let values = Value.allCases.map { (title: $0[keyPath: titles], value: $0.rawValue) }
      return row(title, control: makeChoice(values, of: command, in: window.pointer))
    }
    func toggle(_ title: String, _ explanation: String? = nil, _ key: SettingsKey<Bool>) -> WidgetPointer {
      row(title, explanation, control: makeSwitch(key, settings))
    }
    let page = BoxedList.makePage([
      BoxedList.makeGroup(
        localized("Appearance"),
        [
          choice(localized("Style"), of: .style, \ColorScheme.title),
          row(localized("Text size"), control: makeZoom(of: window)),
          choice(localized("Line length"), of: .lineLength, \LineLength.title),
          choice(localized("Density"), of: .density, \EntryDensity.title),
        ]),
      BoxedList.makeGroup(
        localized("Reading"),
        [
          toggle(
            localized("Mark entries as read when shown"),
            localized("After one second, or at once with Return."),
            ViewerSetting.marksReadOnOpen),
          choice(localized("Sort by"), of: .order, \Arrangement.Order.title),
          choice(localized("Group by"), of: .grouping, \Arrangement.Grouping.title),
        ]),
      BoxedList.makeGroup(
        localized("Files"),
        [
          toggle(localized("Reopen feeds from last session"), nil, ViewerSetting.restoresSession),
          toggle(
            localized("Notify about new entries"),
            localized("When an open file gains entries while the window is in the background."),
            ViewerSetting.notifiesOfNewEntries),
        ]),
      BoxedList.makeGroup(
        localized("Keyboard"),
        [
          toggle(
            localized("Single-key shortcuts"), localized("Letters such as J, K, M and S act without Ctrl."),
            ViewerSetting.singleKeyShortcuts)
        ]),
    ])
    DialogWindow.present(
      page, title: localized("Preferences"), width: size.width, height: size.height, over: window.pointer)
  }

  /// - Parameter explanation: A sentence below the title.
  private static func row(
    _ title: String, _ explanation: String? = nil, control: WidgetPointer
  ) -> WidgetPointer {
    let words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
    gtk_widget_set_hexpand(words, 1)
    gtk_widget_set_valign(words, GTK_ALIGN_CENTER)
    var labels = [WrappingLabel.make(title)]
    if let explanation {
      let label = WrappingLabel.make(explanation)
      for name in ["dim-label", "explanation"] { gtk_widget_add_css_class(label, name) }
      labels.append(label)
    }
    for label in labels {
      // Words that would have less room beside the control stand above it.
      gtk_label_set_max_width_chars(label.opaque, wordsLength)
      gtk_box_append(words.cast(), label)
    }
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(control, GTK_ALIGN_END)
    Accessible.setLabel(title, of: control)
    Accessible.setDescription(explanation, of: control)
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    RowOrColumnLayout.use(in: box)
    gtk_box_append(box.cast(), words)
    gtk_box_append(box.cast(), control)
    let row = gtk_list_box_row_new()!
    gtk_list_box_row_set_child(row.cast(), box)
    gtk_list_box_row_set_activatable(row.cast(), 0)
    // Tab goes from control to control.
    gtk_widget_set_focusable(row, 0)
    return row
  }

  private static func makeSwitch(_ key: SettingsKey<Bool>, _ settings: Settings) -> WidgetPointer {
    let control = gtk_switch_new()!
    gtk_switch_set_active(control.opaque, settings[key] ? 1 : 0)
    Signal.connect(control, "notify::active") { settings[key] = gtk_switch_get_active(control.opaque) != 0 }
    return control
  }

  /// - Parameters:
  ///   - choices: Titles with mnemonics, and values of the command.
  ///   - command: One with a choice.
  private static func makeChoice(
    _ choices: [(title: String, value: String)], of command: WindowCommand,
    in window: UnsafeMutablePointer<GtkWindow>
  ) -> WidgetPointer {
    let titles = choices.map { Menu.plainTitle($0.title) }
    let control = CStringArray.withConstants(titles) { gtk_drop_down_new_from_strings($0) }!
    let present = Action.state(of: command.name, in: window)
    let selected = choices.firstIndex { $0.value == present } ?? 0
    gtk_drop_down_set_selected(control.opaque, UInt32(selected))
    Signal.connect(control, "notify::selected") {
      Action.setState(
        choices[Int(gtk_drop_down_get_selected(control.opaque))].value, of: command.name, in: window)
    }
    return control
  }

  /// A slider over the sizes of text, with the chosen one in words.
  private static func makeZoom(of window: ViewerWindow) -> WidgetPointer {
    let zooms = ArticleView.zooms
    let slider = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, Double(zooms.count - 1), 1)!
    gtk_widget_set_size_request(slider, sliderWidth, -1)
    gtk_range_set_value(slider.cast(), Double(zooms.firstIndex(of: window.article.view.zoom) ?? 0))
    // The usual size.
    gtk_scale_add_mark(slider.cast(), Double(zooms.firstIndex(of: 1) ?? 0), GTK_POS_BOTTOM, nil)
    let label = gtk_label_new(ZoomText.percent(window.article.view.zoom))!
    gtk_widget_add_css_class(label, "numeric")
    gtk_label_set_width_chars(label.opaque, zoomTextLength)
    gtk_label_set_xalign(label.opaque, 1)
    Signal.connect(slider, "value-changed") { [weak window] in
      let zoom = zooms[Int(gtk_range_get_value(slider.cast()).rounded())]
      window?.article.view.zoom = zoom
      gtk_label_set_text(label.opaque, ZoomText.percent(zoom))
      Accessible.setValueText(ZoomText.percent(zoom), of: slider)
    }
    Accessible.setLabel(localized("Text size"), of: slider)
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    gtk_box_append(box.cast(), slider)
    gtk_box_append(box.cast(), label)
    return box
  }
}

extension ColorScheme {
  /// The title in the preferences.
  var title: String {
    switch self {
    case .system: localized("Follow System")
    case .light: localized("Light")
    case .dark: localized("Dark")
    }
  }
}

extension LineLength {
  /// The title in the preferences.
  var title: String {
    switch self {
    case .narrow: localized("Narrow")
    case .normal: localized("Normal")
    case .wide: localized("Wide")
    }
  }
}
