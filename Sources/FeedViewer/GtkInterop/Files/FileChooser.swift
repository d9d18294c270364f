import CGtk
import FeedViewerBase

/// The desktop's dialog for opening and saving files, or the portal's if there is one.
package enum FileChooser {
  /// A filter of the dialog.
  package struct Filter {
    package var name: String
    /// Glob patterns of file names.
    package var patterns: [String]
    package var mimeTypes: [String]

    package init(name: String, patterns: [String], mimeTypes: [String] = []) {
      self.name = name
      self.patterns = patterns
      self.mimeTypes = mimeTypes
    }
  }

  /// GTK does not retain native dialogs: they are retained here until they respond.
  private static var shown: [OpaquePointer: GObjectReference<OpaquePointer>] = [:]

  /// Lets the user choose files.
  ///
  /// - Parameters:
  ///   - choosesSeveral: Whether more than one file can be chosen.
  ///   - completion: Receives the paths; not called if the user cancels.
  package static func open(
    title: String, parent: UnsafeMutablePointer<GtkWindow>, filters: [Filter], choosesSeveral: Bool = true,
    completion: @escaping ([FilePath]) -> Void
  ) {
    let dialog = gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, nil, nil)!
    shown[dialog] = GObjectReference(adopting: dialog)
    gtk_native_dialog_set_modal(dialog.cast(), 1)
    gtk_file_chooser_set_select_multiple(dialog, choosesSeveral ? 1 : 0)
    for filter in filters { add(filter, to: dialog) }
    Signal.connect(dialog, "response") { arguments in
      let isAccepted = arguments.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue)
      let paths = isAccepted ? chosenPaths(of: dialog) : []
      shown[dialog] = nil
      if !paths.isEmpty { completion(paths) }
      return .handled
    }
    gtk_native_dialog_show(dialog.cast())
  }

  /// Lets the user choose a name to save a file under, and asks before one is replaced.
  ///
  /// - Parameters:
  ///   - name: The name that is suggested.
  ///   - completion: Receives the path; not called if the user cancels.
  package static func save(
    title: String, name: String, parent: UnsafeMutablePointer<GtkWindow>, filters: [Filter],
    completion: @escaping (String) -> Void
  ) {
    let dialog = gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil)!
    shown[dialog] = GObjectReference(adopting: dialog)
    gtk_native_dialog_set_modal(dialog.cast(), 1)
    gtk_file_chooser_set_current_name(dialog, name)
    for filter in filters { add(filter, to: dialog) }
    Signal.connect(dialog, "response") { arguments in
      let isAccepted = arguments.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue)
      let path = isAccepted ? chosenPaths(of: dialog).first : nil
      shown[dialog] = nil
      if let path { completion(path.text) }
      return .handled
    }
    gtk_native_dialog_show(dialog.cast())
  }

  private static func add(_ filter: Filter, to dialog: OpaquePointer) {
    GObjectReference(adopting: gtk_file_filter_new()!).use { pointer in
      gtk_file_filter_set_name(pointer, filter.name)
      for pattern in filter.patterns { gtk_file_filter_add_pattern(pointer, pattern) }
      for type in filter.mimeTypes { gtk_file_filter_add_mime_type(pointer, type) }
      gtk_file_chooser_add_filter(dialog, pointer)
    }
  }

  private static func chosenPaths(of dialog: OpaquePointer) -> [FilePath] {
    guard let files = gtk_file_chooser_get_files(dialog) else { return [] }
    return GObjectReference(adopting: files).use { files in
      (0..<g_list_model_get_n_items(files)).compactMap { index in
        guard let file = g_list_model_get_item(files, index) else { return nil }
        return GObjectReference(adopting: OpaquePointer(file)).use(FilePath.path(of:))
      }
    }
  }
}
