extension RowContent {
  /// The texts that an entry's row shows, as its template asks for them: to be prepared ahead of that.
  public nonisolated var entryTexts: [TextRequest] {
    [
      TextRequest(title, style: .title), TextRequest(preview, style: .preview),
      TextRequest(metadata, style: .metadata),
    ].filter { !$0.string.isEmpty }
  }
}
