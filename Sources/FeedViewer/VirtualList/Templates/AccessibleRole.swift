import CGtk
import LayoutCore

/// The accessible role of a row, header or footer.
public nonisolated enum AccessibleRole: Hashable, Sendable, CaseIterable {
  /// An item of a list; the default for rows.
  case listItem
  /// The heading of a section; the default for headers.
  case heading
  /// A group of related elements; the default for footers.
  case group
  /// Text without interaction.
  case label
  /// A control that is activated like a button.
  case button
  /// A link.
  case link
  /// A picture.
  case image
  /// A separator between other rows.
  case separator
}

extension AccessibleRole {
  /// The default role of a kind of elements.
  init(of kind: ListElement.Kind) {
    switch kind {
    case .row: self = .listItem
    case .header: self = .heading
    case .footer: self = .group
    }
  }

  var gtkRole: GtkAccessibleRole {
    switch self {
    case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .label: GTK_ACCESSIBLE_ROLE_LABEL
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .link: GTK_ACCESSIBLE_ROLE_LINK
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .separator: GTK_ACCESSIBLE_ROLE_SEPARATOR
    }
  }
}
