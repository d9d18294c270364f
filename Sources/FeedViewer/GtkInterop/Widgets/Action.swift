import CGtk
import FeedViewerBase

/// GActions that call Swift closures.
///
/// A closure lives as long as the action map; it should capture the map's owner weakly.
///
/// On the session bus, any program can call the actions of the application and its window. GLib refuses parameters and
/// states of other types than an action's; the texts are checked here.
package enum Action {
  /// Receives a line about each text that was ignored because the action does not know it.
  package static var onIgnored: (_ line: String) -> Void = { _ in }

  /// Adds an action without parameter and state.
  package static func add(
    _ name: String, to map: some GObjectPointer, perform: @escaping () -> Void
  ) {
    add(g_simple_action_new(name, nil)!, to: map) { action in
      Signal.connect(action, "activate") { _ in
        perform()
        return .handled
      }
    }
  }

  /// Adds an action with a string parameter.
  ///
  /// - Parameter value: What the parameter stands for; nil for a text that the action does not know.
  package static func add<Value>(
    _ name: String, to map: some GObjectPointer, value: @escaping (String) -> Value?,
    perform: @escaping (Value) -> Void
  ) {
    withStringType { type in
      add(g_simple_action_new(name, type)!, to: map) { action in
        Signal.connect(action, "activate") { arguments in
          if let found = known(arguments.variant(0), name, value) { perform(found) }
          return .handled
        }
      }
    }
  }

  /// Adds an action with a string parameter that may be any text.
  package static func add(
    _ name: String, to map: some GObjectPointer, performWith: @escaping (String) -> Void
  ) {
    add(name, to: map, value: { $0 }, perform: performWith)
  }

  /// Adds an action with a Boolean state, which activation toggles.
  package static func addToggle(
    _ name: String, isOn: Bool, to map: some GObjectPointer, changed: @escaping (Bool) -> Void
  ) {
    let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))!
    add(action, to: map) { action in
      Signal.connect(action, "change-state") { arguments in
        guard let state = arguments.variant(0) else { return .unhandled }
        guard isEnabled(action) else { return .handled }
        g_simple_action_set_state(action, state)
        changed(g_variant_get_boolean(state) != 0)
        return .handled
      }
    }
  }

  /// Adds an action whose state is one of several strings: a radio group in a menu.
  package static func addChoice<Value: RawRepresentable<String>>(
    _ name: String, value: Value, to map: some GObjectPointer, changed: @escaping (Value) -> Void
  ) {
    addChoice(name, state: value.rawValue, to: map, value: { Value(rawValue: $0) }, changed: changed)
  }

  /// Adds an action with a string as its state, which activation changes to the parameter.
  ///
  /// - Parameters:
  ///   - state: The state at first.
  ///   - value: What a state stands for; nil for a text that the action does not know.
  package static func addChoice<Value>(
    _ name: String, state: String, to map: some GObjectPointer, value: @escaping (String) -> Value?,
    changed: @escaping (Value) -> Void
  ) {
    withStringType { type in
      let action = g_simple_action_new_stateful(name, type, g_variant_new_string(state))!
      add(action, to: map) { action in
        Signal.connect(action, "change-state") { arguments in
          let state = arguments.variant(0)
          guard let chosen = known(state, name, value), isEnabled(action) else { return .handled }
          g_simple_action_set_state(action, state)
          changed(chosen)
          return .handled
        }
      }
    }
  }

  /// Enables or disables an action that was added by one of the functions above.
  package static func setEnabled(_ isEnabled: Bool, _ name: String, in map: some GObjectPointer) {
    g_simple_action_set_enabled(action(name, in: map), isEnabled ? 1 : 0)
  }

  /// Changes the state of an action, as selecting a menu item does: if it is enabled.
  package static func setState(_ value: String, of name: String, in map: some GObjectPointer) {
    g_action_group_change_action_state(map.opaque, name, g_variant_new_string(value))
  }

  /// Changes the state of an action after what it tells has changed, without calling the action's function.
  package static func noteState(_ value: String, of name: String, in map: some GObjectPointer) {
    g_simple_action_set_state(action(name, in: map), g_variant_new_string(value))
  }

  package static func noteState(_ isOn: Bool, of name: String, in map: some GObjectPointer) {
    g_simple_action_set_state(action(name, in: map), g_variant_new_boolean(isOn ? 1 : 0))
  }

  private static func action(_ name: String, in map: some GObjectPointer) -> OpaquePointer {
    guard let action = g_action_map_lookup_action(map.opaque, name) else {
      preconditionFailure("There is no action \(name).")
    }
    return action
  }

  /// The value of an action with a choice; nil if there is no such action.
  package static func state(of name: String, in map: some GObjectPointer) -> String? {
    guard let state = g_action_group_get_action_state(map.opaque, name) else { return nil }
    defer { g_variant_unref(state) }
    return String(cString: g_variant_get_string(state, nil))
  }

  package static func setState(_ isOn: Bool, of name: String, in map: some GObjectPointer) {
    g_action_group_change_action_state(map.opaque, name, g_variant_new_boolean(isOn ? 1 : 0))
  }

  /// GLib refuses to activate an action that is disabled, but not to change its state.
  private static func isEnabled(_ action: OpaquePointer) -> Bool { g_action_get_enabled(action) != 0 }

  /// The map retains the action, so the constructor's reference is dropped.
  private static func add(
    _ action: OpaquePointer, to map: some GObjectPointer, connect: (OpaquePointer) -> Void
  ) {
    GObjectReference(adopting: action).use { action in
      connect(action)
      g_action_map_add_action(map.opaque, action)
    }
  }

  /// What a text stands for; nil, after a message, if the action does not know it.
  private static func known<Value>(
    _ argument: OpaquePointer?, _ name: String, _ value: (String) -> Value?
  ) -> Value? {
    guard let argument else { return nil }
    let text = String(cString: g_variant_get_string(argument, nil))
    if let found = value(text) { return found }
    onIgnored(localized("The action “\(name)” ignores “\(LineText.plain(text))”, which it does not know."))
    return nil
  }

  private static func withStringType(_ body: (OpaquePointer) -> Void) {
    let type = g_variant_type_new("s")!
    defer { g_variant_type_free(type) }
    body(type)
  }
}
