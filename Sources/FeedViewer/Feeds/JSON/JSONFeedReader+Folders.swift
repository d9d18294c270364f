extension JSONFeedReader {
  /// Reads the folders and the joined author names of an exported file.
  mutating func readExtension() throws(JSONScanner.Fault) {
    guard try enterObject() else { return }
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "outlines": outlineCount = try amount()
      case "author": allAuthors = try plainTitle()
      case "link": feed.link.offer(try address(), rank: 1)
      case "folders" where try scanner.peek() == .array: try readFolders()
      default: try scanner.skipValue()
      }
    }
  }

  private mutating func readFolders() throws(JSONScanner.Fault) {
    scanner.enter()
    while try scanner.nextElement() {
      guard try enterObject() else { continue }
      var folderName = ""
      var parent: Int?
      while let key = try scanner.nextKey() {
        switch name(key) {
        case "name": folderName = try textOrNumber() ?? ""
        case "parent": parent = try amount()
        default: try scanner.skipValue()
        }
      }
      folders.append(folderName, in: parent)
    }
  }
}
