import CGtk
import Expectations
import Foundation
import ProgramRuns
import RandomNumbers
import TestRuns
import Testing

/// Calls of the program's actions by other programs, which may pass anything.
@Suite(
  .serialized,
  .enabled(if: Program.hasDisplay && SessionBus.isInstalled, "needs a display and dbus-daemon"))
struct ActionRequestTests {
  private typealias Identity = SessionBus.ApplicationIdentity

  /// An action as it is exported.
  private struct ExportedAction {
    let path: String
    let name: String
    /// The type of the parameter and that of the state, as GVariant writes them; empty if there is none.
    let parameter: String
    let state: String
  }

  /// The basic types of GVariant.
  private static let types = ["b", "y", "n", "q", "i", "u", "x", "t", "h", "d", "s", "o", "g"]

  private static let limits: [UInt64] = [0, 1, .max, 1 << 63, 1 << 63 - 1, 1 << 31, 1 << 32]

  private static let strangeLetters: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{9B}", "\u{2028}", "\u{202E}", "é", "😀", "%",
    "\\",
    "\"", "/",
  ]

  /// A random value of a type. No text is one that an action knows.
  private func value(_ type: String, _ random: inout SplitMix64) -> OpaquePointer? {
    // Every other number is near a limit.
    var bits = random.next()
    if bits & 1 == 0 { bits = Self.limits[Int((bits >> 8) % UInt64(Self.limits.count))] }
    return switch type {
    case "b": g_variant_new_boolean(bits & 2 == 0 ? 1 : 0)
    case "y": g_variant_new_byte(UInt8(truncatingIfNeeded: bits))
    case "n": g_variant_new_int16(Int16(truncatingIfNeeded: bits))
    case "q": g_variant_new_uint16(UInt16(truncatingIfNeeded: bits))
    case "i": g_variant_new_int32(Int32(truncatingIfNeeded: bits))
    case "u": g_variant_new_uint32(UInt32(truncatingIfNeeded: bits))
    case "x": g_variant_new_int64(gint64(truncatingIfNeeded: bits))
    case "t": g_variant_new_uint64(guint64(bits))
    case "h": g_variant_new_handle(Int32(truncatingIfNeeded: bits & 0xFF))
    case "d": g_variant_new_double(Double(bitPattern: bits))
    case "o": g_variant_new_object_path("/a/\(bits)")
    case "g": g_variant_new_signature("a{sv}")
    default: g_variant_new_string("?" + text(&random))
    }
  }

  private func text(_ random: inout SplitMix64) -> String {
    let length = [0, 1, 7, 300, 5_000][Int.random(in: 0..<5, using: &random)]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<length { scalars.append(Self.strangeLetters.randomElement(using: &random)!) }
    return String(scalars)
  }

  private func tuple(_ parts: [OpaquePointer?]) -> OpaquePointer? {
    g_variant_new_tuple(parts, gsize(parts.count))
  }

  private var noPlatformData: OpaquePointer? {
    let type = g_variant_type_new("{sv}")
    defer { g_variant_type_free(type) }
    return g_variant_new_array(type, nil, 0)
  }

  /// The arguments of `Activate`.
  private func activation(of name: String, _ parameter: OpaquePointer?) -> OpaquePointer? {
    let type = g_variant_type_new("v")
    defer { g_variant_type_free(type) }
    let parameters: [OpaquePointer?] = parameter.map { [g_variant_new_variant($0)] } ?? []
    return tuple([
      g_variant_new_string(name), g_variant_new_array(type, parameters, gsize(parameters.count)),
      noPlatformData,
    ])
  }

  private func exportedActions(_ path: String, on bus: SessionBus) throws -> [ExportedAction] {
    let answer = try require(bus.call(path, "org.gtk.Actions", "DescribeAll", nil))
    let dictionary = try require(g_variant_get_child_value(answer.variant, 0))
    defer { g_variant_unref(dictionary) }
    return (0..<g_variant_n_children(dictionary)).map { index -> ExportedAction in
      let entry = g_variant_get_child_value(dictionary, index)!
      let (name, description) = (g_variant_get_child_value(entry, 0)!, g_variant_get_child_value(entry, 1)!)
      let (parameter, states) = (
        g_variant_get_child_value(description, 1)!, g_variant_get_child_value(description, 2)!
      )
      defer { for variant in [entry, name, description, parameter, states] { g_variant_unref(variant) } }
      var state = ""
      if g_variant_n_children(states) > 0 {
        let boxed = g_variant_get_child_value(states, 0)!
        let value = g_variant_get_variant(boxed)!
        state = String(cString: g_variant_get_type_string(value))
        g_variant_unref(value)
        g_variant_unref(boxed)
      }
      return ExportedAction(
        path: path, name: String(cString: g_variant_get_string(name, nil)),
        parameter: String(cString: g_variant_get_string(parameter, nil)), state: state)
    }
  }

  @Test func actionsIgnoreWhatTheyDoNotKnowWithOneLineEach() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleFeed.rss(entries: (0..<9).map { "e\($0)" }), to: "one.xml")
    let bus = try SessionBus()
    defer { bus.close() }
    let running = try Program.process([path], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    running.standardOutput = FileHandle.nullDevice
    running.standardError = try folder.openFile("log")
    try running.run()
    defer { Program.end(running) }
    for _ in 0..<600 where bus.call(Identity.window, "org.gtk.Actions", "List", nil) == nil {
      try await Task.sleep(for: .milliseconds(50))
    }
    let actions = try exportedActions(Identity.window, on: bus) + exportedActions(Identity.path, on: bus)
    for name in ["order", "filter", "grouping", "density", "cache-mode", "feed", "open-recent", "close-file"]
    {
      expect(actions.contains { $0.name == name && $0.parameter == "s" })
    }
    expect(actions.count > 60)
    var random = SplitMix64(seed: 6)
    var expected = 0
    let count = TestRun.count(400, quick: 50, full: 1_000)
    for action in actions {
      let before = expected
      for number in 0..<count {
        let type =
          number < 2 * Self.types.count
          ? Self.types[number / 2] : Self.types.randomElement(using: &random)!
        let setsState = number % 2 == 1
        // What an action takes is done: toggles change.
        if type == "b", setsState, action.state == "b" { continue }
        let isText = type == "s" && (setsState ? action.state == "s" : action.parameter == "s")
        if isText { expected += 1 }
        let value = value(type, &random)
        if setsState {
          bus.send(
            action.path, "org.gtk.Actions", "SetState",
            tuple([g_variant_new_string(action.name), g_variant_new_variant(value), noPlatformData]))
        } else if action.path == Identity.path, number % 4 == 0 {
          bus.send(
            action.path, "org.freedesktop.Application", "ActivateAction", activation(of: action.name, value))
        } else {
          bus.send(action.path, "org.gtk.Actions", "Activate", activation(of: action.name, value))
        }
      }
      // Without the parameter that it needs.
      if !action.parameter.isEmpty {
        bus.send(action.path, "org.gtk.Actions", "Activate", activation(of: action.name, nil))
      }
      // The answer comes after everything that was sent.
      try require(
        bus.call(action.path, "org.gtk.Actions", "List", nil) != nil, "after calls of \(action.name)")
      let known = ["order", "filter", "grouping", "density", "cache-mode"].contains(action.name)
      expect(!known || expected > before + count / 50, "\(action.name)")
    }
    expect(running.isRunning)
    let lines = try folder.text("log").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    expect(lines.count, equals: expected)
    for line in lines {
      expect(line.hasPrefix("The action ") && line.count < 300, "\(line)")
    }
  }
}
