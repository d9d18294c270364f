/// Something that can be done with a row at once: by a swipe over it, in its menu, and by a key if it is destructive.
public nonisolated struct RowAction: Hashable, Sendable {
  /// What is done, in a word or two: "Delete".
  public var title: String
  /// A symbolic icon of the user's icon theme, such as "user-trash-symbolic"; nil for none.
  public var iconName: String?
  /// Whether something is taken away: the action stands out, and the Delete key performs it.
  public var isDestructive: Bool

  /// Creates an action; by default without an icon, and not destructive.
  public init(_ title: String, iconName: String? = nil, isDestructive: Bool = false) {
    self.title = title
    self.iconName = iconName
    self.isDestructive = isDestructive
  }
}
