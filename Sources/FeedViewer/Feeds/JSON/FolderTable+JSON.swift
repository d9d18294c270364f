extension FolderTable {
  var value: JSONWriter.Value {
    .array(
      folders.map { folder in
        var members: [(String, JSONWriter.Value)] = [("name", .string(folder.name))]
        if let number = number(of: folder.parent) { members.append(("parent", .number(Int64(number)))) }
        return .object(members)
      })
  }
}
