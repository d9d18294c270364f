/// Whether windows are light or dark.
nonisolated enum ColorScheme: String, Sendable, CaseIterable {
  /// As the desktop prefers.
  case system
  case light, dark
}
