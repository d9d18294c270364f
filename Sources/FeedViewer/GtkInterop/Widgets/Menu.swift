import CGtk

/// Menus as values, and the GMenus made from them.
package enum Menu {
  package indirect enum Item {
    /// - Parameter target: The action's string parameter, if it has one.
    case action(_ label: String, _ action: String, target: String? = nil)
    /// - Parameter key: A key of the action that is not the application's, in GTK's notation.
    case keyedAction(_ label: String, _ action: String, key: String?)
    /// A widget that is added to the popover under this name.
    case widget(_ name: String)
    case section(_ label: String?, [Item])
    case submenu(_ label: String, [Item])
    /// A submenu whose items change: a GMenu that its owner fills. GTK draws no line between sections inside of sections.
    case liveSubmenu(_ label: String, GObjectReference<OpaquePointer>)
  }

  package static func make(_ items: [Item]) -> GObjectReference<OpaquePointer> {
    let menu = GObjectReference(adopting: g_menu_new()!)
    menu.use { append(items, to: $0) }
    return menu
  }

  package static func replaceItems(of menu: GObjectReference<OpaquePointer>, with items: [Item]) {
    menu.use { menu in
      g_menu_remove_all(menu)
      append(items, to: menu)
    }
  }

  /// A title without its mnemonic: "Open" of "_Open", and of "Open (_O)", as languages without alphabet have it.
  package static func plainTitle(_ title: String) -> String {
    var plain = ""
    var rest = title[...]
    while let character = rest.popFirst() {
      let next = rest.prefix(3)
      if character == "(", next.first == "_", next.last == ")", next.dropFirst().first?.isLetter == true {
        rest.removeFirst(3)
        while plain.last?.isWhitespace == true { plain.removeLast() }
      } else {
        plain.append(character == "_" ? rest.popFirst() ?? character : character)
      }
    }
    return plain
  }

  private static func append(_ items: [Item], to menu: OpaquePointer) {
    for item in items {
      switch item {
      case .action(let label, let action, let target):
        GObjectReference(adopting: g_menu_item_new(label, nil)!).use { item in
          g_menu_item_set_action_and_target_value(item, action, target.map { g_variant_new_string($0) })
          g_menu_append_item(menu, item)
        }
      case .keyedAction(let label, let action, let key):
        GObjectReference(adopting: g_menu_item_new(label, action)!).use { item in
          if let key { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key)) }
          g_menu_append_item(menu, item)
        }
      case .widget(let name):
        GObjectReference(adopting: g_menu_item_new(nil, nil)!).use { item in
          g_menu_item_set_attribute_value(item, "custom", g_variant_new_string(name))
          g_menu_append_item(menu, item)
        }
      case .section(let label, let items):
        make(items).use { g_menu_append_section(menu, label, $0.cast()) }
      case .submenu(let label, let items):
        make(items).use { g_menu_append_submenu(menu, label, $0.cast()) }
      case .liveSubmenu(let label, let submenu):
        submenu.use { g_menu_append_submenu(menu, label, $0.cast()) }
      }
    }
  }
}
