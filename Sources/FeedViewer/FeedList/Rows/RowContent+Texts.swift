import LayoutCore
import PangoText

extension RowContent {
  /// The texts that an entry's row shows and that are prepared, as its template asks for them: to be prepared ahead of
  /// that.
  public nonisolated var entryTexts: [TextRequest] {
    [
      TextRequest(title, style: .title), TextRequest(preview, style: .preview),
      TextRequest(metadata, style: .metadata),
    ].filter { !$0.string.isEmpty && !TextSystem.isLong($0.string) }
  }
}
