import CGtk
import FeedViewerBase
import Glibc

/// Prints a document page by page: with the desktop's dialog, in its preview, or into a PDF file.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class PrintOperation {
  /// Where the pages go.
  package enum Destination {
    /// To a printer that the user chooses.
    case printer
    /// To the desktop's program for previews.
    case preview
    /// Into a PDF file, which is replaced.
    case file(path: String)
  }

  package enum Outcome: Equatable {
    case printed, cancelled
    /// With GTK's message, or cairo's.
    case failed(String)
  }

  /// A sheet of paper, in points.
  package struct Sheet: Equatable {
    package var width: Double
    package var height: Double
    /// The widest of the margins that the printer can't reach.
    package var leastMargin: Double
  }

  /// What is printed.
  package struct Document {
    /// The name of the print job.
    package var name: String
    /// Called when the paper is known, before pages are laid out.
    package var begin: (Sheet) -> Void
    /// Lays out some pages; returns their number when all are laid out. Called until then.
    package var layOut: () -> Int?
    /// Draws a page, counted from 0, in points from the top left corner of the paper.
    package var draw: (_ page: Int, _ cairo: OpaquePointer) -> Void

    package init(
      name: String, begin: @escaping (Sheet) -> Void, layOut: @escaping () -> Int?,
      draw: @escaping (_ page: Int, _ cairo: OpaquePointer) -> Void
    ) {
      self.name = name
      self.begin = begin
      self.layOut = layOut
      self.draw = draw
    }
  }

  /// The operations that are not done.
  private static var running: [ObjectIdentifier: PrintOperation] = [:]
  /// What the user chose in the dialog the last time.
  private static var settings: GObjectReference<OpaquePointer>?
  private static var pageSetup: GObjectReference<OpaquePointer>?

  private let operation: GObjectReference<UnsafeMutablePointer<GtkPrintOperation>>
  private let document: Document
  private let completion: (Outcome) -> Void
  /// The surface of a PDF: it tells whether it could be written.
  private var surface: OpaquePointer?
  /// The file that is written, if the pages go into one.
  private var path: String?
  private var failure: String?
  /// Whether a preview was asked for that no program can show.
  private var isSkipped = false
  private var end: IdleSource?

  /// Prints a document.
  ///
  /// - Parameters:
  ///   - noPreviewer: Called instead of showing a preview if the desktop has no program for it.
  ///   - completion: Called once at the end.
  package static func run(
    _ document: Document, to destination: Destination, over window: UnsafeMutablePointer<GtkWindow>?,
    noPreviewer: @escaping () -> Void, completion: @escaping (Outcome) -> Void
  ) {
    let operation = PrintOperation(document, completion)
    running[ObjectIdentifier(operation)] = operation
    operation.start(destination, window, noPreviewer)
  }

  private init(_ document: Document, _ completion: @escaping (Outcome) -> Void) {
    self.document = document
    self.completion = completion
    operation = GObjectReference(adopting: gtk_print_operation_new()!)
  }

  isolated deinit { if let surface { cairo_surface_destroy(surface) } }

  private func start(
    _ destination: Destination, _ window: UnsafeMutablePointer<GtkWindow>?,
    _ noPreviewer: @escaping () -> Void
  ) {
    let pointer = operation.pointer
    gtk_print_operation_set_job_name(pointer, document.name)
    gtk_print_operation_set_unit(pointer, GTK_UNIT_POINTS)
    gtk_print_operation_set_use_full_page(pointer, 1)
    gtk_print_operation_set_embed_page_setup(pointer, 1)
    gtk_print_operation_set_allow_async(pointer, 1)
    gtk_print_operation_set_show_progress(pointer, 1)
    Self.settings?.use { gtk_print_operation_set_print_settings(pointer, $0) }
    Self.pageSetup?.use { gtk_print_operation_set_default_page_setup(pointer, $0) }
    connect(noPreviewer)
    let action: GtkPrintOperationAction
    switch destination {
    case .printer: action = GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG
    case .preview: action = GTK_PRINT_OPERATION_ACTION_PREVIEW
    case .file(let path):
      action = GTK_PRINT_OPERATION_ACTION_EXPORT
      self.path = path
      PathText.withCString(path) { gtk_print_operation_set_export_filename(pointer, $0) }
    }
    var error: UnsafeMutablePointer<GError>?
    let result = gtk_print_operation_run(pointer, action, window, &error)
    if let error {
      failure = String(cString: error.pointee.message)
      g_error_free(error)
    }
    // Some failures are not followed by the signal "done".
    if result == GTK_PRINT_OPERATION_RESULT_ERROR { finish(result) }
  }

  private func connect(_ noPreviewer: @escaping () -> Void) {
    let pointer = operation.pointer
    Signal.connect(pointer, "begin-print") { [weak self] arguments in
      if let self, let context = arguments.object(0) { self.document.begin(Self.sheet(of: context.opaque)) }
      return .handled
    }
    Signal.connect(pointer, "paginate") { [weak self] _ in
      guard let self, let count = self.document.layOut() else { return .unhandled }
      gtk_print_operation_set_n_pages(pointer, Int32(clamping: max(count, 1)))
      return .handled
    }
    Signal.connect(pointer, "draw-page") { [weak self] arguments in
      if let self, let context = arguments.object(0) { self.draw(arguments.int(1), in: context.opaque) }
      return .handled
    }
    Signal.connect(pointer, "preview") { [weak self] arguments in
      guard let self, !PreviewProgram.isThere, let context = arguments.object(1) else { return .unhandled }
      self.skipPreview(in: context.opaque)
      noPreviewer()
      return .handled
    }
    Signal.connect(pointer, "done") { [weak self] arguments in
      self?.finish(GtkPrintOperationResult(arguments.enumeration(0)))
      return .handled
    }
  }

  /// Ends a preview that nobody shows, without drawing anything. GTK lays the pages out first.
  private func skipPreview(in context: OpaquePointer) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    let cairo = cairo_create(surface)
    gtk_print_context_set_cairo_context(context, cairo, 72, 72)
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
    isSkipped = true
    let pointer = operation.pointer
    Signal.connect(pointer, "ready") { [weak self] _ in
      self?.end = IdleSource(priority: G_PRIORITY_DEFAULT) {
        gtk_print_operation_preview_end_preview(pointer.opaque)
        return .done
      }
      return .unhandled
    }
  }

  private func draw(_ page: Int, in context: OpaquePointer) {
    guard let cairo = gtk_print_context_get_cairo_context(context) else { return }
    if surface == nil, let target = cairo_get_target(cairo) { surface = cairo_surface_reference(target) }
    document.draw(page, cairo)
  }

  private static func sheet(of context: OpaquePointer) -> Sheet {
    guard let setup = gtk_print_context_get_page_setup(context) else {
      return Sheet(
        width: gtk_print_context_get_width(context), height: gtk_print_context_get_height(context),
        leastMargin: 0)
    }
    let margins = [
      gtk_page_setup_get_left_margin(setup, GTK_UNIT_POINTS),
      gtk_page_setup_get_right_margin(setup, GTK_UNIT_POINTS),
      gtk_page_setup_get_top_margin(setup, GTK_UNIT_POINTS),
      gtk_page_setup_get_bottom_margin(setup, GTK_UNIT_POINTS),
    ]
    return Sheet(
      width: gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS),
      height: gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS), leastMargin: margins.max() ?? 0)
  }

  private func finish(_ result: GtkPrintOperationResult) {
    guard Self.running.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
    switch result {
    case GTK_PRINT_OPERATION_RESULT_APPLY:
      guard !isSkipped else { return completion(.cancelled) }
      remember()
      let status = surface.map(cairo_surface_status) ?? CAIRO_STATUS_SUCCESS
      // GTK has finished the surface by now, which is no failure. That its last bytes could not be written is told nowhere.
      let isWritten = status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_SURFACE_FINISHED
      let isComplete = path.map(Self.isCompletePDF) ?? true
      let reason = isWritten ? CAIRO_STATUS_WRITE_ERROR : status
      completion(
        isWritten && isComplete ? .printed : .failed(String(cString: cairo_status_to_string(reason))))
    case GTK_PRINT_OPERATION_RESULT_ERROR:
      completion(.failed(failure ?? message ?? ""))
    default: completion(.cancelled)
    }
  }

  /// Whether a file ends as a PDF does.
  private static func isCompletePDF(_ path: String) -> Bool {
    let ending = Array("%%EOF\n".utf8)
    let file = PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return false }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ending.count)
    guard size >= ending.count else { return false }
    return pread(file, &bytes, bytes.count, size - off_t(bytes.count)) == bytes.count && bytes == ending
  }

  private var message: String? {
    var error: UnsafeMutablePointer<GError>?
    gtk_print_operation_get_error(operation.pointer, &error)
    guard let error else { return nil }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
  }

  private func remember() {
    Self.settings = gtk_print_operation_get_print_settings(operation.pointer).map(
      GObjectReference.init(retaining:))
    Self.pageSetup = gtk_print_operation_get_default_page_setup(operation.pointer).map(
      GObjectReference.init(retaining:))
  }
}

/// The desktop's program for print previews.
private enum PreviewProgram {
  /// Whether there is one, or a portal in its place.
  static var isThere: Bool {
    let isSandboxed =
      g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS) != 0 || g_getenv("GTK_USE_PORTAL") != nil
    guard !isSandboxed, let settings = gtk_settings_get_default() else { return true }
    guard let command = ObjectProperty.string("gtk-print-preview-command", of: settings),
      let program = firstWord(of: command), let found = g_find_program_in_path(program)
    else { return false }
    g_free(found)
    return true
  }

  private static func firstWord(of command: String) -> String? {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard g_shell_parse_argv(command, &count, &words, nil) != 0, let words else { return nil }
    defer { g_strfreev(words) }
    return count > 0 ? words[0].map { String(cString: $0) } : nil
  }
}
