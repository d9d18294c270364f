extension JSONFeedReader {
  /// Reads the folders and the joined author names of an exported file.
  mutating func readOwnMembers() throws(JSONScanner.Fault) {
    guard try enterObject() else { return }
    var isFirst = true
    while let key = try scanner.nextKey(isFirst: isFirst) {
      isFirst = false
      switch name(key) {
      case "outlines": outlineCount = try integer().flatMap { $0 >= 0 ? $0 : nil }
      case "author": allAuthors = try plainTitle()
      case "folders" where try scanner.peek() == .array: try readFolders()
      default: try scanner.skipValue()
      }
    }
  }

  private mutating func readFolders() throws(JSONScanner.Fault) {
    scanner.enter()
    var isFirst = true
    while try scanner.nextElement(isFirst: isFirst) {
      isFirst = false
      guard try enterObject() else { continue }
      var folderName = ""
      var parent: Int?
      var isFirstKey = true
      while let key = try scanner.nextKey(isFirst: isFirstKey) {
        isFirstKey = false
        switch name(key) {
        case "name": folderName = try textOrNumber() ?? ""
        case "parent": parent = try integer()
        default: try scanner.skipValue()
        }
      }
      folders.append(folderName, in: parent)
    }
  }
}
