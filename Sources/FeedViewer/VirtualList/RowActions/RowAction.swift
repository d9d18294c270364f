/// An action of a row, performed by a swipe over it, in its menu, and by the Delete key if it is destructive.
public nonisolated struct RowAction: Hashable, Sendable {
  /// The title, a word or two such as "Delete".
  public var title: String
  /// A symbolic icon of the user's icon theme, such as "user-trash-symbolic"; nil for none.
  public var iconName: String?
  /// Whether the action removes something: it is drawn in a warning colour, and the Delete key performs it.
  public var isDestructive: Bool

  /// Creates an action; by default without an icon, and not destructive.
  public init(_ title: String, iconName: String? = nil, isDestructive: Bool = false) {
    self.title = title
    self.iconName = iconName
    self.isDestructive = isDestructive
  }
}
