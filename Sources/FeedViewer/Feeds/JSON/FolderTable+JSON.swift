extension FolderTable {
  var value: JSONValue {
    .array(
      folders.map { folder in
        var members: [(StaticString, JSONValue)] = [("name", .string(folder.name))]
        if let number = number(of: folder.parent) { members.append(("parent", .number(Int64(number)))) }
        return .object(members)
      })
  }
}
