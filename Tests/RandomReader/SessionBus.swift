import CGtk

/// The session bus, for the actions that the program exports.
final class SessionBus {
  struct Failure: Error { let text: String }

  /// An action and the type of its parameter; an empty one for none.
  struct Action { let path, name, parameterType: String }

  private static let name = "io.github.feedviewer.FeedViewer"
  static let applicationPath = "/io/github/feedviewer/FeedViewer"
  static let windowPath = applicationPath + "/window/1"
  /// The program is taken for hanging if it does not answer for so long.
  private static let milliseconds: Int32 = 30_000
  private let connection: OpaquePointer

  init(address: String) throws {
    var error: UnsafeMutablePointer<GError>?
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    guard let found = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &error) else {
      throw Failure(text: Self.text(of: error))
    }
    connection = found
  }

  /// The actions of the application or the window.
  func actions(at path: String) throws -> [Action] {
    let answer = try call("org.gtk.Actions", "DescribeAll", "()", at: path)
    defer { g_variant_unref(answer) }
    let all = g_variant_get_child_value(answer, 0)
    defer { g_variant_unref(all) }
    return (0..<g_variant_n_children(all)).map { index in
      let entry = g_variant_get_child_value(all, index)
      let (name, description) = (g_variant_get_child_value(entry, 0), g_variant_get_child_value(entry, 1))
      let type = g_variant_get_child_value(description, 1)
      defer { for each in [entry, name, description, type] { g_variant_unref(each) } }
      return Action(
        path: path, name: String(cString: g_variant_get_string(name, nil)),
        parameterType: String(cString: g_variant_get_string(type, nil)))
    }
  }

  /// Activates an action, and returns when the main loop of the program has taken it.
  func activate(_ action: Action, _ parameter: String?) throws {
    let value = parameter.map { "<\(Self.quoted($0))>" } ?? ""
    g_variant_unref(
      try call(
        "org.gtk.Actions", "Activate", "(\(Self.quoted(action.name)), @av [\(value)], @a{sv} {})",
        at: action.path))
  }

  func open(_ addresses: [String]) throws {
    let list = addresses.map(Self.quoted).joined(separator: ", ")
    g_variant_unref(
      try call(
        "org.freedesktop.Application", "Open", "(@as [\(list)], @a{sv} {})", at: Self.applicationPath))
  }

  /// Returns when the main loop of the program has answered.
  func waitForAnswer() throws {
    g_variant_unref(try call("org.gtk.Actions", "List", "()", at: Self.applicationPath))
  }

  /// - Returns: The answer, which the caller owns.
  private func call(
    _ interface: String, _ method: String, _ parameters: String, at path: String
  ) throws -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    guard let values = g_variant_parse(nil, parameters, nil, nil, &error) else {
      throw Failure(text: Self.text(of: error))
    }
    defer { g_variant_unref(values) }
    guard
      let answer = g_dbus_connection_call_sync(
        connection, Self.name, path, interface, method, values, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START,
        Self.milliseconds, nil, &error)
    else { throw Failure(text: "\(method): \(Self.text(of: error))") }
    return answer
  }

  /// A text as GVariant writes it.
  private static func quoted(_ text: String) -> String {
    let variant = g_variant_ref_sink(g_variant_new_string(text))
    defer { g_variant_unref(variant) }
    let printed = g_variant_print(variant, 0)
    defer { g_free(printed) }
    return printed.map { String(cString: $0) } ?? "''"
  }

  private static func text(of error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "no reason given" }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
  }
}
