/// A reader of the files of one syntax.
protocol FileReader: ~Copyable {
  init(_ text: consuming SourceText, named file: String, collector: consuming EntryCollector)
  mutating func read() throws(FeedError) -> Feed
  /// Whether threads have read parts of the file as they are, and bytes after them tell that it has to be decoded in another
  /// way.
  var isDoubtful: Bool { get }
}

extension FileReader where Self: ~Copyable {
  /// Reads a file.
  ///
  /// - Returns: Nil if `isDoubtful`.
  static func result(
    of text: consuming SourceText, named file: String, _ collector: EntryCollector
  ) -> Result<Feed, FeedError>? {
    var reader = Self(text, named: file, collector: collector)
    let result: Result<Feed, FeedError>
    do throws(FeedError) { result = .success(try reader.read()) } catch { result = .failure(error) }
    return reader.isDoubtful ? nil : result
  }
}
