import CGtk
import GtkInterop

/// The look of every list: backgrounds, the states of rows, headers and the section index.
///
/// Colours are the theme's named colours, which suit light, dark and high contrast styles. The sheet has GTK's lowest
/// priority: the rules of the theme, the program and the user override it. Rows and headers have no margin, border or
/// padding here, because their templates determine their geometry.
enum ListStyleSheet {
  private static let installedKey = "virtual-list-style-sheet"

  /// Adds the sheet to a display, once.
  static func install(on display: OpaquePointer) {
    guard g_object_get_data(display.cast(), installedKey) == nil else { return }
    GObjectReference(adopting: gtk_css_provider_new()!).use { provider in
      gtk_css_provider_load_from_data(provider, sheet, -1)
      gtk_style_context_add_provider_for_display(
        display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_FALLBACK))
      // The display retains the provider; the stored pointer only marks that it was added.
      g_object_set_data(display.cast(), installedKey, UnsafeMutableRawPointer(provider))
    }
  }

  private static let sheet = """
    /* Contrasts with rows, selected or not, by 3:1 and more in all styles of the default theme. */
    @define-color list_accent mix(@theme_selected_bg_color, @theme_fg_color, 0.4);
    @define-color list_selection mix(@theme_selected_bg_color, @theme_fg_color, 0.12);
    /* Between rows: quiet, and still strong in the high contrast styles. */
    @define-color list_line alpha(@borders, 0.4);

    feedlist {
      background-color: @theme_base_color;
      color: @theme_text_color;
    }

    feedlist:focus-visible {
      outline: none; /* the row with the keyboard focus shows it */
    }

    feedrow {
      background-color: transparent;
      outline: 0 solid transparent;
    }

    feedrow:hover {
      background-color: alpha(@theme_text_color, 0.04);
    }

    feedrow:active {
      background-color: alpha(@theme_text_color, 0.07);
    }

    feedrow:selected {
      background-color: alpha(@list_selection, 0.1);
      color: @theme_text_color;
      box-shadow: inset 3px 0 @list_accent;
    }

    feedrow:selected:dir(rtl) {
      box-shadow: inset -3px 0 @list_accent;
    }

    feedlist:focus-within feedrow:selected {
      background-color: alpha(@list_selection, 0.2);
    }

    feedlist:focus-within feedrow:selected:backdrop {
      background-color: alpha(@list_selection, 0.1);
    }

    /* Not around a widget in it that has the focus. */
    feedrow:focus:focus-visible {
      outline: 2px solid @list_accent;
      outline-offset: -3px;
    }

    feedheader {
      background-color: mix(@theme_base_color, @theme_bg_color, 0.85);
      color: @theme_text_color;
      box-shadow: inset 0 -1px @list_line;
    }

    /* A quiet strip beside the rows; the entry of the section at the top stands out. */
    sectionindex {
      color: alpha(@theme_text_color, 0.62);
      font-size: 0.78em;
      font-feature-settings: "tnum";
      border-radius: 8px;
      outline: 0 solid transparent;
    }

    sectionindex:hover,
    sectionindex:active {
      color: alpha(@theme_text_color, 0.85);
    }

    sectionindex:focus-visible {
      outline: 2px solid @list_accent;
      outline-offset: -3px;
    }

    .section-bubble {
      padding: 8px 14px;
      border-radius: 9px;
      background-color: @theme_text_color;
      color: @theme_base_color;
      font-weight: bold;
    }

    /* What a swipe over a row reveals. */
    rowaction {
      background-color: mix(@theme_bg_color, @theme_text_color, 0.25);
      color: @theme_text_color;
      font-weight: bold;
    }

    rowaction.destructive {
      background-color: mix(@error_color, black, 0.1);
      color: white;
    }
    """
}

extension ListView {
  /// Adds the sheet to the list's display, and to any display that its window moves to.
  func installStyleSheet() {
    ListStyleSheet.install(on: gtk_widget_get_display(widget.pointer))
    Signal.connect(widget.pointer, "realize") { [weak self] in
      if let self { ListStyleSheet.install(on: gtk_widget_get_display(self.widget.pointer)) }
    }
  }
}
