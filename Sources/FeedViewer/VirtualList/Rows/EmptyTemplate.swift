import LayoutCore

/// What has no height and is not seen: the header of a section without title, for example. Every list has it registered
/// as `.empty`.
package nonisolated struct EmptyTemplate: RowTemplate {
  package typealias Content = EmptyContent

  package init() {}

  package func makeElement(for content: EmptyContent) -> LayoutElement? { .box() }
  package func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? { .box() }
}

/// What a row shows that shows nothing.
package nonisolated struct EmptyContent: Sendable {
  package init() {}
}

extension TemplateIdentifier {
  /// Of `EmptyTemplate`.
  package nonisolated static let empty: TemplateIdentifier = "empty"
}
