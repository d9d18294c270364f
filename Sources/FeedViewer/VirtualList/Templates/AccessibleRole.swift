import CGtk
import LayoutCore

/// What assistive tools take a row, header or footer for.
public nonisolated enum AccessibleRole: Hashable, Sendable, CaseIterable {
  /// One of several items; rows are that unless their template says otherwise.
  case listItem
  /// A heading of what follows; headers are that unless their template says otherwise.
  case heading
  /// Things that belong together; footers are that unless their template says otherwise.
  case group
  /// Text that is not for interaction.
  case label
  /// A control that is activated like a button.
  case button
  /// A link.
  case link
  /// A picture.
  case image
  /// A separator between other rows.
  case separator
  /// A row of a table.
  case tableRow
}

extension AccessibleRole {
  /// The role of an element whose template names none.
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
    case .tableRow: GTK_ACCESSIBLE_ROLE_ROW
    }
  }
}
