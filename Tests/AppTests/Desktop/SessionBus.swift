import CGtk
import Expectations
import Foundation
import GtkInterop
import Testing

/// A session bus of its own, on which a program is called: the bus of the tests may know other instances of it.
final class SessionBus {
  let address: String
  private let daemon = Process()
  private let connection: GObjectReference<OpaquePointer>

  nonisolated static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")
  }

  init() throws {
    let output = Pipe()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .newlines)
    let flags =
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
      | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
    connection = GObjectReference(
      adopting: try require(
        g_dbus_connection_new_for_address_sync(address, GDBusConnectionFlags(flags), nil, nil, nil)))
  }

  /// Ends the bus. Call it at the end of a test.
  func close() { Program.end(daemon) }

  /// Calls a method of the program and waits for its answer; nil if that is an error.
  func call(_ path: String, _ interface: String, _ method: String, _ arguments: OpaquePointer?) -> Answer? {
    g_dbus_connection_call_sync(
      connection.pointer, ApplicationIdentity.name, path, interface, method, arguments, nil,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, 20_000, nil, nil
    ).map(Answer.init)
  }

  /// Calls a method without an answer.
  func send(_ path: String, _ interface: String, _ method: String, _ arguments: OpaquePointer?) {
    g_dbus_connection_call(
      connection.pointer, ApplicationIdentity.name, path, interface, method, arguments, nil,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, 20_000, nil, nil, nil)
  }

  enum ApplicationIdentity {
    static let name = "io.github.feedviewer.FeedViewer"
    static let path = "/io/github/feedviewer/FeedViewer"
    static let window = path + "/window/1"
  }

  /// The tuple that a method returns.
  @MainActor  // repeated for the isolated deinit
  final class Answer {
    let variant: OpaquePointer

    init(_ variant: OpaquePointer) { self.variant = variant }

    isolated deinit { g_variant_unref(variant) }
  }
}
